/** Checks the length of sentences in SECURITY.md and the guides. */
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { proseLines, ROOT, readPage } from './markdown.ts';

const WORDS_MAX = 30;
const SECURITY_WORDS_MAX = 1500;
const HURRIED = ['SECURITY.md', ...globSync('docs/guide/*.md', { cwd: ROOT }).sort()];

/** A table cell counts as its own sentence, text in backticks as one word. */
function sentencesOf(line: string): string[] {
  const cells = line.startsWith('|') ? line.split('|') : [line];
  return cells.flatMap((cell) => cell.replaceAll(/`[^`]*`/g, '`code`').split(/(?<=[.!?:;])\s+/));
}

function longSentences(text: string): string[] {
  return proseLines(text)
    .flatMap(sentencesOf)
    .filter((sentence) => sentence.split(/\s+/).filter(Boolean).length > WORDS_MAX);
}

test.each(HURRIED)(`%s has no sentence of more than ${WORDS_MAX} words`, (page) => {
  expect(longSentences(readPage(page))).toEqual([]);
});

test(`SECURITY.md has at most ${SECURITY_WORDS_MAX} words`, () => {
  expect(readPage('SECURITY.md').split(/\s+/).length).toBeLessThanOrEqual(SECURITY_WORDS_MAX);
});

test('a long sentence is found, in prose and in a cell', () => {
  const long = Array.from({ length: WORDS_MAX + 1 }, () => 'word').join(' ');
  expect(longSentences(`Short. ${long}.`)).toHaveLength(1);
  expect(longSentences(`| short | ${long} |`)).toHaveLength(1);
  expect(longSentences(`\`\`\`\n${long}\n\`\`\``)).toEqual([]);
});
