/**
 * Searches a finished copy for every identifier of its original, byte by byte: texts and bytes of each element, and
 * pixels for long identifiers. Values the copy itself adds are ignored. Source: DICOM PS3.15 E.1.
 */
import type { DataSet, Element } from 'dicom-parser';
import type { DicomDataset } from '#dicom/read-dataset.ts';
import type { FileIdentifiers } from './file-identifiers.ts';
import type { ByteRange } from './identifier-bytes.ts';
import { valueBytes } from './write/value-bytes.ts';

/** Numbers, shifted dates and replaced UIDs, which were checked when written. */
const JUDGED = new Set(['AS', 'DA', 'DS', 'DT', 'IS', 'TM', 'UI']);
/** Longest value searched for every identifier; longer ones are bulk data, searched for long identifiers only. */
const VALUE_MAX_BYTES = 65_536;

/** Searches a finished copy for identifiers. @param stated tags whose values were added. */
export function hasIdentifier(
  copy: DicomDataset,
  identifiers: FileIdentifiers,
  stated: ReadonlySet<string>,
): boolean {
  const own: ByteRange[] = [];
  for (const item of Object.values(copy.parsed.elements)) {
    const tag = tagOf(item);
    if (tag.startsWith('0002') || stated.has(tag))
      own.push({ from: item.dataOffset, to: item.dataOffset + item.length });
    else if (!tag.startsWith('7fe0') && isInElement(copy.parsed, item, identifiers)) return true;
  }
  for (const { from, to } of identifiers.bytes.findStrong(copy.parsed.byteArray))
    if (!own.some((range) => from >= range.from && to <= range.to)) return true;
  return false;
}

function isInElement(data: DataSet, item: Element, identifiers: FileIdentifiers): boolean {
  if (item.items !== undefined)
    return item.items.some(({ dataSet }) =>
      Object.values(dataSet?.elements ?? {}).some(
        (inner) => dataSet !== undefined && isInElement(dataSet, inner, identifiers),
      ),
    );
  if (JUDGED.has(item.vr ?? '') || item.length > VALUE_MAX_BYTES) return false;
  const value = valueBytes(data, item);
  return identifiers.bytes.areIn(value);
}

function tagOf(item: Element): string {
  return item.tag.slice(1).toLowerCase();
}
