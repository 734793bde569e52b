/**
 * Generates `lib/dicom/parse/dictionary-table.ts` from dcmjs: `node scripts/dictionary/build-dictionary.ts`. Only the
 * table is shipped, because sandbox and interface need nothing else from that package.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import dcmjs from 'dcmjs';
import { ROOT } from '#scripts/desktop/build-stamp.ts';

/**
 * Value representations that dcmjs writes for attributes depending on others; its items and delimiters are not
 * attributes.
 */
const DECIDED: Readonly<Record<string, string>> = {
  xs: 'US or SS',
  ox: 'OB or OW',
  lt: 'US or OW',
  up: 'UL',
};
const NO_ATTRIBUTE = 'na';
const ELEMENTS_TOGETHER = 2;
const LINE_CHARS = 106;

/** Maps tags, eight lower-case hex digits, to value representations. */
export function attributesOfDcmjs(): ReadonlyMap<string, string> {
  const entries = Object.values(dcmjs.data.DicomMetaDictionary.nameMap);
  return new Map(
    entries
      .filter(({ vr }) => vr !== NO_ATTRIBUTE)
      .map(({ tag, vr }) => [tag.replaceAll(/[(),]/g, '').toLowerCase(), DECIDED[vr] ?? vr] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function tableText(): string {
  const byVr = Map.groupBy(attributesOfDcmjs(), ([, vr]) => vr);
  const entries = [...byVr]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([vr, found]) => {
      const byGroup = Map.groupBy(
        found.map(([tag]) => tag),
        (tag) => tag.slice(0, 4),
      );
      const words = [...byGroup].flatMap(([group, tags]) => {
        const [first = '', ...others] = runs(tags.map((tag) => Number.parseInt(tag.slice(4), 16)));
        return [`${group}:${first}`, ...others];
      });
      return `  ${/ /.test(vr) ? `'${vr}'` : vr}: \`${wrapped(words)}\`,\n`;
    });
  return `/**
 * The attributes of DICOM by value representation: group and elements in hex, runs of elements with a hyphen. Written
 * by scripts/dictionary/build-dictionary.ts from dcmjs (MIT). Source: DICOM PS3.6, PS3.7 E.
 */
export const DICTIONARY: Readonly<Record<string, string>> = {
${entries.join('')}};
`;
}

/** Joins neighbouring elements to runs; private groups are odd, so a step of one continues a run. */
function runs(elements: readonly number[]): string[] {
  const found: { first: number; last: number }[] = [];
  for (const element of elements) {
    const run = found.at(-1);
    if (run !== undefined && run.last + 1 === element) run.last = element;
    else found.push({ first: element, last: element });
  }
  return found.flatMap(({ first, last }) =>
    last - first < ELEMENTS_TOGETHER
      ? Array.from({ length: last - first + 1 }, (_, at) => hex(first + at))
      : [`${hex(first)}-${hex(last)}`],
  );
}

const hex = (element: number) => element.toString(16).padStart(4, '0');

function wrapped(words: readonly string[]): string {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line.length + word.length >= LINE_CHARS) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return `${[...lines, line].join('\n    ')}`;
}

if (import.meta.main) writeFileSync(join(ROOT, 'lib', 'dicom', 'parse', 'dictionary-table.ts'), tableText());
