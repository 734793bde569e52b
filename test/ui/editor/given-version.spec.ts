/** Tests that Give out names the version that leaves, and keeps its signature, while a change to it is being written. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import {
  atVersion,
  caretAfter,
  draftSaved,
  openExam,
  report,
  sealExam,
  sealPatient,
} from '#test/ui/support/report-page.ts';
import { shoot } from '#test/ui/support/shoot.ts';
import { addendum, amend, twoWindows } from '#test/ui/support/two-windows.ts';

let patient_id: string;

shareVault(async ({ admin, group }) => {
  patient_id = await sealPatient(admin, group);
});

async function giveOut(page: Page) {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Give out');
  await page.keyboard.press('Enter');
  return page.getByRole('dialog', { name: 'Give out' });
}

test('while an amendment is written, the signed version is given out, by name and with its signature', async ({
  ready,
  desk,
}) => {
  const { admin, group } = ready;
  const id = await sealExam(admin, group, { patient_id, status: 'final' });
  const { version_id } = await admin.exams.get(id);
  await admin.exams.sign(id, { version_id: String(version_id), intent: 'final' });
  await openExam(desk, id);
  await amend(desk, ' Not signed yet.');
  await draftSaved(desk);
  const dialog = await giveOut(desk);
  await expect(dialog).toContainText(/Version 1 goes along, signed by Dr A\. Roe, today \d\d:\d\d\./);
  await expect(dialog).toContainText('Changes that are not sealed yet are not in the file.');
  await expect(dialog).not.toContainText('is not signed');
  await shoot(desk, 'give-out-amending');
  await dialog.getByRole('radio', { name: 'Colleague' }).click();
  const [zip] = await Promise.all([desk.waitForEvent('download'), desk.keyboard.press('Control+Enter')]);
  const bytes = readFileSync(await zip.path()).toString('latin1');
  expect(bytes).toContain('.signature.json');
  expect(bytes).toContain('Lungs clear.');
  expect(bytes).not.toContain('Not signed yet.');
  // The letter is the one form that shows what is on screen, and says so.
  await giveOut(desk);
  await dialog.getByRole('radio', { name: 'Paper' }).click();
  await expect(dialog).toContainText('your text from version 1 as it is written now, marked as a draft');
  await expect(dialog).not.toContainText('goes along');
});

test('beside a version signed in another window, that version is named and given out', async ({
  ready,
  desk,
}) => {
  const { admin, group } = ready;
  const id = await sealExam(admin, group, { patient_id, status: 'final' });
  const second = await twoWindows(desk, id, ready.passphrase);
  await addendum(desk, 'First addendum.');
  await draftSaved(desk);
  await amend(second, ' Mine.');
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 2);
  await expect(second.getByRole('alert')).toContainText('was signed by');
  const dialog = await giveOut(second);
  await expect(dialog).toContainText('Version 2 goes along, signed by Dr A. Roe');
  await dialog.getByRole('radio', { name: 'Patient' }).click();
  await dialog.getByRole('button', { name: 'Choose a passphrase…' }).click();
  await expect(second.getByRole('dialog', { name: /^Hand over/ })).toContainText('Report, version 2');
});

test('a draft of an unsigned report gives out the sealed version, and says that it is not signed', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Mine.');
  await expect(report(desk)).toContainText('Mine.');
  const dialog = await giveOut(desk);
  await expect(dialog).toContainText('Version 1 goes along, as it is sealed.');
  await expect(dialog).toContainText('This version is not signed, and the copy says so.');
});
