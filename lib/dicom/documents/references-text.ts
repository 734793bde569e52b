/**
 * Text of an object without pictures and without a content tree: what it calls itself and which objects it refers to.
 * Presentation states say their words, structure sets their structures, plans their beams. Source: DICOM PS3.3 C.11.10,
 * C.8.8.5, C.8.8.9, C.12.
 */
import type { DicomDataset } from '#dicom/read-dataset.ts';
import { oneLine, unitText } from './coded-concept.ts';
import { referenceText } from './content-value.ts';
import { addHead } from './document-head.ts';
import { createTextLines, type TextLines } from './text-lines.ts';
import { nameText } from './value-text.ts';

const LABELS: readonly (readonly [name: string, tag: string])[] = [
  ['Label', 'x00700080'],
  ['Description', 'x00700081'],
  ['Structure set', 'x30060002'],
  ['Description', 'x30060006'],
  ['Plan', 'x300a0002'],
  ['Plan name', 'x300a0003'],
  ['Description', 'x300a0004'],
  ['Intent', 'x300a000a'],
  ['Approval', 'x300e0002'],
];

/** Sequences of named parts, and the tag of the name in their items. */
const PARTS: readonly (readonly [heading: string, sequence: string, name: string])[] = [
  ['Structures', 'x30060020', 'x30060026'],
  ['Prescriptions', 'x300a0010', 'x300a0016'],
  ['Beams', 'x300a00b0', 'x300a00c2'],
  ['Beams', 'x300a03a2', 'x300a00c2'],
];

/** Sequences that name referenced instances, themselves or by series. */
const SERIES = 'x00081115';
const INSTANCES = ['x00081140', 'x00081199', 'x0008114a', 'x00081167'];
/** References that are listed; a series may have some thousand. */
const REFERENCES_SHOWN = 2_000;

/** @param maxChars longest text. @throws TextTooLongError */
export function referencesText(dataset: DicomDataset, title: string, maxChars: number): string {
  const lines = createTextLines(maxChars);
  addHead(lines, dataset, title);
  for (const [name, tag] of LABELS) {
    const value = dataset.text(tag);
    if (value !== undefined) lines.add(0, `${name}: ${oneLine(value)}`);
  }
  const creator = dataset.text('x00700084');
  if (creator !== undefined) lines.add(0, `Creator: ${nameText(creator)}`);
  addAnnotations(lines, dataset);
  addMappings(lines, dataset);
  for (const [heading, sequence, name] of PARTS) {
    addSection(
      lines,
      heading,
      dataset.items(sequence).flatMap((item) => item.text(name) ?? []),
    );
  }
  addSection(lines, 'Refers to', references(dataset));
  return lines.text();
}

function addSection(lines: TextLines, heading: string, entries: readonly string[]): void {
  if (entries.length === 0) return;
  lines.gap();
  lines.add(0, heading);
  for (const entry of entries) lines.add(1, oneLine(entry));
}

/** Words a presentation state writes on the picture. */
function addAnnotations(lines: TextLines, dataset: DicomDataset): void {
  const words = dataset
    .items('x00700001')
    .flatMap((annotation) => annotation.items('x00700008'))
    .flatMap((text) => text.text('x00700006') ?? []);
  addSection(lines, 'Annotations', words);
}

/** Real-world values: what a stored value means. */
function addMappings(lines: TextLines, dataset: DicomDataset): void {
  const mappings = dataset
    .items('x00409094')
    .flatMap((reference) => reference.items('x00409096'))
    .map((mapping) => {
      const [slope, intercept] = [mapping.number('x00409225'), mapping.number('x00409224')];
      const unit = unitText(mapping.items('x004008ea')[0]) ?? 'no unit';
      const name = mapping.text('x00400210') ?? mapping.text('x00283003') ?? 'Value';
      if (slope === undefined) return `${name}: by a table, in ${unit}`;
      return `${name}: ${slope} × stored + ${intercept ?? 0}, in ${unit}`;
    });
  addSection(lines, 'Real-world values', mappings);
}

function references(dataset: DicomDataset): string[] {
  const all = [...dataset.items(SERIES), dataset, ...dataset.items('x00409094')].flatMap((source) =>
    INSTANCES.flatMap((sequence) => source.items(sequence)),
  );
  const frames = dataset
    .items('x30060010')
    .flatMap((frame) => frame.items('x30060012'))
    .flatMap((study) => study.items('x30060014'))
    .flatMap((series) => series.items('x30060016'));
  const plans = ['x300c0002', 'x300c0060', 'x300c0080'].flatMap((sequence) => dataset.items(sequence));
  const found = [...new Set([...all, ...frames, ...plans].map(referenceText))].filter((each) => each !== '');
  const more = found.length - REFERENCES_SHOWN;
  return more > 0 ? [...found.slice(0, REFERENCES_SHOWN), `and ${more} more`] : found;
}
