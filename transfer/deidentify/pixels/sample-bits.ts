/**
 * Clears bits of a sample outside its value, where old devices store overlays and other data could hide. The value
 * stays. Source: DICOM PS3.5 8.1.1, 8.1.2; PS3.3 C.7.6.3.1.
 */

export interface SampleBits {
  readonly bitsAllocated: number;
  readonly bitsStored: number;
  readonly highBit: number;
  readonly isSigned: boolean;
}

/** True when a sample has no unused bits. */
export function isFilled({ bitsAllocated, bitsStored }: SampleBits): boolean {
  return bitsStored === bitsAllocated;
}

/**
 * Returns a copy of the samples with every bit outside the value cleared. Signed samples keep zeros above the sign
 * where all have them; otherwise the sign is extended. Undefined for an unknown layout.
 */
export function clearUnusedBits(
  samples: Uint8Array,
  bits: SampleBits,
  isLittleEndian: boolean,
): Uint8Array | undefined {
  const { bitsAllocated, bitsStored, highBit } = bits;
  const lowBit = highBit + 1 - bitsStored;
  if (bitsStored < 1 || lowBit < 0 || highBit >= bitsAllocated) return undefined;
  if (isFilled(bits)) return samples.slice();
  if (bitsAllocated !== 8 && bitsAllocated !== 16 && bitsAllocated !== 32) return undefined;
  const cleared = samples.slice();
  const { read, write, count } = accessOf(cleared, bitsAllocated, isLittleEndian);
  const value = Number(((1n << BigInt(bitsStored)) - 1n) << BigInt(lowBit));
  const above = Number((1n << BigInt(bitsAllocated)) - (1n << BigInt(highBit + 1)));
  const sign = 2 ** highBit;
  const isExtended = bits.isSigned && someAbove(read, count, above);
  for (let at = 0; at < count; at += 1) {
    const sample = read(at);
    write(at, (sample & value) | (isExtended && (sample & sign) !== 0 ? above : 0));
  }
  return cleared;
}

function someAbove(read: (at: number) => number, count: number, above: number): boolean {
  for (let at = 0; at < count; at += 1) if ((read(at) & above) !== 0) return true;
  return false;
}

function accessOf(bytes: Uint8Array, bitsAllocated: 8 | 16 | 32, isLittleEndian: boolean) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = Math.floor((bytes.length * 8) / bitsAllocated);
  switch (bitsAllocated) {
    case 8:
      return {
        count,
        read: (at: number) => view.getUint8(at),
        write: (at: number, sample: number) => view.setUint8(at, sample),
      };
    case 16:
      return {
        count,
        read: (at: number) => view.getUint16(at * 2, isLittleEndian),
        write: (at: number, sample: number) => view.setUint16(at * 2, sample, isLittleEndian),
      };
    case 32:
      return {
        count,
        read: (at: number) => view.getUint32(at * 4, isLittleEndian),
        write: (at: number, sample: number) => view.setUint32(at * 4, sample, isLittleEndian),
      };
  }
}
