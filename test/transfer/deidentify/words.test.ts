/** Tests words of reports that may identify someone: removed without asking, asked about, or kept. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findIdentifyingTerms } from '#deidentify/text/find-identifying-terms.ts';
import { knownIdentifiers } from '#deidentify/text/known-identifiers.ts';
import {
  type Decision,
  reviewedText,
  UndecidedWordsError,
  wordsToReview,
} from '#deidentify/text/review-report.ts';
import { completeRecord } from '#records/complete-record.ts';
import { runs } from '#test/support/depth.ts';

const patient = completeRecord('patients', {
  legal_name: 'Kastellan, Mirela von',
  display_name: 'Mirela Kastellan',
  birth_date: '1961-03-14',
  identifiers: [{ type: 'MRN', value: '00482-117' }],
  email: 'mirela@example.org',
  phone: '+44 20 7946 0958',
  address: { lines: ['4 Tarn Hollow'], city: 'Northgate', postal_code: 'NG1 4TX' },
});
const exam = (html: string, more: object = {}) =>
  completeRecord('exams', {
    title: 'CT chest',
    exam_date: '2026-05-12T09:40:00.000Z',
    report_html: html,
    custom_attributes: {
      accession_number: 'A-20931',
      report: { status: 'final', signed_by: 'Dr Anna Roe' },
      ...more,
    },
  });
const known = knownIdentifiers(exam(''), patient);
const found = (text: string) =>
  findIdentifyingTerms(text, known, '2026-05-12').map(({ from, to, reason, isCertain, becomes }) => ({
    text: text.slice(from, to),
    reason,
    ...(isCertain ? { goes: true } : {}),
    ...(reason === 'date' || reason === 'age' ? { becomes } : {}),
  }));
const removeAll = (html: string) => {
  const { words } = wordsToReview(exam(html), known);
  const decisions = new Map(words.map(({ text }): [string, Decision] => [text, 'remove']));
  return reviewedText(exam(html), known, decisions).report_html ?? '';
};

describe('findWords', () => {
  test.each([
    ['Mrs KASTELLAN was seen.', 'KASTELLAN'],
    ["Kastellan's nodule", 'Kastellan'],
    ['Frau Kastellans Befund', 'Kastellans'],
    ['MRN 00482117 and 00482 117', '00482117'],
    ['accession A 20931', 'A 20931'],
    ['signed by Roe', 'Roe'],
    ['lives in northgate', 'northgate'],
    ['write to mirela@example.org', 'mirela@example.org'],
    ['call 44 20 7946 0958', '44 20 7946 0958'],
  ])('%j: %j goes without asking', (text, word) => {
    expect(found(text)).toContainEqual(expect.objectContaining({ text: word, goes: true }));
  });

  test.each([
    ['CT of 10 February 2026', '10 February 2026', '[91 days before]'],
    ['CT vom 10.2.2026', '10.2.2026', '[91 days before]'],
    ['seen 2026-05-14', '2026-05-14', '[2 days after]'],
    ['on 10/02/2026', '10/02/2026', '[date]'],
    ['in February 2026', 'February 2026', '[date]'],
    ['visible on 10 February', '10 February', '[date]'],
    ['am 3. März 2026', '3. März 2026', '[70 days before]'],
    ['Dec 5, 2025', 'Dec 5, 2025', '[158 days before]'],
  ])('%j: the date is asked about, and told by its distance', (text, word, becomes) => {
    expect(found(text)).toEqual([{ text: word, reason: 'date', becomes }]);
  });

  test.each([
    ['Discussed with Dr M. Stand.', 'Dr M. Stand', 'name'],
    ['Discussed with Dr Stone.', 'Dr Stone', 'name'],
    ['works at the Quillby quarry', 'Quillby', 'capital'],
    ['a 93-year-old', '93', 'age'],
    ['policy 123456789', '123456789', 'number'],
    ['serial AB12345X', 'AB12345X', 'number'],
  ])('%j: %j is asked about', (text, word, reason) => {
    expect(found(text)).toContainEqual(expect.objectContaining({ text: word, reason }));
  });

  test.each([
    'No pleural effusion. Heart size normal. Node 4R 10 mm in short axis (13 mm).',
    'Lungs. The nodule of the right upper lobe has shrunk to 11 mm. Stage IIIA.',
    'Kein Pleuraerguss. Lymphknoten im Mediastinum unauffällig. L5 und S1 normal.',
    'CT with 80 mL of contrast, DLP 214 mGy·cm, in 2019.',
  ])('%j: nothing is asked', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('reviewedText', () => {
  test('marks and tables stay; links, fields and pictures leave only their words', () => {
    const html =
      '<h2 data-section-code="59776-5">Findings</h2><p>Mirela <strong>Kas</strong>tellan: <a href="https://example.org/Kastellan">nodule</a></p><table><tbody><tr><td>Dr Quill</td><td>11</td></tr></tbody></table>';
    expect(removeAll(html)).toBe(
      '<h2 data-section-code="59776-5">Findings</h2><p>[removed] <strong>[removed]</strong>: nodule</p><table><tbody><tr><td>[removed]</td><td>11</td></tr></tbody></table>',
    );
  });

  test('what is kept stays, and a word nobody decided about lets nothing leave', () => {
    const record = exam('<p>Discussed with Dr Stand at Quillby.</p>');
    const keep = new Map<string, Decision>([['Quillby', 'keep']]);
    expect(() => reviewedText(record, known, keep)).toThrow(UndecidedWordsError);
    keep.set('Dr Stand', 'remove');
    expect(reviewedText(record, known, keep).report_html).toBe('<p>Discussed with [removed] at Quillby.</p>');
  });

  test('no identifier of the record survives, however it is written', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyzäéø'];
    const name = fc.string({ unit: fc.constantFrom(...letters), minLength: 4, maxLength: 12 });
    const digits = fc.integer({ min: 10_000, max: 9_999_999 });
    const spelled = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => `${text}'s`,
      (text: string) => `(${text})`,
      (text: string) => `<strong>${text}</strong>`,
      (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)},`,
    );
    fc.assert(
      fc.property(name, name, digits, spelled, (family, given, number, spell) => {
        const who = completeRecord('patients', {
          legal_name: `${family} ${given}`,
          identifiers: { MRN: `${number}-17` },
        });
        const record = exam(
          `<p>Seen: ${spell(family)} and ${spell(given)}, ${number}-17, ${number}17.</p><ul><li>${spell(given)}</li></ul>`,
        );
        const own = knownIdentifiers(record, who);
        const { words } = wordsToReview(record, own);
        const decisions = new Map(words.map(({ text }): [string, Decision] => [text, 'remove']));
        const text = (reviewedText(record, own, decisions).report_html ?? '').toLowerCase();
        const left = text.replaceAll(/<[^>]*>|\[(?:removed|number)\]|seen|and/g, '');
        for (const identifier of [family, given, `${number}-17`, `${number}17`])
          expect(left).not.toContain(identifier);
      }),
      runs(300),
    );
  });
});
