/** Tests that a question asked of the exam is no finding the Impression must name. */
import { expect, test } from 'vitest';
import { checkFindingsInImpression, namesFinding } from '#report/checks/impression/impression-checks.ts';

const told = (findings: string) =>
  checkFindingsInImpression({ title: '', whole: '', written: '', findings, impression: 'Unauffällig.' }).map(
    ({ params }) => params['word'],
  );

test.each([
  'Lungenembolie?\nLungen frei.',
  'Fragestellung: Ausdehnung und Lungenembolie beidseits?',
  'Pulmonary embolism?',
  'Embolie pulmonaire?',
  '¿Fractura?',
  'Fratura?',
])('%j is asked', (findings) => {
  expect(told(findings)).toEqual([]);
  expect(namesFinding(findings)).toBe(false);
});

test.each([
  ['Lungenembolie? Embolie im rechten Unterlappen.', 'Embolie'],
  ['Rundherd im Segment 2, Metastase?', 'Rundherd'],
  ['Fracture of the fifth rib on the left?', 'Fracture'],
])('%j is found', (findings, word) => {
  expect(told(findings)).toContain(word);
});
