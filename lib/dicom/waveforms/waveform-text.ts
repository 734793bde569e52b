/** Text of an ECG or another waveform: groups with rate and channels, and annotations. Source: DICOM PS3.3 C.10. */
import { conceptOf, oneLine, unitText } from '#dicom/documents/coded-concept.ts';
import { contentValue } from '#dicom/documents/content-value.ts';
import { addHead } from '#dicom/documents/document-head.ts';
import { sopClassName } from '#dicom/documents/sop-class-names.ts';
import { createTextLines, type TextLines } from '#dicom/documents/text-lines.ts';
import { dateTimeText, numbersText } from '#dicom/documents/value-text.ts';
import type { DicomDataset } from '#dicom/read-dataset.ts';
import { type WaveformChannel, type WaveformGroup, waveformGroups } from './waveform-groups.ts';

const ANNOTATIONS = 'x0040b020';
const CONTEXT = 'x00400555';
/** Positions of one annotation that are listed. */
const POSITIONS_SHOWN = 16;

/** @param maxChars longest text. @throws TextTooLongError */
export function waveformText(dataset: DicomDataset, maxChars: number): string {
  const lines = createTextLines(maxChars);
  addHead(lines, dataset, sopClassName(dataset.text('x00080016')) ?? 'Waveform');
  const acquired = dataset.text('x0008002a');
  if (acquired !== undefined) lines.add(0, `Acquired: ${dateTimeText(acquired)}`);
  for (const item of dataset.items(CONTEXT)) {
    const value = contentValue(item, item.text('x0040a040'));
    if (value !== undefined) lines.add(0, `${conceptOf(item, 'x0040a043') ?? 'Context'}: ${oneLine(value)}`);
  }
  const groups = waveformGroups(dataset);
  for (const [at, group] of groups.entries()) addGroup(lines, group, at + 1);
  addAnnotations(lines, dataset.items(ANNOTATIONS), groups);
  return lines.text();
}

function addGroup(lines: TextLines, group: WaveformGroup, number: number): void {
  lines.gap();
  const facts = [
    `${group.channels.length} ${group.channels.length === 1 ? 'channel' : 'channels'}`,
    group.hertz === undefined ? undefined : `${group.hertz} Hz`,
    `${group.samples} samples`,
    group.seconds === undefined ? undefined : `${Number(group.seconds.toPrecision(6))} s`,
    group.originality?.toLowerCase(),
  ];
  lines.add(0, `${group.label ?? `Group ${number}`}: ${facts.filter(Boolean).join(', ')}`);
  for (const channel of group.channels) lines.add(1, channelText(channel));
}

function channelText({ label, sensitivity, unit, definition }: WaveformChannel): string {
  const [low, high, notch] = ['x003a0220', 'x003a0221', 'x003a0222'].map((tag) => definition.number(tag));
  const facts = [
    sensitivity === undefined ? 'not calibrated' : `${Number(sensitivity.toPrecision(6))} ${unit} a step`,
    low === undefined ? undefined : `from ${low} Hz`,
    high === undefined ? undefined : `to ${high} Hz`,
    notch === undefined || notch === 0 ? undefined : `notch ${notch} Hz`,
  ];
  const source = conceptOf(definition, 'x003a0208');
  const name = source === undefined || source === label ? label : `${label}, ${source}`;
  return `${name}: ${facts.filter(Boolean).join(', ')}`;
}

function addAnnotations(
  lines: TextLines,
  annotations: readonly DicomDataset[],
  groups: readonly WaveformGroup[],
): void {
  if (annotations.length === 0) return;
  lines.gap();
  lines.add(0, 'Annotations');
  for (const annotation of annotations) lines.add(1, annotationText(annotation, groups));
}

function annotationText(annotation: DicomDataset, groups: readonly WaveformGroup[]): string {
  const name = conceptOf(annotation, 'x0040a043');
  const number = annotation.text('x0040a30a');
  const unit = unitText(annotation.items('x004008ea')[0]);
  const values = [
    number === undefined ? undefined : [number, unit].filter(Boolean).join(' '),
    conceptOf(annotation, 'x0040a168'),
    // One value, so that a backslash stays.
    annotation.text('x00700006', 0)?.trim(),
  ].filter((value) => value !== undefined && value !== '');
  const said = [name, values.join(', ')].filter(Boolean).join(': ') || 'Annotation without a text';
  const where = [channelsOf(annotation, groups), placeOf(annotation)].filter(Boolean);
  return where.length === 0 ? said : `${said} (${where.join('; ')})`;
}

/** Pairs of group and channel; channel 0 stands for the whole group, which is named where a place in it counts. */
function channelsOf(annotation: DicomDataset, groups: readonly WaveformGroup[]): string | undefined {
  const numbers = annotation.numberValues('x0040a0b0');
  const isPlaced = placeOf(annotation) !== undefined;
  const names = Array.from({ length: Math.min(numbers.length >> 1, POSITIONS_SHOWN) }, (_, at) => {
    const [group = 0, channel = 0] = [numbers[at * 2], numbers[at * 2 + 1]];
    if (channel === 0) return isPlaced && groups.length > 1 ? groups[group - 1]?.label : undefined;
    return groups[group - 1]?.channels[channel - 1]?.label ?? `channel ${group}/${channel}`;
  }).filter((name) => name !== undefined);
  return names.length === 0 ? undefined : names.join(', ');
}

function placeOf(annotation: DicomDataset): string | undefined {
  const samples = numbersText(annotation, 'x0040a132', POSITIONS_SHOWN);
  if (samples !== undefined) return `sample ${samples}`;
  const offsets = numbersText(annotation, 'x0040a138', POSITIONS_SHOWN);
  if (offsets !== undefined) return `time offset ${offsets}`;
  return annotation.text('x0040a13a')?.split('\\').slice(0, POSITIONS_SHOWN).map(dateTimeText).join(', ');
}
