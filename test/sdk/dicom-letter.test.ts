/** Tests when the letter of an exam is refused: its pictures decide under whose name an archive files it. */
import { expect, test } from 'vitest';
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { headerSummary } from '#dicom/header-summary.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { element } from '#dicom/write/encode-elements.ts';
import { makeFile, PIXELS, words } from '#lanes/pixels/make-file.ts';
import { completeRecord } from '#records/complete-record.ts';
import { withConfirmedOwner } from '#records/identity/picture-owner.ts';
import { dicomLetter, type LetterSource } from '#sdk/media/dicom-letter.ts';
import { ID, OTHER_ID } from './fake-client.ts';

const OWN: DicomHeader = {
  ...headerSummary(
    openDataset(makeFile({ ...PIXELS, data: words([1, 2, 3, 4]) }, [element(0x00100010, 'PN', '')])),
  ),
  ...{ study_uid: '1.2.1', study_date: '20260512', accession_number: 'A-2' },
  ...{ patient_name: 'Kastellan^Mirela', patient_id: '00482-117', patient_birth_date: '19610314' },
};
const OTHER = { ...OWN, patient_name: 'Stand^Otto', patient_id: '77001' };
const SAID = { said_by: 'Dr A. Roe', said_at: '2026-05-12T10:00:00Z' };

function source(headers: readonly DicomHeader[], { waiting = 0, confirmed = false } = {}): LetterSource {
  const attributes = { accession_number: 'A-2' };
  const exam = completeRecord('exams', {
    title: 'CT thorax',
    exam_date: '2026-05-12T12:40:00.000Z',
    custom_attributes: confirmed ? withConfirmedOwner(attributes, OTHER, SAID) : attributes,
  });
  const patient = completeRecord('patients', {
    display_name: 'Kastellan, Mirela',
    legal_name: 'Kastellan, Mirela',
    birth_date: '1961-03-14',
    identifiers: [{ type: 'MR', value: '00482-117' }],
  });
  const index = { document_id: ID, security_group_id: OTHER_ID, meta: { patient_id: OTHER_ID } };
  const answer = (value: unknown) => () => Promise.resolve(value);
  const instances = headers.map((header) => ({ node_id: OTHER_ID, header }));
  return {
    exams: {
      get: answer({ index, version_id: ID, record: exam }),
      reportFile: answer({ bytes: new TextEncoder().encode('%PDF-1.7') }),
    },
    patients: { get: answer({ record: patient }) },
    drive: () => ({ series: answer({ items: [{ instances }], waiting }) }),
  } as unknown as LetterSource;
}

test('the letter states the study of its accession number', async () => {
  const prior = { ...OWN, study_uid: '1.2.9', study_date: '20250303', accession_number: 'A-1' };
  const { header } = await dicomLetter(source([prior, OWN]), ID);
  expect(header).toMatchObject({ study_uid: '1.2.1', patient_name: 'Kastellan^Mirela' });
});

test.each([
  ['pictures are still being read', source([OWN], { waiting: 1 }), 'still being read'],
  ['nothing says which study is meant', source([OWN, { ...OWN, study_uid: '1.2.9' }]), 'several studies'],
  ['pictures name another patient', source([OTHER]), 'Say in the exam whose they are'],
  ['they do so with consent', source([OTHER], { confirmed: true }), 'filed under that name'],
  ['one of them does so with consent', source([OWN, OTHER], { confirmed: true }), 'filed under that name'],
])('the letter is refused where %s', async (_, from, why) => {
  await expect(dicomLetter(from, ID)).rejects.toThrow(why);
});
