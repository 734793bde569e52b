/** Tests dates of the text that cannot be. */
import { expect, test } from 'vitest';
import { checkStatedDates } from '#report/checks/identity/stated-dates.ts';

const KNOWN = {
  exam_date: '2026-03-02T09:00:00Z',
  birth_date: '1954-05-20',
  now: new Date('2026-03-02T12:00:00Z'),
};
const found = (text: string) =>
  checkStatedDates(text, KNOWN).map(({ code, params }) => [code, params['text']]);

test.each([
  ['Vergleich mit CT vom 31.02.26.', 'date_impossible', '31.02.26'],
  ['Compared with 2025-13-01.', 'date_impossible', '2025-13-01'],
  ['TC del 31/02/2025.', 'date_impossible', '31/02/2025'],
  ['CT vom 12.09.2026.', 'date_in_future', '12.09.2026'],
  ['MRI of 12/25/2026 shows a lesion.', 'date_in_future', '12/25/2026'],
  ['Im Vergleich zur Voruntersuchung vom 05.06.2026 unverändert.', 'date_after_exam', '05.06.2026'],
  ['Comparison: CT of 2026-03-09.', 'date_after_exam', '2026-03-09'],
  ['Comparaison : scanner du 15/06/2026.', 'date_after_exam', '15/06/2026'],
  ['Compared with the CT of 2016-03-09 and of 1950-01-01.', 'date_before_birth', '1950-01-01'],
])('%j is told as %s', (text, code, date) => {
  expect(found(text)).toEqual([[code, date]]);
});

test.each([
  'Compared with the CT of 28.02.2026.',
  'Vergleich mit CT vom 01.03.26.',
  'Follow-up on 12.09.2026 is recommended.',
  'Verlaufskontrolle am 12.09.2026.',
  'Contrôle prévu le 12/09/2026.',
  'Próximo control el 12/09/2026.',
  'Compared with 03/01/2026.',
  'Version 1.2.34.5, kidney 12/3/4 mm, 1.2.840.10008.',
  'Born 20.05.1954. Mother born 1.1.1920.',
  'Heute, 02.03.2026.',
  '29.02.2024 CT thorax.',
])('%j is left alone', (text) => {
  expect(found(text)).toEqual([]);
});
