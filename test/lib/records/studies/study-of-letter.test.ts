/** Tests to which of several studies a letter belongs, and that it is never guessed. */
import { expect, test } from 'vitest';
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { headerSummary } from '#dicom/header-summary.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { element } from '#dicom/write/encode-elements.ts';
import { makeFile, PIXELS, words } from '#lanes/pixels/make-file.ts';
import { studyOfLetter } from '#records/studies/study-of-letter.ts';

const EMPTY: DicomHeader = headerSummary(
  openDataset(makeFile({ ...PIXELS, data: words([1, 2, 3, 4]) }, [element(0x00100010, 'PN', '')])),
);
const WORKLIST = '2.25.1';
const PRIOR = { ...EMPTY, study_uid: '1.2.1', study_date: '20250303', accession_number: 'A-1' };
const TODAY = { ...EMPTY, study_uid: '1.2.2', study_date: '20260512', accession_number: 'A-2' };
const UNNUMBERED = { ...TODAY, study_uid: '1.2.3', accession_number: null };
const exam = (accession_number?: string, custom_attributes = {}) => ({
  exam_date: '2026-05-12T12:40:00.000Z',
  custom_attributes: { ...(accession_number ? { accession_number } : {}), ...custom_attributes },
});

test.each([
  ['no pictures', [], exam(), []],
  ['pictures without a study', [{ ...EMPTY, study_uid: null }], exam(), []],
  ['one study, whatever its day', [PRIOR, PRIOR], exam('A-2'), [PRIOR, PRIOR]],
  ['the study of the number', [PRIOR, TODAY], exam(' a-1'), [PRIOR]],
  ['the study of the day', [PRIOR, TODAY], exam(), [TODAY]],
  ['the study of the day without a number', [PRIOR, UNNUMBERED], exam('A-2'), [UNNUMBERED]],
  [
    'the study it was received with',
    [TODAY, PRIOR],
    exam('A-2', { dicom: { study_instance_uid: '1.2.1' } }),
    [PRIOR],
  ],
  [
    'the study of its worklist item',
    [TODAY, { ...PRIOR, study_uid: WORKLIST }],
    exam(),
    [{ ...PRIOR, study_uid: WORKLIST }],
  ],
  ['two studies of the day', [TODAY, UNNUMBERED], exam(), undefined],
  ['two studies of the number', [TODAY, { ...TODAY, study_uid: '1.2.4' }], exam('A-2'), undefined],
  ['a study of the day with another number', [PRIOR, TODAY], exam('A-3'), undefined],
  ['no day and no number', [PRIOR, TODAY], { ...exam(), exam_date: null }, undefined],
])('%s', (_, headers, record, study) => {
  expect(studyOfLetter(headers, record, WORKLIST)).toEqual(study);
});
