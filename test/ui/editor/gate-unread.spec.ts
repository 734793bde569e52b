/** Tests that no press at the open sign gate signs a finding or a text that was not shown there before. */
import type { Page } from '@playwright/test';
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import { holdRequests } from '#test/ui/support/hold-requests.ts';
import {
  atVersion,
  caretAfter,
  draftSaved,
  openExam,
  report,
  sealExam,
  sealPatient,
  section,
} from '#test/ui/support/report-page.ts';

let patient_id: string;

shareVault(async ({ admin, group }) => {
  patient_id = await sealPatient(admin, group);
});

const gate = (page: Page) => page.getByRole('complementary', { name: 'Sign as final' });
const asked = (page: Page) => gate(page).getByRole('listbox', { name: 'Please check' }).getByRole('option');
const signButton = (page: Page) => gate(page).getByRole('button', { name: 'Sign as final', exact: true });

const PRESSES: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['key', (page) => page.keyboard.press('Control+Shift+Enter')],
  ['button', (page) => signButton(page).click()],
];

/** Stops the page's stopwatch, so that a slow machine leaves no more time to read. */
const stopTime = (page: Page) =>
  page.evaluate(() => {
    const now = performance.now();
    performance.now = () => now;
  });

const goOn = (page: Page) => page.evaluate(() => void Reflect.deleteProperty(performance, 'now'));

const CONTRADICTION =
  section('59776-5', 'Findings', '<p>Nodule in the left lung.</p>') +
  section('19005-8', 'Impression', '<p>Nodule in the right lung.</p>');

for (const [name, press] of PRESSES) {
  test(`an error typed at once before the ${name} is shown first and not signed`, async ({ ready, desk }) => {
    await openExam(desk, await sealExam(ready.admin, ready.group, { patient_id }));
    await desk.keyboard.press('Control+Shift+Enter');
    await expect(gate(desk)).toContainText('Nothing to check.');
    await stopTime(desk);
    await caretAfter(desk, 'No acute finding.');
    await desk.keyboard.type(' Node of 12.');
    await press(desk);
    await expect(asked(desk)).toContainText(['A measure has no unit']);
    await expect(gate(desk).getByRole('status')).toHaveText(
      '1 question above is to be read first. Then press again.',
    );
    const mark = asked(desk).first().getByText('new', { exact: true });
    await expect(mark).toHaveCSS('opacity', '1');
    await press(desk);
    await atVersion(desk, 1);
    await goOn(desk);
    await desk.waitForTimeout(1_300);
    await press(desk);
    await atVersion(desk, 2);
  });

  test(`a question that appears in the open gate has its own time to be read before the ${name}`, async ({
    ready,
    desk,
  }) => {
    await openExam(desk, await sealExam(ready.admin, ready.group, { html: CONTRADICTION, patient_id }));
    await desk.keyboard.press('Control+Shift+Enter');
    await expect(asked(desk)).toHaveCount(1);
    // A question that was gone to is read; one that appears later is not.
    await asked(desk).first().press('Enter');
    await stopTime(desk);
    await caretAfter(desk, 'Nodule in the right lung.');
    await desk.keyboard.type(' Node of 12.');
    await expect(asked(desk)).toHaveCount(2);
    await press(desk);
    await expect(gate(desk).getByRole('status')).toHaveText(
      '1 question above is to be read first. Then press again.',
    );
    await atVersion(desk, 1);
  });
}

test('words that enter the text between the press and the seal are not signed', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  await openExam(desk, id);
  await desk.keyboard.press('Control+Shift+Enter');
  await expect(gate(desk)).toContainText('Nothing to check.');
  await caretAfter(desk, 'No acute finding.');
  const saving = await holdRequests(desk, '**/draft**');
  await desk.keyboard.type(' Heart normal.');
  await desk.keyboard.press('Control+Shift+Enter');
  await saving.asked;
  await report(desk).focus();
  await desk.keyboard.type(' Node of 12.');
  saving.release();
  await expect(desk.getByText('The text changed while it was being signed')).toBeVisible();
  await draftSaved(desk);
  await atVersion(desk, 1);
  expect(await ready.admin.exams.versions(id).toArray({ limit: 9 })).toHaveLength(1);
  await expect(asked(desk)).toContainText(['A measure has no unit']);
});
