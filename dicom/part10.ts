/** The file head a received data set is kept under: preamble and file meta information. Source: DICOM PS3.10 7.1. */

/** Of this program; derived from a UUID, as PS3.5 B.2 allows. */
export const IMPLEMENTATION_CLASS_UID = '2.25.211263418337211912071538143951846122370';
export const IMPLEMENTATION_VERSION = 'SRVAULT_1';
const PREAMBLE_BYTES = 128;

export interface FileMeta {
  readonly sop_class_uid: string;
  readonly instance_uid: string;
  readonly transfer_syntax_uid: string;
  readonly source_ae: string;
}

/** Preamble, prefix and group 0002: what stands before the data set, which follows as it was sent. */
export function part10Head(meta: FileMeta): Uint8Array {
  const elements = Buffer.concat([
    other(0x0001, Buffer.from([0, 1])),
    text(0x0002, 'UI', meta.sop_class_uid, '\0'),
    text(0x0003, 'UI', meta.instance_uid, '\0'),
    text(0x0010, 'UI', meta.transfer_syntax_uid, '\0'),
    text(0x0012, 'UI', IMPLEMENTATION_CLASS_UID, '\0'),
    text(0x0013, 'SH', IMPLEMENTATION_VERSION, ' '),
    text(0x0016, 'AE', meta.source_ae, ' '),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(elements.length);
  return Buffer.concat([
    Buffer.alloc(PREAMBLE_BYTES),
    Buffer.from('DICM'),
    element(0x0000, 'UL', length),
    elements,
  ]);
}

function text(number: number, vr: string, value: string, pad: string): Buffer {
  return element(number, vr, Buffer.from(value.length % 2 === 0 ? value : value + pad, 'latin1'));
}

function element(number: number, vr: string, value: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16LE(0x0002, 0);
  head.writeUInt16LE(number, 2);
  head.write(vr, 4, 'latin1');
  head.writeUInt16LE(value.length, 6);
  return Buffer.concat([head, value]);
}

/** OB has a length of four bytes behind two empty ones. */
function other(number: number, value: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16LE(0x0002, 0);
  head.writeUInt16LE(number, 2);
  head.write('OB', 4, 'latin1');
  head.writeUInt32LE(value.length, 8);
  return Buffer.concat([head, value]);
}
