/**
 * Reads lookup tables of a DICOM header: modality, VOI and palette. Source: DICOM PS3.3 C.7.6.3.1.5, C.11.1, C.11.2.
 */

import { type LutDescriptor, readLutDescriptor, type ValueRange } from '#dicom/picture/lut-descriptor.ts';
import type { DicomDataset } from '#dicom/read-dataset.ts';
import { unfoldSegments } from './segmented-table.ts';

export interface LookupTable {
  /** Values below map to the first entry, values past the end to the last. */
  readonly firstValue: number;
  readonly entries: Uint16Array | Uint8Array;
  readonly bits: number;
}

/** Reads a lookup table. @param input range of possible inputs: decides the sign of the first value. */
export function lookupTable(
  dataset: DicomDataset,
  tags: { readonly descriptor: string; readonly data: string; readonly segments?: string },
  input: ValueRange,
): LookupTable | undefined {
  const descriptor = readLutDescriptor(dataset, tags.descriptor, input);
  if (descriptor === undefined) return undefined;
  const { firstValue, bits } = descriptor;
  const data = dataset.element(tags.data);
  const entries =
    data === undefined
      ? tags.segments && segmentsOf(dataset, tags.segments, descriptor)
      : entriesOf(dataset, tags.data, data.length, descriptor.entries);
  return entries ? { firstValue, entries, bits } : undefined;
}

function segmentsOf(dataset: DicomDataset, tag: string, { entries, bits }: LutDescriptor) {
  const bytes = dataset.bytes(tag);
  if (bytes === undefined) return undefined;
  // Segments of 8 bits are bytes, except from writers that store words.
  if (bits <= 8) return unfoldSegments(bytes, entries) ?? unfoldSegments(wordsOf(dataset, tag), entries);
  return unfoldSegments(wordsOf(dataset, tag), entries);
}

function wordsOf({ parsed, element }: DicomDataset, tag: string): Uint16Array {
  const length = (element(tag)?.length ?? 0) >> 1;
  return Uint16Array.from({ length }, (_, index) => parsed.uint16(tag, index) ?? 0);
}

/** Entries of 8 bits may be packed two per word. */
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
