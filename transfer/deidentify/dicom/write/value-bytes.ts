import type { DataSet, Element } from 'dicom-parser';

/** The bytes of an element's value, as in the file. */
export function valueBytes({ byteArray }: DataSet, { dataOffset, length }: Element): Uint8Array {
  return byteArray.subarray(dataOffset, dataOffset + Math.max(0, length));
}
