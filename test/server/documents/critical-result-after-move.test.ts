import { expect, test } from 'vitest';
import { createFixture } from './documents-fixture.ts';

/**
 * Tests that a critical result communicated under another patient counts as not communicated after the exam is moved.
 */
test('a critical result told of one patient is answered as untold at another', async () => {
  const fixture = createFixture();
  const { documents, owner, group } = fixture;
  const patientOf = async (legal_name: string) =>
    (await documents.create(owner, 'patients', { security_group_id: group, record: { legal_name } })).index
      .document_id;
  const [a, b] = [await patientOf('Ilse Brandt'), await patientOf('Halvor Ostrander')];
  const critical_result = {
    category: 'red',
    finding: 'Bleeding',
    found_at: '2026-05-12T09:00:00.000Z',
    told_whom: 'Dr Stand',
    how: 'phone',
    told_at: '2026-05-12T09:10:00.000Z',
    read_back: true,
    told_patient_id: a,
  };
  const view = await documents.create(owner, 'exams', {
    security_group_id: group,
    patient_id: a,
    record: { title: 'CT head', custom_attributes: { critical_result } },
  });
  expect(view.summary.critical_result).toEqual(critical_result);
  const id = view.index.document_id;
  await documents.setExamPatient(owner, id, { patient_id: b });
  const untold = { told_whom: '', told_at: '', read_back: false, told_before: [{ patient_id: a }] };
  const opened = await documents.get(owner, 'exams', id);
  expect(opened.summary.critical_result).toMatchObject(untold);
  const { items } = await documents.list(owner, 'exams', {});
  expect(items.map(({ summary }) => summary?.critical_result)).toMatchObject([untold]);
  await documents.setExamPatient(owner, id, { patient_id: a });
  expect((await documents.get(owner, 'exams', id)).summary.critical_result).toEqual(critical_result);
});
