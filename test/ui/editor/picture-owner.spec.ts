/** Tests a file's patient and date against the exam: a mismatch is asked about once, and the answer is kept. */
import { expectAccessible } from '#test/ui/support/axe.ts';
import { expect, shareVault, test, unlock } from '#test/ui/support/fixtures.ts';
import { askedPictures, attach, painted, theirs, tile } from '#test/ui/support/pictures-page.ts';
import { draftSaved, openExam, report, sealExam, sealPatient, shell } from '#test/ui/support/report-page.ts';
import { shoot } from '#test/ui/support/shoot.ts';

shareVault();

test('a picture that names somebody else does not open, is not measured and is no key image until it is said to be theirs', async ({
  ready,
  desk,
}) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  await attach(ready.admin, ready.group, id, ['CT_small.dcm']);
  await askedPictures(desk, id);
  await expect(tile(desk).getByRole('alert')).toHaveText(
    'Not opened: this picture is of CompressedSamples, CT1, the report is about Kastellan, Mirela.',
  );
  const rows = tile(desk).locator('tr.other');
  await expect(rows).toHaveCount(3);
  await expect(rows).toContainText(['Name', 'Number', 'Study date']);
  await expect(rows.last()).toContainText('19 Jan 2004');
  await expect(rows.last()).toContainText('12 May 2026');
  await expectAccessible(desk, 'a picture of somebody else');
  await shoot(desk, 'picture-of-somebody-else');
  await tile(desk).focus();
  for (const key of ['l', 'Enter', 'ArrowRight', 'Enter', 'm', 'k']) await desk.keyboard.press(key);
  await expect(painted(desk)).toHaveCount(0);
  await expect(report(desk).locator('figure, [data-field]')).toHaveCount(0);

  await theirs(desk).focus();
  await desk.keyboard.press('Enter');
  await expect(painted(desk)).toBeVisible();
  await expect(tile(desk)).toBeFocused();
  await expect(tile(desk).locator('.own')).toHaveText(['CompressedSamples, CT1', '19 Jan 2004']);
  await expect(tile(desk)).toContainText('Report about Kastellan, Mirela');
  // The number, too, is the file's own, and none of the report's stands beside its name.
  await expect(tile(desk).locator('.ovt.tl')).toContainText('1CT1');
  await expect(tile(desk).locator('.ovt.tl')).not.toContainText(/MRN|00482-117|1961/);
  await expect(tile(desk)).toContainText('Exam of 12 May 2026');
  await expect(tile(desk).getByRole('button', { name: /mm$/ })).toHaveCount(0);
  await shoot(desk, 'picture-said-theirs');
  await desk.keyboard.press('k');
  await expect(report(desk).locator('figure[data-picture]')).toHaveCount(1);
  // Whoever signs is told by words, though it was said to be theirs.
  await desk.keyboard.press('Control+Shift+Enter');
  const gate = desk.getByRole('complementary', { name: 'Sign as final' });
  const asked = gate.getByRole('listbox', { name: 'Please check' });
  await expect(asked).toContainText('Figure 1 is not of this patient and day by its file');
  await expect(asked).toContainText('The file says: CompressedSamples, CT1, 1CT1.');
  await shoot(desk, 'gate-picture-of-somebody-else');
  await desk.keyboard.press('Escape');
  await desk.getByRole('button', { name: 'Seal version' }).click();
  await expect(shell(desk)).toHaveAttribute('data-version-seq', '2');
  const { record } = await ready.admin.exams.get(id);
  expect(record.custom_attributes).not.toHaveProperty('image_marks');
  expect(record.custom_attributes).toMatchObject({
    picture_owners: [
      {
        patient_name: 'CompressedSamples^CT1',
        patient_id: '1CT1',
        study_date: '20040119',
        said_by: 'Dr A. Roe',
        said_at: expect.stringMatching(/^\d{4}-/),
      },
    ],
  });

  await unlock(desk, ready.passphrase);
  await askedPictures(desk, id);
  await expect(painted(desk)).toBeVisible();
  await expect(theirs(desk)).toHaveCount(0);
});

test('a reader of a signed report may look at them, and nothing is written', async ({ ready, desk }) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  const id = await sealExam(ready.admin, ready.group, { patient_id, status: 'final' });
  await attach(ready.admin, ready.group, id, ['CT_small.dcm']);
  await askedPictures(desk, id);
  await expect(tile(desk)).toContainText('shown until you leave them');
  await theirs(desk).click();
  await expect(painted(desk)).toBeVisible();
  expect(await ready.admin.exams.versions(id).toArray({ limit: 5 })).toHaveLength(1);
});

test('what the file and the exam say alike is asked about no more than a file that says nothing', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { exam_date: '2004-01-19T00:00:00Z' });
  await attach(ready.admin, ready.group, id, ['CT_small.dcm']);
  await askedPictures(desk, id);
  await expect(painted(desk)).toBeVisible();
  await expect(theirs(desk)).toHaveCount(0);
  await expect(tile(desk).locator('.own')).toHaveText(['CompressedSamples, CT1', '19 Jan 2004']);
});

test('files of an exam are compared as soon as they are there, and their study keeps its own name', async ({
  ready,
  desk,
}) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  const id = await sealExam(ready.admin, ready.group, { patient_id, title: 'CT pulmonary angiography' });
  await attach(ready.admin, ready.group, id, ['MR_small.dcm']);
  await openExam(desk, id);
  await desk.keyboard.press('Control+Shift+P');
  await desk.getByRole('tab', { name: /Files/ }).click();
  const panel = desk.getByRole('complementary', { name: 'Files' });
  await expect(panel.getByRole('alert')).toContainText('the report is about Kastellan, Mirela');
  await expect(panel.getByRole('heading', { name: /CT pulmonary/ })).toHaveCount(0);
  await shoot(desk, 'files-of-somebody-else');
  await panel.getByRole('button', { name: 'These are theirs' }).click();
  await expect(panel.getByRole('alert')).toHaveCount(0);
  await draftSaved(desk);
});
