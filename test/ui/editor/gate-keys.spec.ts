/** Tests that quick and held keys at the sign gate change no word and sign nothing unread. */
import type { Page } from '@playwright/test';
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import {
  atVersion,
  caretAfter,
  openExam,
  report,
  sealExam,
  sealPatient,
  section,
  wordsAsked,
} from '#test/ui/support/report-page.ts';

let patient_id: string;

shareVault(async ({ admin, group }) => {
  patient_id = await sealPatient(admin, group);
});

const gate = (page: Page) => page.getByRole('complementary', { name: 'Sign as final' });
const asked = (page: Page) => gate(page).getByRole('listbox', { name: 'Please check' }).getByRole('option');

const CONTRADICTION =
  section('59776-5', 'Findings', '<p>Nodule in the left lung.</p>') +
  section('19005-8', 'Impression', '<p>Nodule in the right lung.</p>');

test('Enter pressed twice or held at a question leaves its word in the text', async ({ ready, desk }) => {
  await openExam(desk, await sealExam(ready.admin, ready.group, { html: CONTRADICTION, patient_id }));
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.press('Control+Shift+Enter');
  await expect(asked(desk).first()).toContainText('Left or right?');
  await expect(asked(desk).first()).toBeFocused();

  await desk.keyboard.press('Enter');
  await desk.keyboard.press('Enter');
  await expect(asked(desk).first(), 'the second Enter returns to the question').toBeFocused();
  await expect(report(desk).locator('p')).toHaveText([
    'Nodule in the left lung.',
    'Nodule in the right lung.',
  ]);

  for (let press = 0; press < 6; press += 1) await desk.keyboard.down('Enter');
  await desk.keyboard.up('Enter');
  await expect(report(desk)).toBeFocused();
  await expect(report(desk).locator('p')).toHaveText([
    'Nodule in the left lung.',
    'Nodule in the right lung.',
  ]);
  const selected = () => desk.evaluate(() => getSelection()?.toString());
  await expect.poll(() => wordsAsked(desk)).toEqual(['right']);
  expect(await selected(), 'no key replaces the word').toBe('');

  // Once something was typed, Enter writes as ever.
  await desk.keyboard.type(' upper');
  await expect(report(desk)).toContainText('Nodule in the right upper lung.');
  expect(await wordsAsked(desk)).toEqual([]);
  await desk.keyboard.press('Enter');
  await expect(report(desk).locator('p')).toHaveText([
    'Nodule in the left lung.',
    'Nodule in the right upper',
    / ?lung\./,
  ]);
  await expect(asked(desk).first()).toContainText('Left or right?');
});

test('the sign key pressed twice at once signs over no question', async ({ ready, desk }) => {
  await openExam(desk, await sealExam(ready.admin, ready.group, { html: CONTRADICTION, patient_id }));
  for (const apart of [0, 120, 300]) {
    await expect(report(desk)).toBeFocused();
    await desk.keyboard.press('Control+Shift+Enter');
    await desk.waitForTimeout(apart);
    await desk.keyboard.press('Control+Shift+Enter');
    await expect(gate(desk).getByRole('status')).toHaveText(
      '1 question above is to be read first. Then press again.',
    );
    await atVersion(desk, 1);
    await desk.keyboard.press('Escape');
    await expect(gate(desk)).toHaveCount(0);
  }
  // A question that was gone to counts as read.
  await desk.keyboard.press('Control+Shift+Enter');
  await asked(desk).first().press('Enter');
  await desk.keyboard.press('Control+Shift+Enter');
  await atVersion(desk, 2);
});

test('the question of the right patient ends with the page it was asked on', async ({ ready, desk }) => {
  const other = await sealPatient(ready.admin, ready.group);
  const first = await sealExam(ready.admin, ready.group, { patient_id });
  const second = await sealExam(ready.admin, ready.group, { patient_id: other });
  await openExam(desk, first);
  await openExam(desk, second);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Heart normal.');
  await desk.keyboard.press('Control+Enter');
  const dialog = desk.getByRole('dialog', { name: 'Is this the right patient?' });
  await expect(dialog).toBeVisible();
  await desk.goBack();
  await expect.poll(() => desk.url()).toContain(first);
  await expect(report(desk)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await ready.admin.exams.versions(second).toArray({ limit: 9 }), 'nothing was sealed').toHaveLength(
    1,
  );
});
