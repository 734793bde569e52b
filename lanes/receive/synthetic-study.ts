/** Generates small different pictures with a unique name in them. */
import { type Bytes, element } from '#dicom/write/encode-elements.ts';
import { syntheticDicomObject } from '#scripts/samples/synthetic-dicom.ts';

/** Name in every object; found on disk, it proves that something was written unencrypted. */
export const CANARY = 'CANARY^RECEIVED';
const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7';
const SIDE = 64;

export interface MadeInstance {
  readonly study: string;
  readonly instance: string;
  /** Data set after the file meta information. */
  readonly dataSet: Bytes;
  readonly file: Bytes;
}

/** Generates one small DICOM object. `study` and `number` start at 1. */
export function madeInstance(study: number, number: number): MadeInstance {
  const uid = `1.2.826.0.1.3680043.10.96.${study}`;
  const pixels = Uint8Array.from({ length: SIDE * SIDE }, (_, at) => (at * number + study) % 256);
  const { instance_uid, dataSet, file } = syntheticDicomObject(
    {
      ...{ sop_class_uid: SECONDARY_CAPTURE, modality: 'OT', study_uid: uid, number },
      ...{ patient_name: CANARY, patient_id: `R${study}` },
      ...{ side: SIDE, bits: { allocated: 8, stored: 8 }, pixels },
    },
    [
      element(0x00080050, 'SH', ''),
      element(0x00080064, 'CS', 'WSD'),
      element(0x00080090, 'PN', ''),
      element(0x00200010, 'SH', String(study)),
    ],
  );
  return { study: uid, instance: instance_uid, dataSet, file };
}

/** Offset of the length of the file meta information, and the offset from which it counts. */
const META_LENGTH_AT = 140;
const META_STARTS = 144;

export function dataSetOf(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset);
  return file.subarray(META_STARTS + view.getUint32(META_LENGTH_AT, true));
}
