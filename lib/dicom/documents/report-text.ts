/**
 * Text of a structured report, dose report or key object: its content tree with headings, one item a line, items
 * inside others indented. Content by reference names what it refers to, and repeats nothing, so that a circle ends.
 * Source: DICOM PS3.3 C.17.3; choices, "Objects, to the letter".
 */
import type { DicomDataset } from '#dicom/read-dataset.ts';
import { conceptOf, oneLine } from './coded-concept.ts';
import { contentValue, referenceText } from './content-value.ts';
import { addHead } from './document-head.ts';
import { sopClassName } from './sop-class-names.ts';
import { createTextLines, type TextLines, TextTooLongError } from './text-lines.ts';
import { dateTimeText } from './value-text.ts';

const CONTENT = 'x0040a730';
const NAME = 'x0040a043';
const VALUE_TYPE = 'x0040a040';
const RELATIONSHIP = 'x0040a010';
const REFERENCED_ITEM = 'x0040db73';
const REPORTS = '1.2.840.10008.5.1.4.1.1.88.';
/** Largest number of content items. */
const ITEMS_MAX = 1_000_000;
/** Names of items without a concept name. */
const UNNAMED: Readonly<Record<string, string>> = {
  CONTAINER: 'Section',
  IMAGE: 'Image',
  COMPOSITE: 'Object',
  WAVEFORM: 'Waveform',
  SCOORD: 'Shape',
  SCOORD3D: 'Shape in space',
  TCOORD: 'Time range',
  TEXT: 'Text',
  NUM: 'Number',
};
/** Relationships that change what an item says of the one around it. */
const SAID: Readonly<Record<string, string>> = {
  'INFERRED FROM': 'inferred from ',
  'SELECTED FROM': 'selected from ',
};

/** True for a document with a content tree. */
export function isReport(dataset: DicomDataset): boolean {
  const isOfClass = dataset.text('x00080016')?.startsWith(REPORTS) ?? false;
  return isOfClass || (dataset.text(VALUE_TYPE) === 'CONTAINER' && dataset.element(CONTENT) !== undefined);
}

/** Text of a report. @throws TextTooLongError */
export function reportText(dataset: DicomDataset, maxChars: number): string {
  const lines = createTextLines(maxChars);
  const title = conceptOf(dataset, NAME) ?? sopClassName(dataset.text('x00080016')) ?? 'Report';
  addHead(lines, dataset, title);
  for (const earlier of predecessors(dataset)) lines.add(0, `Replaces: ${earlier}`);
  const children = childrenOf();
  let left = ITEMS_MAX;

  function add(item: DicomDataset, level: number): void {
    left -= 1;
    if (left < 0) throw new TextTooLongError();
    const said = SAID[item.text(RELATIONSHIP)?.toUpperCase() ?? ''] ?? '';
    const target = item.numberValues(REFERENCED_ITEM);
    if (target.length > 0) {
      lines.add(level, `${said}item ${target.join('.')}${referredText(dataset, target, children)}`);
      return;
    }
    if (item.text(VALUE_TYPE) === 'CONTAINER') lines.gap();
    addLine(lines, level, said, item);
    for (const each of item.items(CONTENT)) add(each, level + 1);
  }

  lines.gap();
  for (const item of dataset.items(CONTENT)) add(item, 0);
  return lines.text();
}

/** One line; a text of several lines stays as written, so its further lines are not indented. */
function addLine(lines: TextLines, level: number, said: string, item: DicomDataset): void {
  const valueType = item.text(VALUE_TYPE);
  const name = `${said}${nameOf(item, valueType)}`;
  const at = item.text('x0040a032');
  const observed = at === undefined ? '' : ` [${dateTimeText(at)}]`;
  const value = contentValue(item, valueType);
  if (valueType === 'CONTAINER') lines.add(level, `${name}${observed}`);
  else lines.add(level, `${name}: ${value ?? 'no value'}${observed}`);
}

function nameOf(item: DicomDataset, valueType: string | undefined): string {
  return conceptOf(item, NAME) ?? UNNAMED[valueType ?? ''] ?? valueType ?? 'Item';
}

/** Content items on the way to referenced ones, read once: thousands of references may lead the same way. */
function childrenOf(): (item: DicomDataset) => readonly DicomDataset[] {
  const known = new Map<DicomDataset, readonly DicomDataset[]>();
  return (item) => {
    const kept = known.get(item);
    if (kept !== undefined) return kept;
    const read = item.items(CONTENT);
    known.set(item, read);
    return read;
  };
}

/** Name and value of the item at a position; positions count from 1, and the first is the document itself. */
function referredText(
  root: DicomDataset,
  position: readonly (number | undefined)[],
  children: (item: DicomDataset) => readonly DicomDataset[],
): string {
  let item: DicomDataset | undefined = root;
  for (const number of position.slice(1)) {
    item = item && children(item)[(number ?? 0) - 1];
  }
  if (item === undefined) return ', which is not in this document';
  const valueType = item.text(VALUE_TYPE);
  const value = contentValue(item, valueType);
  return ` (${nameOf(item, valueType)}${value === undefined ? '' : `: ${oneLine(value)}`})`;
}

/** Documents this one replaces. */
function predecessors(dataset: DicomDataset): string[] {
  return dataset
    .items('x0040a360')
    .flatMap((study) => study.items('x00081115'))
    .flatMap((series) => series.items('x00081199'))
    .map(referenceText);
}
