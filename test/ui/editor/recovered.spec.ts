/** Tests that the own text is in Recovered text whenever another is chosen, and that the way there is told. */
import type { Page } from '@playwright/test';
import type { VaultClient } from '#sdk/client.ts';
import { expect, goTo, shareVault, test } from '#test/ui/support/fixtures.ts';
import { holdRequests } from '#test/ui/support/hold-requests.ts';
import {
  atVersion,
  caretAfter,
  draftSaved,
  openExam,
  report,
  sealBeside,
  sealExam,
  sealPatient,
} from '#test/ui/support/report-page.ts';
import { shoot } from '#test/ui/support/shoot.ts';
import { joinColleague } from '#test/ui/support/their-window.ts';
import { addendum, amend, told, twoWindows } from '#test/ui/support/two-windows.ts';

let patient_id: string;
/** Another person, because sealing ends the same person's draft. */
let colleague: VaultClient;

shareVault(async (ready, vault) => {
  patient_id = await sealPatient(ready.admin, ready.group);
  colleague = await joinColleague(ready, vault);
});

async function recoveredTexts(client: VaultClient, id: string): Promise<string> {
  const drafts = await client.exams.drafts(id).toArray({ limit: 9 });
  const texts = await Promise.all(
    drafts.map(
      async ({ draft_rev }) => (await client.exams.discardedDraft(id, draft_rev)).record.report_html,
    ),
  );
  return texts.join('\n');
}

async function takeBack(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Recovered text');
  await page.getByRole('option', { name: /Recovered text/ }).click();
  await panel(page).getByRole('button', { name: 'Show', exact: true }).first().click();
  await panel(page).getByRole('button', { name: 'Take back into the report' }).click();
}

const panel = (page: Page) => page.getByRole('complementary', { name: 'Recovered text' });

test('Use the other keeps the own text, and says where it is', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  const second = await twoWindows(desk, id, ready.passphrase);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Other.');
  await draftSaved(desk);
  await caretAfter(second, 'Lungs clear.');
  await second.keyboard.type(' Only I know this.');
  await told(second).getByRole('button', { name: 'Use the other' }).click();
  await expect(second.getByText('The other draft is open. Your text is in Recovered text.')).toBeVisible();
  await expect(report(second)).toContainText('Lungs clear. Other.');
  await shoot(second, 'recovered-told');
  await second.getByRole('button', { name: 'Show it' }).click();
  await panel(second).getByRole('button', { name: 'Show', exact: true }).first().click();
  await expect(panel(second).getByRole('document')).toContainText('Only I know this.');
  expect((await ready.admin.exams.draft.get(id)).record.report_html).toContain('Other.');
});

test('Use the other keeps the own text when the other window has signed its draft just before', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id, status: 'final' });
  const second = await twoWindows(desk, id, ready.passphrase);
  await addendum(desk, 'First addendum.');
  await draftSaved(desk);
  await amend(second, ' Only I know this.');
  await expect(told(second)).toBeVisible();
  // This window has not learnt of the version yet.
  const held = await holdRequests(second, '**/v1/exams/*/versions**');
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 2);
  await held.asked;
  await told(second).getByRole('button', { name: 'Use the other' }).click();
  await expect.poll(() => recoveredTexts(ready.admin, id)).toContain('Only I know this.');
  held.release();
  await atVersion(second, 2);
});

test('a change given up beside an undecided draft is kept, and the other draft stays', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id, status: 'final' });
  const second = await twoWindows(desk, id, ready.passphrase);
  await addendum(desk, 'First addendum.');
  await draftSaved(desk);
  await amend(second, ' Only I know this.');
  await expect(told(second)).toBeVisible();
  await second.getByRole('button', { name: 'Discard this change' }).click();
  await expect(second.getByText('The other draft is open. Your text is in Recovered text.')).toBeVisible();
  expect(await recoveredTexts(ready.admin, id)).toContain('Only I know this.');
  await expect(report(second)).toContainText('First addendum.');
  expect((await ready.admin.exams.draft.get(id)).record.report_html).toContain('First addendum.');
});

test('Discard says where the text is, and the palette leads there', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Only I know this.');
  await draftSaved(desk);
  await goTo(desk, 'worklist');
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(desk.getByText('Version 1 is open. Your text is in Recovered text.')).toBeVisible();
  await expect(report(desk)).not.toContainText('Only I know this.');
  await desk.keyboard.press('Control+k');
  await desk.getByRole('combobox').fill('discarded');
  await desk.getByRole('option', { name: /Recovered text/ }).click();
  await panel(desk).getByRole('button', { name: 'Show', exact: true }).click();
  await expect(panel(desk).getByRole('document')).toContainText('Only I know this.');
});

test('taken back into an addendum, the own words stand beneath the signed text, which stays protected', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id, status: 'final' });
  await openExam(desk, id);
  await addendum(desk, 'Only I know this.');
  await draftSaved(desk);
  await desk.getByRole('button', { name: 'Discard this change' }).click();
  await expect(desk.getByText('Your text is in Recovered text.')).toBeVisible();
  await sealBeside(ready.admin, id, (html) => html.replace('Lungs clear.', 'Lungs hazy.'));
  await desk.getByRole('button', { name: 'Take it in' }).click();
  await atVersion(desk, 2);
  await addendum(desk, 'Begun again.');
  await takeBack(desk);
  await expect(report(desk)).toContainText('Only I know this.');
  await expect(report(desk)).not.toContainText('Lungs');
  await expect(desk.locator('.report.kept')).toContainText('Lungs hazy.');
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 3);
  const { record } = await ready.admin.exams.get(id);
  expect(record.report_html).toMatch(/Lungs hazy\..*Only I know this\./s);
  expect(record.report_html).not.toContain('Lungs clear.');
});

test('text taken back from an older version meets the newer one, and replaces none of its words unseen', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Only I know this.');
  await draftSaved(desk);
  await sealBeside(colleague, id, (html) => html.replace('Lungs clear.', 'Lungs hazy.'));
  await desk.getByRole('alert').getByRole('button', { name: 'Use theirs' }).click();
  await atVersion(desk, 2);
  await takeBack(desk);
  await expect(report(desk)).toContainText('Lungs clear. Only I know this.');
  await expect(desk.getByRole('alert')).toContainText('Version 2 was sealed by Dr B. Lund at');
  await atVersion(desk, 1);
});
