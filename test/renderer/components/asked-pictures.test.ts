/** Tests what a correction of a signed report waits for, once its findings were shown. */
import { expect, test } from 'vitest';
import { isAnswered } from '#renderer/components/records/exam/correction/asked-pictures.ts';
import type { QualityFinding } from '#report/checks/quality-finding.ts';

const found = (code: QualityFinding['code']): QualityFinding => ({
  code,
  severity: 'block',
  params: {},
  target: null,
});
const PATIENT = '01890000-0000-7000-8000-000000000001';

test.each([
  ['a picture of nobody named, moved to a patient', 'picture_unnamed', PATIENT, false, false],
  ['the same, said to be theirs', 'picture_unnamed', PATIENT, true, true],
  ['the same, taken from the patient to none', 'picture_unnamed', null, false, true],
  ['a picture that is still being read', 'picture_unread', PATIENT, true, false],
  ['the same without a patient', 'picture_unread', null, false, true],
  ['a finding about the text', 'side_mismatch', PATIENT, false, true],
] as const)('%s', (_, code, patientId, areTheirs, answered) => {
  expect(isAnswered([found(code)], patientId, areTheirs)).toBe(answered);
});
