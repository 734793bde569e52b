/** Tests that other people's changes appear in an open window. */
import { expect, shareVault, test } from './support/fixtures.ts';
import { caretAfter, openExam, report, sealBeside, sealExam } from './support/report-page.ts';

shareVault();

test('an exam made elsewhere stands in the worklist without a touch', async ({ ready, desk }) => {
  await expect(
    desk.getByRole('navigation', { name: 'Main' }).or(desk.getByRole('banner')).first(),
  ).toBeVisible();
  const record = { title: 'CT from elsewhere', modality: 'CT', exam_date: '2026-03-02' };
  await ready.admin.exams.create({ security_group_id: ready.group, record });
  await expect(desk.getByRole('row', { name: /CT from elsewhere/ })).toBeVisible();
});

test('a version sealed elsewhere is offered; the text moves only when it is taken in', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await expect(report(desk)).toContainText('Lungs clear.');
  await sealBeside(ready.admin, id, (html) => html.replace('Lungs clear.', 'Lungs hazy.'));
  await expect(desk.getByText('Version 2 was sealed by Dr A. Roe at')).toBeVisible();
  await expect(report(desk)).toContainText('Lungs clear.');
  await desk.getByRole('button', { name: 'Take it in' }).click();
  await expect(report(desk)).toContainText('Lungs hazy.');
  await expect(desk.getByText('Version 2 was sealed by')).toHaveCount(0);
});

test('with unsealed words in the same section it is a conflict, told before the next seal', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Mine. ');
  await sealBeside(ready.admin, id, (html) => html.replace('Lungs clear.', 'Lungs hazy.'));
  await expect(desk.getByRole('alert')).toContainText('Nothing is lost.');
  await expect(report(desk)).toContainText('Mine.');
});
