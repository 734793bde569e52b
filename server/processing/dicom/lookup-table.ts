/** Lookup tables of a DICOM header: modality, VOI and palette. Source: DICOM PS3.3 C.7.6.3.1.5, C.11.1, C.11.2. */
import type { DicomDataset } from '#dicom/dataset.ts';

export interface LookupTable {
  /** Values below map to the first entry, values past the end to the last. */
  readonly firstValue: number;
  readonly entries: Uint16Array | Uint8Array;
  readonly bits: number;
}

const WHOLE_TABLE = 65_536;

/**
 * @param isSigned whether what goes into the table can be negative. The first value is then negative where its top bit
 * is set, whatever its element's VR is: many writers know US alone.
 */
export function lookupTable(
  dataset: DicomDataset,
  tags: { readonly descriptor: string; readonly data: string },
  isSigned: boolean,
): LookupTable | undefined {
  const descriptor = dataset.element(tags.descriptor);
  const data = dataset.element(tags.data);
  if (descriptor === undefined || data === undefined) return undefined;
  const { parsed } = dataset;
  const count = parsed.uint16(tags.descriptor, 0) || WHOLE_TABLE;
  const bits = parsed.uint16(tags.descriptor, 2);
  const isNegative = isSigned || descriptor.vr === 'SS';
  const firstValue = isNegative ? parsed.int16(tags.descriptor, 1) : parsed.uint16(tags.descriptor, 1);
  if (bits === undefined || firstValue === undefined) return undefined;
  const entries = entriesOf(dataset, tags.data, data.length, count);
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
