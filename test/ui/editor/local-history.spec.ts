/** Tests local history: one key opens earlier states of the draft, another restores one. */
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import {
  atVersion,
  caretAfter,
  draftSaved,
  openExam,
  report,
  sealExam,
} from '#test/ui/support/report-page.ts';

shareVault();

test('a deleted section is found again, and what it displaced as well; sealing ends the journal', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Heart normal.');
  const first = await draftSaved(desk);
  await desk.keyboard.press('Control+A');
  await desk.keyboard.type('Gone.');
  const second = await draftSaved(desk, first);
  await desk.keyboard.press('F4');
  const moments = desk.getByRole('listbox', { name: 'Moments of this draft' });
  await expect(moments).toBeFocused();
  await expect(moments.getByRole('option').last()).toContainText('as it was opened');
  const since = desk.getByRole('main', { name: 'Changes since then' });
  await expect(desk.getByRole('status').filter({ hasText: 'The same as now' })).toBeVisible();
  await desk.keyboard.press('ArrowDown');
  await expect(since).toContainText('Heart normal.');
  await desk.keyboard.press('Enter');
  await expect(report(desk)).toBeFocused();
  await expect(report(desk)).toContainText('Lungs clear. Heart normal.');
  await expect(report(desk)).not.toContainText('Gone.');
  // A restored state is a draft; the replaced text becomes an entry.
  await draftSaved(desk, second);
  await desk.keyboard.press('F4');
  await expect(moments).toBeFocused();
  await desk.keyboard.press('ArrowDown');
  await expect(since.locator('del').filter({ hasText: 'Gone.' })).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 2);
  await desk.keyboard.press('F4');
  await expect(desk.getByText('Nothing has been written since the last version.')).toBeVisible();
});

test('the journal outlives leaving the report', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'None.');
  await desk.keyboard.type(' Follow-up.');
  await draftSaved(desk);
  const other = await sealExam(ready.admin, ready.group);
  await openExam(desk, other);
  await expect(report(desk)).not.toContainText('Follow-up.');
  await openExam(desk, id);
  await expect(report(desk)).toContainText('None. Follow-up.');
  await desk.keyboard.press('F4');
  await expect(desk.getByRole('listbox', { name: 'Moments of this draft' }).getByRole('option')).toHaveCount(
    2,
  );
});
