/** Tests erasing a patient: the effect is listed, a reason and a word are required, the statement is saved. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkErasure } from '#sdk/verify.ts';
import { expect, goTo, test } from './support/fixtures.ts';

test('an owner erases a person, and keeps the signed statement', async ({
  desk,
  ready: { admin, group },
}) => {
  const { index } = await admin.patients.create({
    security_group_id: group,
    record: { legal_name: 'Doe, Peter', birth_date: '1951-02-03' },
  });
  const patient_id = index.document_id;
  const exam = await admin.exams.create({
    ...{ security_group_id: group, patient_id },
    record: { title: 'CT chest' },
  });
  await admin.drive(group).upload(new Blob(['a note']), {
    name: 'note.txt',
    exam_id: exam.index.document_id,
  });
  await goTo(desk, `patients/${patient_id}`);
  await desk.getByRole('button', { name: 'More' }).click();
  await desk.getByRole('menuitem', { name: 'Erase this person…' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Erase Doe, Peter for good?' });
  await expect(dialog).toContainText('1 exams in 2 versions, 0 drafts, 1 files');
  await expect(dialog).toContainText('No backup folder is set');
  const act = dialog.getByRole('button', { name: /^Erase for good/ });
  await act.click();
  await expect(dialog.getByRole('textbox', { name: 'Why' })).toHaveAccessibleDescription(/Say why/);
  await dialog.getByRole('textbox', { name: 'Why' }).fill('Asked in writing');
  await dialog.getByRole('textbox', { name: 'Type erase to confirm' }).fill('erase');
  await desk.screenshot({ path: join('test-results', 'erase-person.png') });
  const saving = desk.waitForEvent('download');
  await act.click();
  const { statement, checks } = checkErasure(readFileSync(await (await saving).path(), 'utf8'));
  expect(Object.values(checks)).toEqual([true, true, true]);
  expect(statement).toMatchObject({ patient_id, reason: 'Asked in writing' });
  expect(statement.files).toHaveLength(1);
  await expect(desk.getByText('Erased for good')).toBeVisible();
  await expect(admin.patients.get(patient_id)).rejects.toMatchObject({ code: 'not_found' });
});
