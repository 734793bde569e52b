import { expect, test } from 'vitest';
import { splitSections } from '#report/review/section-list.ts';
import { addendaOf, sectionsToStartFrom, titlesLeftOut } from '#report/review/sections-to-start-from.ts';
import { element, paragraph, parsedState } from '#test/lib/report/states.ts';

const heading = (title: string, code = '', tag = 'h2') => ({
  ...element('heading', title),
  tag,
  $: { section_code: code },
});

test('leaves out what was asked and told then, with its subsections, and addenda', () => {
  const sections = splitSections(
    parsedState(
      heading('Clinical information', '55752-0'),
      paragraph('Cough.'),
      heading('Medication', '', 'h3'),
      paragraph('None.'),
      heading('Findings', '59776-5'),
      heading('Liver', '', 'h3'),
      paragraph('Normal.'),
      heading('Comparison', '18834-2'),
      paragraph('CT of March.'),
      heading('Impression', '19005-8'),
      paragraph('Normal.'),
      heading('Nachtrag, 12. Mai 2026 10:00, Dr. A. Roe'),
      paragraph('Later.'),
      heading('Correction', '', 'h3'),
      paragraph('Left, not right.'),
    ),
  );
  expect(sectionsToStartFrom(sections).map(({ title }) => title)).toEqual([
    'Findings',
    'Liver',
    'Impression',
  ]);
  expect(addendaOf(sections).map(({ title }) => title)).toEqual([
    'Nachtrag, 12. Mai 2026 10:00, Dr. A. Roe',
    'Correction',
  ]);
  expect(titlesLeftOut(sections)).toEqual(['Clinical information', 'Medication', 'Comparison']);
});

test('text without headings is copied as it is', () => {
  expect(sectionsToStartFrom(splitSections(parsedState(paragraph('Normal.'))))).toHaveLength(1);
});
