/** Tests text the vault did not save, and two windows on one report: nothing is lost or overwritten. */
import type { Page } from '@playwright/test';
import { expect, goTo, shareVault, test, unlock } from '#test/ui/support/fixtures.ts';
import {
  atVersion,
  caretAfter,
  draftSaved,
  openExam,
  report,
  saveState,
  sealExam,
  shell,
} from '#test/ui/support/report-page.ts';

shareVault();

/** Makes the vault unreachable until the returned function is called. */
async function cutOff(page: Page): Promise<() => Promise<void>> {
  await page.context().setOffline(true);
  return () => page.context().setOffline(false);
}

test('leaving with words the vault did not take asks once, and they are saved by themselves', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  const restore = await cutOff(desk);
  await desk.keyboard.type(' Typed while it was gone.');
  await expect(saveState(desk)).toContainText('Draft NOT saved');
  await expect(saveState(desk)).toHaveRole('alert');
  await goTo(desk, 'worklist');
  const question = desk.getByRole('dialog', { name: 'Leave with unsaved text?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.type(' And more.');
  await goTo(desk, 'worklist');
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(desk.getByRole('grid', { name: 'Exams' })).toBeVisible();
  await expect(desk.getByText('Not saved yet, but your text is safe in this window')).toBeVisible();
  await restore();
  await expect
    .poll(async () => (await ready.admin.exams.get(id, { include_draft: true })).record.report_html)
    .toContain('Lungs clear. Typed while it was gone. And more.');
  await openExam(desk, id);
  await expect(report(desk)).toContainText('Typed while it was gone. And more.');
  await expect(desk.getByRole('alert')).toHaveCount(0);
});

test('words typed while the vault is gone are saved when it answers again, without a key', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  const restore = await cutOff(desk);
  await desk.keyboard.type(' Gone.');
  await expect(saveState(desk)).toContainText('Draft NOT saved');
  await restore();
  await draftSaved(desk);
  await expect(saveState(desk)).toContainText('Draft saved');
});

test('words left behind come back with their report, and survive a lock', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  // Only draft requests fail.
  await desk.route('**/draft', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  );
  await desk.keyboard.type(' Held.');
  await expect(saveState(desk)).toContainText('Draft NOT saved');
  await goTo(desk, 'patients');
  await desk.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(shell(desk)).toHaveCount(0);
  await desk.keyboard.press('Control+Alt+L');
  await desk.getByRole('textbox', { name: 'Passphrase' }).fill(ready.passphrase);
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('link', { name: 'Worklist' })).toBeVisible();
  await openExam(desk, id);
  await expect(report(desk)).toContainText('Lungs clear. Held.');
  await desk.unroute('**/draft');
  await draftSaved(desk);
});

test('a second window never writes over the draft of the first: both say so, and both texts stay', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  const second = await desk.context().newPage();
  await unlock(second, ready.passphrase);
  await openExam(desk, id);
  await openExam(second, id);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' First window.');
  await draftSaved(desk);
  await caretAfter(second, 'Lungs clear.');
  await second.keyboard.type(' Second window.');
  const told = second.getByRole('alert').filter({ hasText: 'another draft of this report' });
  await expect(told).toContainText('Dr A. Roe');
  await expect(second.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  expect((await ready.admin.exams.draft.get(id)).record.report_html).toContain('First window.');
  // Signing chooses neither.
  await second.keyboard.press('Control+Shift+Enter');
  const gate = second.getByRole('complementary', { name: 'Sign as final' });
  await expect(gate.getByRole('button', { name: 'Sign as final', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(gate).toContainText('is not saved until you choose');
  await second.keyboard.press('Control+Shift+Enter');
  await second.keyboard.press('Escape');
  await expect(gate).toHaveCount(0);
  await atVersion(second, 1);
  await told.getByRole('button', { name: 'Keep mine' }).click();
  await draftSaved(second);
  await expect(told).toHaveCount(0);
  expect((await ready.admin.exams.draft.get(id)).record.report_html).toContain('Second window.');
  await expect(desk.getByRole('alert')).toContainText('another draft of this report');
  const recovered = await ready.admin.exams.drafts(id).toArray({ limit: 9 });
  expect(recovered.map(({ author }) => author.display_name)).toEqual(['Dr A. Roe']);
  await desk.getByRole('button', { name: 'Use the other' }).click();
  await expect(report(desk)).toContainText('Second window.');
  await expect(desk.getByRole('alert')).toHaveCount(0);
  // A second click would meet it under the pointer.
  await expect(desk.getByRole('button', { name: 'Discard', exact: true })).toHaveCount(0);
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 2);
  const texts = await Promise.all(
    (await ready.admin.exams.drafts(id).toArray({ limit: 9 })).map(
      async ({ draft_rev }) => (await ready.admin.exams.discardedDraft(id, draft_rev)).record.report_html,
    ),
  );
  expect(texts.join()).toContain('First window.');
});
