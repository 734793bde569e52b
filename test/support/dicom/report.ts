/** Builds structured reports for tests: content items of every value type, nested and by reference. */
import { EXPLICIT, fileAround, type WrittenElement, words, writeElements } from './written-object.ts';

export const LITTLE_EXPLICIT = '1.2.840.10008.1.2.1';
const COMPREHENSIVE_REPORT = '1.2.840.10008.5.1.4.1.1.88.33';

export const el = (tag: string, vr: string, value: WrittenElement['value']): WrittenElement => ({
  tag,
  vr,
  value,
});

export const us = (tag: string, ...values: number[]): WrittenElement =>
  el(tag, 'US', words(values, EXPLICIT));

/** A code; without a scheme, one of a private scheme. */
export function code(value: string, meaning?: string, scheme = '99TEST'): WrittenElement[] {
  return [
    el('00080100', 'SH', value),
    el('00080102', 'SH', scheme),
    ...(meaning === undefined ? [] : [el('00080104', 'LO', meaning)]),
  ];
}

export interface Item {
  readonly type: string;
  readonly name?: string;
  readonly relation?: string;
  readonly values?: readonly WrittenElement[];
  readonly items?: readonly (readonly WrittenElement[])[];
}

/** The elements of a content item, in tag order. */
export function item({ type, name, relation = 'CONTAINS', values = [], items = [] }: Item): WrittenElement[] {
  return [
    el('0040a010', 'CS', relation),
    el('0040a040', 'CS', type),
    ...(name === undefined ? [] : [el('0040a043', 'SQ', [code('N', name)])]),
    ...values,
    ...(items.length === 0 ? [] : [el('0040a730', 'SQ', items)]),
  ].toSorted((left, right) => (left.tag < right.tag ? -1 : 1));
}

export function text(name: string, value: string): WrittenElement[] {
  return item({ type: 'TEXT', name, values: [el('0040a160', 'UT', value)] });
}

/** A number with its unit; without a value, `qualifier` says why. */
export function number(
  name: string,
  value: string | undefined,
  unit: readonly WrittenElement[],
  qualifier?: string,
): WrittenElement[] {
  const measured = value === undefined ? [] : [[el('004008ea', 'SQ', [unit]), el('0040a30a', 'DS', value)]];
  const values = [
    el('0040a300', 'SQ', measured),
    ...(qualifier === undefined ? [] : [el('0040a301', 'SQ', [code('Q', qualifier)])]),
  ];
  return item({ type: 'NUM', name, values });
}

/** An item by reference: its position in the document. */
export function reference(relation: string, ...position: number[]): WrittenElement[] {
  const bytes = Buffer.alloc(position.length * 4);
  for (const [at, step] of position.entries()) bytes.writeUInt32LE(step, at * 4);
  return [el('0040a010', 'CS', relation), el('0040db73', 'UL', bytes)];
}

/** A complete report file. */
export function report(
  title: string,
  items: readonly (readonly WrittenElement[])[],
  head: readonly WrittenElement[] = [],
): Buffer {
  const elements = [
    el('00080016', 'UI', COMPREHENSIVE_REPORT),
    el('00080018', 'UI', '1.2.3.4'),
    el('00080060', 'CS', 'SR'),
    el('0020000d', 'UI', '1.2.3'),
    el('0020000e', 'UI', '1.2.3.1'),
    el('0040a040', 'CS', 'CONTAINER'),
    el('0040a043', 'SQ', [code('T', title)]),
    el('0040a050', 'CS', 'SEPARATE'),
    el('0040a730', 'SQ', items),
  ].filter(({ tag }) => !head.some((each) => each.tag === tag));
  const ordered = [...elements, ...head].toSorted((left, right) => (left.tag < right.tag ? -1 : 1));
  return fileAround(writeElements(ordered, { encoding: EXPLICIT }), { transferSyntaxUid: LITTLE_EXPLICIT });
}
