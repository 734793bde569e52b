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
  sealExam,
  sealPatient,
} from '#test/ui/support/report-page.ts';
import { shoot } from '#test/ui/support/shoot.ts';
import { addendum, amend, told, twoWindows } from '#test/ui/support/two-windows.ts';

let patient_id: string;

shareVault(async ({ admin, group }) => {
  patient_id = await sealPatient(admin, group);
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
