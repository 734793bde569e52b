/** Pictures made for a run: small, each its own, with a name in them that nothing else has. */
import { part10Head } from '#dicom/part10.ts';
import { type Bytes, concat, element, unsignedShort } from '#dicom/write/elements.ts';

/** Stands in every object; found on a disk, something was written in clear. */
export const CANARY = 'CANARY^RECEIVED';
const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7';
const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';
const SIDE = 64;

export interface MadeInstance {
  readonly study: string;
  readonly instance: string;
  /** What follows the file meta information. */
  readonly dataSet: Bytes;
  readonly file: Bytes;
}

/** `study` and `number` from 1. */
export function madeInstance(study: number, number: number): MadeInstance {
  const uid = `1.2.826.0.1.3680043.10.96.${study}`;
  const instance = `${uid}.1.${number}`;
  const pixels = Uint8Array.from({ length: SIDE * SIDE }, (_, at) => (at * number + study) % 256);
  const dataSet = concat([
    element(0x00080016, 'UI', SECONDARY_CAPTURE),
    element(0x00080018, 'UI', instance),
    element(0x00080020, 'DA', '20260512'),
    element(0x00080030, 'TM', '094100'),
    element(0x00080050, 'SH', ''),
    element(0x00080060, 'CS', 'OT'),
    element(0x00080064, 'CS', 'WSD'),
    element(0x00080090, 'PN', ''),
    element(0x00100010, 'PN', CANARY),
    element(0x00100020, 'LO', `R${study}`),
    element(0x00100030, 'DA', '19610314'),
    element(0x00100040, 'CS', 'F'),
    element(0x0020000d, 'UI', uid),
    element(0x0020000e, 'UI', `${uid}.1`),
    element(0x00200010, 'SH', String(study)),
    element(0x00200011, 'IS', '1'),
    element(0x00200013, 'IS', String(number)),
    unsignedShort(0x00280002, 1),
    element(0x00280004, 'CS', 'MONOCHROME2'),
    unsignedShort(0x00280010, SIDE),
    unsignedShort(0x00280011, SIDE),
    unsignedShort(0x00280100, 8),
    unsignedShort(0x00280101, 8),
    unsignedShort(0x00280102, 7),
    unsignedShort(0x00280103, 0),
    element(0x7fe00010, 'OB', pixels),
  ]);
  const head = part10Head({
    sop_class_uid: SECONDARY_CAPTURE,
    instance_uid: instance,
    transfer_syntax_uid: EXPLICIT_LITTLE_ENDIAN,
    source_ae: '',
  });
  return { study: uid, instance, dataSet, file: concat([head, dataSet]) };
}

/** Where the length of the file meta information stands, and where it begins to count. */
const META_LENGTH_AT = 140;
const META_STARTS = 144;

export function dataSetOf(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset);
  return file.subarray(META_STARTS + view.getUint32(META_LENGTH_AT, true));
}
