/**
 * Value of a content item as text. A text stays verbatim; a number has its unit, or the reason why it is missing.
 * Source: DICOM PS3.3 C.17.3, C.18.
 */
import type { DicomDataset } from '#dicom/read-dataset.ts';
import { conceptOf, conceptText, unitText } from './coded-concept.ts';
import { sopClassName } from './sop-class-names.ts';
import { dateText, dateTimeText, nameText, numbersText, timeText } from './value-text.ts';

/** Numbers of a shape that are listed; a free contour may have thousands. */
const NUMBERS_SHOWN = 32;
const FRAMES_SHOWN = 64;

/** Text of an item's value; undefined for a container, and for an item without a value. */
export function contentValue(item: DicomDataset, valueType: string | undefined): string | undefined {
  const text = (tag: string, form = (value: string) => value) => {
    const value = item.text(tag);
    return value === undefined ? undefined : form(value);
  };
  switch (valueType) {
    case 'TEXT':
      // One value, so that a backslash or a leading space stays.
      return item.text('x0040a160', 0);
    case 'NUM':
      return numberText(item);
    case 'CODE':
      return conceptOf(item, 'x0040a168');
    case 'PNAME':
      return text('x0040a123', nameText);
    case 'DATE':
      return text('x0040a121', dateText);
    case 'TIME':
      return text('x0040a122', timeText);
    case 'DATETIME':
      return text('x0040a120', dateTimeText);
    case 'UIDREF':
      return text('x0040a124');
    case 'IMAGE':
    case 'COMPOSITE':
    case 'WAVEFORM':
      return referencesText(item);
    case 'SCOORD':
    case 'SCOORD3D':
      return shapeText(item, valueType === 'SCOORD' ? 2 : 3);
    case 'TCOORD':
      return timeRangeText(item);
    case 'TABLE':
      return tableText(item);
    default:
      return undefined;
  }
}

/** `12.5 mm (millimeter)`; without a value its qualifier, or that there is none. */
function numberText(item: DicomDataset): string {
  const qualifier = conceptOf(item, 'x0040a301');
  const measured = item.items('x0040a300').map((each) => {
    const value = each.text('x0040a30a') ?? each.numbers('x0040a161')?.join(', ') ?? rational(each);
    const unit = unitText(each.items('x004008ea')[0]);
    return value === undefined ? undefined : [value, unit].filter(Boolean).join(' ');
  });
  const known = measured.filter((each) => each !== undefined);
  if (known.length === 0) return qualifier ?? 'no value';
  return qualifier === undefined ? known.join('; ') : `${known.join('; ')}, ${qualifier}`;
}

function rational(measured: DicomDataset): string | undefined {
  const numerator = measured.number('x0040a162');
  const denominator = measured.number('x0040a163');
  return numerator === undefined || denominator === undefined ? undefined : `${numerator}/${denominator}`;
}

function referencesText(item: DicomDataset): string | undefined {
  const references = item.items('x00081199').map(referenceText);
  return references.length === 0 ? undefined : references.join('; ');
}

/** `CT image 1.2.3, frame 5`, with the presentation state or segment it names. */
export function referenceText(reference: DicomDataset): string {
  const sopClass = reference.text('x00081150');
  const states = reference.items('x00081199').map((state) => `shown by ${referenceText(state)}`);
  const counted = (one: string, tag: string) => {
    const numbers = numbersText(reference, tag, FRAMES_SHOWN);
    return numbers === undefined ? undefined : `${one} ${numbers}`;
  };
  return [
    [sopClassName(sopClass) ?? sopClass, reference.text('x00081155')].filter(Boolean).join(' '),
    counted('frame', 'x00081160'),
    counted('segment', 'x0062000b'),
    channelsText(reference),
    conceptText(reference.items('x0040a170')[0]),
    ...states,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(', ');
}

/** Channels come as pairs of a group and a channel. */
function channelsText(reference: DicomDataset): string | undefined {
  const numbers = reference.numberValues('x0040a0b0');
  if (numbers.length < 2) return undefined;
  const pairs = Array.from(
    { length: Math.min(numbers.length >> 1, NUMBERS_SHOWN) },
    (_, at) => `${numbers[at * 2] ?? '?'}/${numbers[at * 2 + 1] ?? '?'}`,
  );
  return `channel ${pairs.join(', ')}`;
}

function shapeText(item: DicomDataset, dimensions: number): string | undefined {
  const shape = item.text('x00700023');
  const numbers = item.numberValues('x00700022');
  const points = Array.from({ length: Math.floor(numbers.length / dimensions) }, (_, at) =>
    Array.from({ length: dimensions }, (_each, axis) => numbers[at * dimensions + axis] ?? '?').join(', '),
  );
  const shown = points.slice(0, NUMBERS_SHOWN).map((point) => `(${point})`);
  const more = points.length > shown.length ? ` and ${points.length - shown.length} more points` : '';
  const parts = [shape, shown.join(' ') + more].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(' ');
}

function timeRangeText(item: DicomDataset): string | undefined {
  const parts = [
    item.text('x0040a130'),
    ...[
      ['samples', numbersText(item, 'x0040a132', NUMBERS_SHOWN)] as const,
      ['seconds', numbersText(item, 'x0040a138', NUMBERS_SHOWN)] as const,
    ].map(([name, numbers]) => numbers && `${name} ${numbers}`),
    item.text('x0040a13a')?.split('\\').map(dateTimeText).join(', '),
  ].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(' ');
}

/** Says the size of a table; its cells are not listed. */
function tableText(item: DicomDataset): string {
  const [rows, columns] = [item.number('x0040a801'), item.number('x0040a802')];
  return `table of ${rows ?? '?'} rows and ${columns ?? '?'} columns, not listed`;
}
