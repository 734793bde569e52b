/** Reads samples of waveforms by WaveformSampleInterpretation. Source: DICOM PS3.3 C.10.9.1.5; ITU-T G.711. */

export type ReadSample = (view: DataView, at: number, isLittleEndian: boolean) => number;

const READERS: Readonly<Record<string, { readonly bits: number; readonly read: ReadSample }>> = {
  SB: { bits: 8, read: (view, at) => view.getInt8(at) },
  UB: { bits: 8, read: (view, at) => view.getUint8(at) },
  MB: { bits: 8, read: (view, at) => fromMuLaw(view.getUint8(at)) },
  AB: { bits: 8, read: (view, at) => fromALaw(view.getUint8(at)) },
  SS: { bits: 16, read: (view, at, isLittle) => view.getInt16(at, isLittle) },
  US: { bits: 16, read: (view, at, isLittle) => view.getUint16(at, isLittle) },
  SL: { bits: 32, read: (view, at, isLittle) => view.getInt32(at, isLittle) },
  UL: { bits: 32, read: (view, at, isLittle) => view.getUint32(at, isLittle) },
  SV: { bits: 64, read: (view, at, isLittle) => Number(view.getBigInt64(at, isLittle)) },
  UV: { bits: 64, read: (view, at, isLittle) => Number(view.getBigUint64(at, isLittle)) },
};

/** Undefined for an unknown interpretation, or one of another width than `bits`. */
export function sampleReader(interpretation: string | undefined, bits: number): ReadSample | undefined {
  const known = READERS[interpretation?.toUpperCase() ?? ''];
  return known?.bits === bits ? known.read : undefined;
}

const SIGN = 0x80;

function fromMuLaw(byte: number): number {
  const code = ~byte & 0xff;
  const magnitude = (((code & 0x0f) << 3) + 0x84) << ((code & 0x70) >> 4);
  return code & SIGN ? 0x84 - magnitude : magnitude - 0x84;
}

function fromALaw(byte: number): number {
  const code = byte ^ 0x55;
  const exponent = (code & 0x70) >> 4;
  const mantissa = (code & 0x0f) << 4;
  const magnitude = exponent === 0 ? mantissa + 8 : (mantissa + 0x108) << (exponent - 1);
  return code & SIGN ? magnitude : -magnitude;
}
