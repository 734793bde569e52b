/** Checks that every `Source:` comment naming a project document leads to an existing heading, row, point or term. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '#scripts/desktop/build-stamp.ts';

const page = (...path: string[]) => readFileSync(join(ROOT, 'docs', ...path), 'utf8');

/** Documents by the first words of a source; numbers refer to headings of this form. */
const DOCUMENTS: readonly {
  readonly named: RegExp;
  readonly text: string;
  readonly number?: readonly [pattern: RegExp, heading: (number: string) => string];
}[] = [
  { named: /^API spec/, text: page('spec', 'api.md') },
  { named: /^choices/, text: page('spec', 'choices.md') + page('spec-choices.md') },
  {
    named: /^sealing design/,
    text: page('design', 'sealing.md'),
    number: [/\bB(\d+)/g, (number) => `### B${number}.`],
  },
  {
    named: /^clinic design/,
    text: page('design', 'clinic.md'),
    number: [/(?<=section )(\d+)|(?<=sections )(\d+)/g, (number) => `## ${number}.`],
  },
  { named: /^imaging design/, text: page('design', 'imaging.md') },
  { named: /^(?:clinician's reference|clinical-ux\.md)/, text: page('design', 'clinical-ux.md') },
  { named: /^evidence/, text: page('design', 'evidence.md') },
  { named: /^visual (?:design|reference)/, text: page('design', 'visual.md') },
  { named: /^design of architecture/, text: page('design', 'architecture.md') },
  { named: /^design of libraries/, text: page('design', 'libraries.md') },
];
/** Sources that are not documents of the repository. */
const UNKNOWN = /^(?:issue|data README|design,|design of (?!architecture|libraries))/;

const FOLDERS = 'lib,transfer,server,sdk,cli,main,renderer,scripts,lanes,test';

/** Returns the sources in a file's comments, separated by semicolons. */
function sourcesOf(file: string): string[] {
  const comments = readFileSync(join(ROOT, file), 'utf8').match(/\/\*\*?[^*]*\*+(?:[^/*][^*]*\*+)*\//g) ?? [];
  return comments.flatMap((comment) => {
    const [, source = ''] = comment.replaceAll(/\s*\n\s*\*? ?/g, ' ').split('Source: ');
    const end = source.search(/\.(?:\s|$)(?!\d)|\*\//);
    return (end < 0 ? source : source.slice(0, end)).split(/; /).map((part) => part.trim());
  });
}

function hasPlace(text: string, name: string): boolean {
  const wanted = name.toLowerCase();
  return text.split('\n').some((line) => {
    const said = line.toLowerCase();
    if (said.startsWith(wanted) || said.includes(`${wanted}:`)) return true;
    return /^(?:#+ |\||- |\d+\. )|\*\*/.test(line) && said.includes(wanted);
  });
}

function missingIn(source: string): string[] {
  if (UNKNOWN.test(source)) return [source];
  const document = DOCUMENTS.find(({ named }) => named.test(source));
  if (document === undefined) return [];
  const names = [...source.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
  const [pattern, heading] = document.number ?? [];
  const numbers = pattern === undefined ? [] : [...source.matchAll(pattern)].map(([number]) => number);
  return [
    ...names.filter((name) => !hasPlace(document.text, name)),
    ...numbers
      .map((number) => heading?.(number.replace(/^B/, '')) ?? '')
      .filter((place) => !document.text.includes(`\n${place}`)),
  ].map((place) => `${source}: ${place}`);
}

test('every source that is a document of this repository leads to a place in it', () => {
  const files = globSync(`{${FOLDERS}}/**/*.{ts,tsx}`, { cwd: ROOT });
  const sources = files.flatMap((file) => sourcesOf(file).map((source) => ({ file, source })));
  expect(sources.length).toBeGreaterThan(400);
  const missing = sources.flatMap(({ file, source }) =>
    missingIn(source).map((place) => `${file}: ${place}`),
  );
  expect(missing).toEqual([]);
});
