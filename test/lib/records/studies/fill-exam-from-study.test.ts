/** Tests which facts of an exam a later object of its study fills in, and which it leaves alone. */
import { describe, expect, test } from 'vitest';
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { headerSummary } from '#dicom/header-summary.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { element } from '#dicom/write/encode-elements.ts';
import { makeFile, PIXELS, words } from '#lanes/pixels/make-file.ts';
import { completedStudy } from '#records/studies/fill-exam-from-study.ts';
import { examOfStudy, type SentPatient } from '#records/studies/imaging-study.ts';

const EMPTY: DicomHeader = {
  ...headerSummary(
    openDataset(makeFile({ ...PIXELS, data: words([1, 2, 3, 4]) }, [element(0x00100010, 'PN', '')])),
  ),
  study_uid: '1.2',
};
const FULL: DicomHeader = {
  ...EMPTY,
  ...{ study_date: '20260512', accession_number: 'Ä17', referring_physician: 'Dorn^Ada' },
  ...{ patient_id: '00482-117', patient_name: 'Kastellan^Mirela', patient_birth_date: '19610314' },
  patient_sex: 'F',
};
const SENT = { name: 'Kastellan^Mirela', id: '00482-117', birth_date: '1961-03-14', sex: 'F' };

describe('completedStudy', () => {
  test('fills the day, the numbers and the patient that the first object left out', () => {
    const completion = completedStudy(examOfStudy([EMPTY], false), [EMPTY, FULL]);
    expect(completion).toMatchObject({
      fields: {
        exam_date: '2026-05-12',
        custom_attributes: {
          accession_number: 'Ä17',
          dicom: { study_instance_uid: '1.2', referring_physician: 'Dorn^Ada', unmatched: SENT },
          import: { source: 'dicom' },
        },
      },
      patient: SENT,
    });
    const filled = { ...examOfStudy([EMPTY], false), ...completion?.fields };
    expect(completedStudy(filled, [EMPTY, FULL])).toBeUndefined();
  });

  test('changes nothing that stands there', () => {
    const exam = examOfStudy([{ ...FULL, study_date: '20260101', accession_number: 'A1' }], false);
    expect(completedStudy(exam, [FULL])).toBeUndefined();
    expect(completedStudy({ ...exam, exam_date: null }, [FULL])?.fields.exam_date).toBe('2026-05-12');
    expect(completedStudy({ ...exam, exam_date: null }, [FULL])?.patient).toBeUndefined();
  });

  test.each<[string, DicomHeader, DicomHeader]>([
    ['of another name', { ...EMPTY, patient_name: 'Moreau^Ada' }, FULL],
    ['of another number', { ...EMPTY, patient_id: '7' }, FULL],
    ['of another birth date', { ...EMPTY, patient_birth_date: '19610315' }, FULL],
    ['of another sex', { ...EMPTY, patient_sex: 'M' }, FULL],
  ])('takes no patient from an object %s', (_, first, later) => {
    const completion = completedStudy(examOfStudy([first], false), [first, later]);
    expect(completion?.patient).toBeUndefined();
    expect(completion?.fields.custom_attributes).toMatchObject({
      dicom: { unmatched: examOfStudy([first], false).custom_attributes.dicom.unmatched },
    });
  });

  test('takes the number from one object and the birth date from another of the same person', () => {
    const numbered = { ...EMPTY, patient_name: 'KASTELLAN^MIRELA', patient_id: '00482-117' };
    const first: SentPatient = { name: 'KASTELLAN^MIRELA', id: '00482-117', birth_date: null, sex: null };
    const exam = examOfStudy([numbered], false);
    expect(exam.custom_attributes.dicom.unmatched).toEqual(first);
    expect(completedStudy(exam, [numbered, FULL])?.patient).toEqual({ ...SENT, name: first.name });
  });

  test('fills no exam that was made here, and none from another study', () => {
    expect(completedStudy({ exam_date: null, custom_attributes: null }, [FULL])).toBeUndefined();
    const exam = examOfStudy([EMPTY], false);
    expect(completedStudy(exam, [{ ...FULL, study_uid: '1.3' }])).toBeUndefined();
    expect(completedStudy(exam, [EMPTY])).toBeUndefined();
  });
});
