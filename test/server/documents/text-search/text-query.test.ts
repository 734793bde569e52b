import { describe, expect, test } from 'vitest';
import { SECTIONS } from '#report/state/section-titles.ts';
import { matchSentences } from '#server/documents/text-search/match-sentences.ts';
import { parseTextQuery } from '#server/documents/text-search/parse-text-query.ts';
import { sentencesOf, wordsOfReport } from '#server/documents/text-search/report-sentences.ts';
import { placedWords, splitSentences } from '#server/documents/text-search/sentences.ts';
import { SENTENCE_END, TEXT_COLUMNS } from '#server/storage/search/text-columns.ts';
import { codeOf } from '#test/server/documents/documents-fixture.ts';

const text = (content: string) => ({ type: 'text', text: content });
const paragraph = (content: string) => ({ type: 'paragraph', children: [text(content)] });
const heading = (title: string, code?: string) => ({
  type: 'heading',
  tag: 'h2',
  children: [text(title)],
  ...(code === undefined ? {} : { $: { section_code: code } }),
});
const stateOf = (...children: object[]) => JSON.stringify({ root: { type: 'root', children } });

describe('parseTextQuery', () => {
  test('reads words as prefixes, phrases as whole words, and sections in every language', () => {
    expect(parseTextQuery('Öd "ground glass" impression:nodul Beurteilung: "klein" text:adren*')).toEqual([
      { column: null, words: ['od'], isPrefix: true },
      { column: null, words: ['ground', 'glass'], isPrefix: false },
      { column: 'impression', words: ['nodul'], isPrefix: true },
      { column: 'impression', words: ['klein'], isPrefix: false },
      { column: null, words: ['text', 'adren'], isPrefix: true },
    ]);
  });

  test('takes a name that is no section, and a hyphen, for text', () => {
    expect(parseTextQuery('foo:bar ground-glass')).toEqual([
      { column: null, words: ['foo', 'bar'], isPrefix: true },
      { column: null, words: ['ground', 'glass'], isPrefix: true },
    ]);
  });

  test('refuses a query without a word, and one with too many', async () => {
    expect(await codeOf(() => parseTextQuery(' "" : * '))).toBe('invalid_request');
    const many = Array.from({ length: 33 }, (_, n) => `w${n}`).join(' ');
    expect(await codeOf(() => parseTextQuery(many))).toBe('invalid_request');
  });

  test('knows every section that has a code', () => {
    for (const { key, en, de, fr } of SECTIONS) {
      expect(TEXT_COLUMNS).toContain(key);
      for (const name of [en, de, fr]) {
        if (/\s/.test(name)) continue;
        expect(parseTextQuery(`${name}:x`)[0]?.column).not.toBeNull();
      }
    }
  });
});

describe('splitSentences', () => {
  test.each([
    ['No effusion. Nodule of 8 mm. Stable.', ['No effusion.', 'Nodule of 8 mm.', 'Stable.']],
    ['Am 2. Mai, z. B. Leber.', ['Am 2. Mai, z. B. Leber.']],
    ['Dr. Roe told them. Done?', ['Dr. Roe told them.', 'Done?']],
    ['Version 1.5 mm', ['Version 1.5 mm']],
    ['', []],
  ])('splits %s', (line, sentences) => expect(splitSentences(line)).toEqual(sentences));

  test('loses no word', () => {
    const line = 'A b. Cde f. Ghi! «Jkl» mno… Pqr (stu). Vwx';
    const all = (part: string) => placedWords(part).map(({ word }) => word);
    expect(splitSentences(line).flatMap(all)).toEqual(all(line));
  });
});

describe('sentencesOf', () => {
  const report = stateOf(
    paragraph('Before any heading.'),
    heading('Befund', '59776-5'),
    paragraph('Rundherd, 8 mm. Kein Erguss.'),
    {
      type: 'table',
      children: [
        {
          type: 'tablerow',
          children: [
            { type: 'tablecell', children: [paragraph('Herd 1')] },
            { type: 'tablecell', children: [paragraph('8 mm')] },
          ],
        },
      ],
    },
    { type: 'report-figure', picture: {}, children: [text('Figure of the nodule')] },
    heading('Impression'),
    { type: 'list', children: [{ type: 'listitem', children: [text('Stable nodule')] }] },
    heading('My own words'),
    paragraph('Free text.'),
  );

  test('gives each sentence with its section, a row of a table as one, a caption apart', () => {
    expect(sentencesOf(report)).toEqual([
      { column: 'other', section: '', text: 'Before any heading.' },
      { column: 'findings', section: 'Befund', text: 'Rundherd, 8 mm.' },
      { column: 'findings', section: 'Befund', text: 'Kein Erguss.' },
      { column: 'findings', section: 'Befund', text: 'Herd 1 · 8 mm' },
      { column: 'caption', section: 'Befund', text: 'Figure of the nodule' },
      { column: 'impression', section: 'Impression', text: 'Stable nodule' },
      { column: 'other', section: 'My own words', text: 'My own words' },
      { column: 'other', section: 'My own words', text: 'Free text.' },
    ]);
    expect(sentencesOf(null)).toEqual([]);
  });

  test('and the words of each section, with the ends of sentences', () => {
    expect(wordsOfReport(report).findings).toBe(
      `rundherd 8 mm ${SENTENCE_END} kein erguss ${SENTENCE_END} herd 1 8 mm ${SENTENCE_END}`,
    );
  });
});

describe('matchSentences', () => {
  const sentences = sentencesOf(
    stateOf(
      heading('Findings', '59776-5'),
      paragraph('Ground-glass of the left lung. Große Ödeme.'),
      heading('Impression', '19005-8'),
      paragraph('Pure ground glass nodule, glass. No ground. Glass is cut.'),
    ),
  );
  const marked = (query: string) =>
    matchSentences(sentences, parseTextQuery(query)).map(({ text, marks }) =>
      marks.map(([from, to]) => text.slice(from, to)),
    );

  test('marks words by their beginning, without regard to case, diacritics and ß', () => {
    expect(marked('grosse od')).toEqual([['Große', 'Ödeme']]);
  });

  test('marks a phrase as one, over a hyphen, and never over two sentences', () => {
    expect(marked('"ground glass"')).toEqual([['Ground-glass'], ['ground glass']]);
    expect(marked('"ground glass is"')).toEqual([]);
  });

  test('keeps to the section, and needs every term', () => {
    expect(marked('impression:ground nodul')).toEqual([['ground', 'nodule'], ['ground']]);
    expect(marked('findings:nodule')).toEqual([]);
    expect(marked('ground zebra')).toEqual([]);
  });

  test('gives the three best sentences in the order of the report', () => {
    expect(marked('g')).toHaveLength(3);
    expect(marked('glass nodule')).toEqual([['glass'], ['glass', 'nodule', 'glass'], ['Glass']]);
  });
});
