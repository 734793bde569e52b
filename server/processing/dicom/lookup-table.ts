/** Lookup tables of a DICOM header: modality, VOI and palette. Source: DICOM PS3.3 C.7.6.3.1.5, C.11.1, C.11.2. */
import type { DicomDataset } from '#dicom/dataset.ts';

export interface LookupTable {
  /** Values below map to the first entry, values past the end to the last. */
  readonly firstValue: number;
  readonly entries: Uint16Array | Uint8Array;
  readonly bits: number;
}

const WHOLE_TABLE = 65_536;

export function lookupTable(
  dataset: DicomDataset,
  descriptorTag: string,
  dataTag: string,
): LookupTable | undefined {
  const descriptor = dataset.element(descriptorTag);
  const data = dataset.element(dataTag);
  if (descriptor === undefined || data === undefined) return undefined;
  const { parsed } = dataset;
  const count = parsed.uint16(descriptorTag, 0) || WHOLE_TABLE;
  const bits = parsed.uint16(descriptorTag, 2);
  const isSigned = descriptor.vr === 'SS';
  const firstValue = isSigned ? parsed.int16(descriptorTag, 1) : parsed.uint16(descriptorTag, 1);
  if (bits === undefined || firstValue === undefined) return undefined;
  const entries = entriesOf(dataset, dataTag, data.length, count);
  return entries === undefined ? undefined : { firstValue, entries, bits };
}

/** Entries of 8 bits may be packed two to a word. */
function entriesOf(dataset: DicomDataset, tag: string, bytes: number, count: number) {
  const element = dataset.element(tag);
  const { parsed } = dataset;
  if (element === undefined || element.dataOffset + bytes > parsed.byteArray.length) return undefined;
  if (bytes >= count * 2) {
    return Uint16Array.from({ length: count }, (_, index) => parsed.uint16(tag, index) ?? 0);
  }
  if (bytes < count) return undefined;
  return Uint8Array.from(parsed.byteArray.subarray(element.dataOffset, element.dataOffset + count));
}

export function lookUp(table: LookupTable, value: number): number {
  const last = table.entries.length - 1;
  const index = Math.min(Math.max(Math.trunc(value) - table.firstValue, 0), last);
  return table.entries[index] ?? 0;
}
