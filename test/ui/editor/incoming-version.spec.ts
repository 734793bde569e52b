/** Tests an incoming version that changed other sections: merging is offered, never automatic. */
import type { Page } from '@playwright/test';
import type { VaultClient } from '#sdk/client.ts';
import { expectAccessible } from '#test/ui/support/axe.ts';
import { expect, goTo, shareVault, test } from '#test/ui/support/fixtures.ts';
import { holdRequests } from '#test/ui/support/hold-requests.ts';
import { beLate } from '#test/ui/support/late-page.ts';
import {
  atVersion,
  caretAfter,
  draftSaved,
  openExam,
  report,
  sealBeside,
  sealExam,
  shell,
} from '#test/ui/support/report-page.ts';
import { joinColleague } from '#test/ui/support/their-window.ts';

/** Another person, because sealing ends the same person's draft. */
let colleague: VaultClient;

shareVault(async (ready, vault) => {
  colleague = await joinColleague(ready, vault);
});

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'was sealed by' });
const outline = (page: Page) => page.getByRole('navigation', { name: 'Outline' });
const barred = (page: Page) => report(page).locator(':scope > [data-new-in]');
const takeIn = (page: Page) => notice(page).getByRole('button', { name: 'Take it in' });

test('says who, when and which sections, marks them, and leaves text and caret alone', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'No acute finding.');
  await desk.keyboard.type(' My words');
  await draftSaved(desk);
  await sealBeside(colleague, id, (html) => html.replace('Lungs clear.', 'Lungs hazy.'));
  await expect(notice(desk)).toContainText(/Version 2 was sealed by Dr B\. Lund at \d\d:\d\d\./);
  await expect(notice(desk)).toContainText('It changed Findings only; your draft changed Impression.');
  await expect(desk.getByRole('alert')).toHaveCount(0);
  await expect(outline(desk).getByRole('link', { name: /Findings/ })).toContainText('new in 2');
  await expect(outline(desk).getByRole('link', { name: /Impression/ })).not.toContainText('new in');
  await expect(barred(desk)).toHaveText(['Lungs clear.']);
  await expect(desk.getByRole('region', { name: 'Patient' })).toContainText(
    'your draft from version 1, latest is 2',
  );
  await desk.keyboard.type(' go on.');
  await expect(report(desk)).toContainText('No acute finding. My words go on.');
  await expectAccessible(desk, 'a version from elsewhere');
});

test('taken in, it stands beside the words written here: caret, keys on the way and undo stay theirs', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'No acute finding.');
  await desk.keyboard.type(' First.');
  const before = await draftSaved(desk);
  await sealBeside(colleague, id, (html) => html.replace('Lungs clear.', 'Lungs hazy.</p><p>Heart large.'));
  await expect(notice(desk)).toBeVisible();
  const held = await holdRequests(desk, '**/v1/exams/*?version_id=*');
  await takeIn(desk).click();
  await desk.keyboard.type(' Second');
  held.release();
  await expect(report(desk)).toContainText('Heart large.');
  await desk.keyboard.type(' third.');
  await expect(report(desk).locator('p')).toHaveText([
    'Lungs hazy.',
    'Heart large.',
    'No acute finding. First. Second third.',
    'None.',
  ]);
  await expect(notice(desk)).toHaveCount(0);
  await expect(barred(desk)).toHaveText(['Lungs hazy.', 'Heart large.']);
  await atVersion(desk, 2);
  await draftSaved(desk, before);
  await expect
    .poll(async () => (await ready.admin.exams.draft.get(id)).record.report_html)
    .toMatch(/Lungs hazy.*Second third/);
  for (let step = 0; step < 9; step += 1) await desk.keyboard.press('Control+z');
  await expect(report(desk)).toContainText('No acute finding.');
  await expect(report(desk)).not.toContainText('First');
  await expect(report(desk)).toContainText('Lungs hazy.');
  for (let step = 0; step < 9; step += 1) await desk.keyboard.press('Control+y');
  await expect(report(desk)).toContainText('No acute finding. First. Second third.');
  await expect(report(desk)).toContainText('Heart large.');
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 3);
  await expect(outline(desk)).not.toContainText('new in');
  await expect(barred(desk)).toHaveCount(0);
  const html = (await ready.admin.exams.get(id)).record.report_html ?? '';
  expect(html).toMatch(/Lungs hazy.*Heart large.*First\. Second third/);
});

test('with nothing written here it is no draft, and a caret in what changed stays at its letter', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  for (let step = 0; step < 'clear.'.length; step += 1) await desk.keyboard.press('ArrowLeft');
  await sealBeside(colleague, id, (html) => html.replace('Lungs clear.', 'Both lungs clear. Heart normal.'));
  await expect(notice(desk)).toContainText('It changed Findings only.');
  await expect(notice(desk)).toContainText('You changed nothing here since.');
  await takeIn(desk).click();
  await expect(report(desk)).toContainText('Both lungs clear. Heart normal.');
  await atVersion(desk, 2);
  await expect(shell(desk)).toHaveAttribute('data-draft-rev', '');
  await desk.keyboard.type('quite ');
  await expect(report(desk)).toContainText('Both lungs quite clear. Heart normal.');
});

test('put off, its marks stay; words in the same section make it a conflict', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'None.');
  await desk.keyboard.type(' Mine.');
  await sealBeside(colleague, id, (html) => html.replace('Lungs clear.', 'Lungs hazy.'));
  await notice(desk).getByRole('button', { name: 'Later' }).click();
  await expect(notice(desk)).toHaveCount(0);
  await expect(outline(desk)).toContainText('new in 2');
  await desk.keyboard.type(' Still mine.');
  await expect(report(desk)).toContainText('None. Mine. Still mine.');
  await expect(desk.getByRole('alert')).toHaveCount(0);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Heart normal.');
  await expect(desk.getByRole('alert')).toContainText('Version 2 was sealed');
  await expect(outline(desk)).not.toContainText('new in');
});

test('Compare shows both and comes back to the offer; sealed from there it is one more version', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'None.');
  await desk.keyboard.type(' Mine.');
  await sealBeside(colleague, id, (html) => html.replace('Lungs clear.', 'Lungs hazy.'));
  await notice(desk).getByRole('button', { name: 'Compare' }).click();
  const compare = desk.getByRole('main', { name: 'Compare' });
  await expect(compare.getByRole('region', { name: 'Findings' })).toContainText('only theirs changed');
  await expect(compare.getByRole('status')).toHaveText('Every section is chosen');
  await desk.keyboard.press('Escape');
  await expect(report(desk)).toBeFocused();
  await expect(takeIn(desk)).toBeVisible();
  await notice(desk).getByRole('button', { name: 'Compare' }).click();
  await expect(compare.getByRole('status')).toHaveText('Every section is chosen');
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 3);
  await expect(notice(desk)).toHaveCount(0);
  await expect(report(desk)).toContainText('Lungs hazy.');
  await expect(report(desk)).toContainText('None. Mine.');
});

test('a key does what the screen shows, however late its effects run', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'None.');
  await desk.keyboard.type(' Mine.');
  await sealBeside(colleague, id, (html) => html.replace('Lungs clear.', 'Lungs hazy.'));
  await expect(takeIn(desk)).toBeVisible();
  await draftSaved(desk);
  await desk.evaluate(beLate, { timers: 0, turns: 2500 });
  await notice(desk).getByRole('button', { name: 'Compare' }).click();
  const status = desk.getByRole('main', { name: 'Compare' }).getByRole('status');
  await expect(status).toHaveText('Every section is chosen');
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 3);
});

test('a draft found again beside a newer version is offered the same way', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'None.');
  await desk.keyboard.type(' Mine.');
  await draftSaved(desk);
  await goTo(desk, 'worklist');
  await sealBeside(colleague, id, (html) => html.replace('Lungs clear.', 'Lungs hazy.'));
  await openExam(desk, id);
  await expect(notice(desk)).toContainText('It changed Findings only; your draft changed Recommendation.');
  await expect(barred(desk)).toHaveText(['Lungs clear.']);
  await expect(desk.getByRole('button', { name: 'Compare', exact: true })).toHaveCount(1);
  await takeIn(desk).click();
  await expect(report(desk)).toContainText('Lungs hazy.');
  await expect(report(desk)).toContainText('None. Mine.');
});

test('a moment from before it was taken in is begun from the older version again: it is offered anew', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'None.');
  await desk.keyboard.type(' Mine.');
  const before = await draftSaved(desk);
  await sealBeside(colleague, id, (html) => html.replace('Lungs clear.', 'Lungs hazy.'));
  await takeIn(desk).click();
  await expect(report(desk)).toContainText('Lungs hazy.');
  await draftSaved(desk, before);
  await desk.keyboard.press('F4');
  const moments = desk.getByRole('listbox', { name: 'Moments of this draft' });
  await expect(moments).toBeFocused();
  await desk.keyboard.press('ArrowDown');
  await expect(desk.getByRole('main', { name: 'Changes since then' })).toContainText('hazy');
  await desk.keyboard.press('Enter');
  await expect(report(desk)).toContainText('Lungs clear.');
  await expect(notice(desk)).toContainText('It changed Findings only; your draft changed Recommendation.');
  await takeIn(desk).click();
  await expect(report(desk)).toContainText('Lungs hazy.');
  await expect(report(desk)).toContainText('None. Mine.');
});
