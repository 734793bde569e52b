/** Generates a DICOM object with given patient, study and pixels; elements are in tag order. */

import { concatBytes } from '#bytes/concat-bytes.ts';
import { part10Head } from '#dicom/part10-header.ts';
import { type Bytes, element, unsignedShort } from '#dicom/write/encode-elements.ts';

const EXPLICIT_LITTLE_ENDIAN = '1.2.840.10008.1.2.1';

interface ObjectToMake {
  readonly sop_class_uid: string;
  readonly modality: string;
  /** UID of the study; the series is its first, the instance the `number`th of that. */
  readonly study_uid: string;
  readonly number: number;
  readonly patient_name: string;
  readonly patient_id: string;
  /** Number of rows and columns. */
  readonly side: number;
  readonly bits: { readonly allocated: number; readonly stored: number };
  readonly pixels: Uint8Array;
}

export interface MadeObject {
  readonly instance_uid: string;
  /** Data set after the file meta information. */
  readonly dataSet: Bytes;
  readonly file: Bytes;
}

/** Generates the object; `more` are elements specific to its kind. */
export function syntheticDicomObject(made: ObjectToMake, more: readonly Bytes[]): MadeObject {
  const { sop_class_uid, study_uid, number, side, bits } = made;
  const series_uid = `${study_uid}.1`;
  const instance_uid = `${series_uid}.${number}`;
  const elements = [
    element(0x00080016, 'UI', sop_class_uid),
    element(0x00080018, 'UI', instance_uid),
    element(0x00080020, 'DA', '20260512'),
    element(0x00080030, 'TM', '094100'),
    element(0x00080060, 'CS', made.modality),
    element(0x00100010, 'PN', made.patient_name),
    element(0x00100020, 'LO', made.patient_id),
    element(0x00100030, 'DA', '19610314'),
    element(0x00100040, 'CS', 'F'),
    element(0x0020000d, 'UI', study_uid),
    element(0x0020000e, 'UI', series_uid),
    element(0x00200011, 'IS', '1'),
    element(0x00200013, 'IS', String(number)),
    unsignedShort(0x00280002, 1),
    element(0x00280004, 'CS', 'MONOCHROME2'),
    unsignedShort(0x00280010, side),
    unsignedShort(0x00280011, side),
    unsignedShort(0x00280100, bits.allocated),
    unsignedShort(0x00280101, bits.stored),
    unsignedShort(0x00280102, bits.stored - 1),
    unsignedShort(0x00280103, 0),
    element(0x7fe00010, bits.allocated > 8 ? 'OW' : 'OB', made.pixels),
  ];
  const dataSet = concatBytes([...elements, ...more].sort((one, other) => tagOf(one) - tagOf(other)));
  const head = part10Head({
    sop_class_uid,
    instance_uid,
    transfer_syntax_uid: EXPLICIT_LITTLE_ENDIAN,
    source_ae: '',
  });
  return { instance_uid, dataSet, file: concatBytes([head, dataSet]) };
}

/** Reads the tag as `0xggggeeee`. */
function tagOf(bytes: Bytes): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return view.getUint16(0, true) * 0x1_0000 + view.getUint16(2, true);
}
