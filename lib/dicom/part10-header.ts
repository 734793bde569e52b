/** Writes the beginning of a DICOM file: preamble and file meta information. Source: DICOM PS3.10 7.1. */
import { concatBytes } from '#bytes/concat-bytes.ts';
import { type Bytes, element, unsignedLong } from './write/encode-elements.ts';

/** Identifies this program; derived from a UUID, as PS3.5 B.2 allows. */
export const IMPLEMENTATION_CLASS_UID = '2.25.211263418337211912071538143951846122370';
export const IMPLEMENTATION_VERSION = 'SRVAULT_1';
const PREAMBLE_BYTES = 128;

export interface FileMeta {
  readonly sop_class_uid: string;
  readonly instance_uid: string;
  readonly transfer_syntax_uid: string;
  /** Application entity title of the sender; '' for none. */
  readonly source_ae: string;
}

/** Preamble, prefix and group 0002; append the data set as it was sent. */
export function part10Head(meta: FileMeta): Bytes {
  const elements = concatBytes([
    element(0x00020001, 'OB', Uint8Array.of(0, 1)),
    element(0x00020002, 'UI', meta.sop_class_uid),
    element(0x00020003, 'UI', meta.instance_uid),
    element(0x00020010, 'UI', meta.transfer_syntax_uid),
    element(0x00020012, 'UI', IMPLEMENTATION_CLASS_UID),
    element(0x00020013, 'SH', IMPLEMENTATION_VERSION),
    element(0x00020016, 'AE', meta.source_ae),
  ]);
  return concatBytes([
    new Uint8Array(PREAMBLE_BYTES),
    Uint8Array.of(0x44, 0x49, 0x43, 0x4d),
    unsignedLong(0x00020000, elements.length),
    elements,
  ]);
}
