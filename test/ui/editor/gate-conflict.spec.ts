/**
 * Tests an addendum or amendment that conflicts with another person's version: resolving it signs through the gate.
 */
import type { Page } from '@playwright/test';
import type { VaultClient } from '#sdk/client.ts';
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import {
  atVersion,
  caretAfter,
  openExam,
  report,
  sealBeside,
  sealExam,
  sealPatient,
  section,
} from '#test/ui/support/report-page.ts';

let patient_id: string;

shareVault(async ({ admin, group }) => {
  patient_id = await sealPatient(admin, group);
});

const gate = (page: Page) => page.getByRole('complementary', { name: /^Sign (addendum|amendment)$/ });
const banner = (page: Page) => page.getByRole('alert').filter({ hasText: 'was sealed by' });

async function addendum(
  page: Page,
  client: VaultClient,
  group: string,
  words: string,
  patient: string | null = patient_id,
): Promise<string> {
  const id = await sealExam(client, group, { ...(patient ? { patient_id: patient } : {}), status: 'final' });
  await openExam(page, id);
  await page.getByRole('button', { name: 'Add addendum' }).click();
  await page.keyboard.type(words);
  await sealBeside(client, id, (html) => html.replace('Lungs clear.', 'Lungs hazy.'));
  await expect(banner(page)).toContainText('Version 2 (Final) was sealed');
  return id;
}

const FOLLOWS = 'Version 2 was sealed meanwhile, by another person or in another window.';

test('an addendum sealed on top of another version passes the gate, and is signed from there', async ({
  ready,
  desk,
}) => {
  const id = await addendum(desk, ready.admin, ready.group, 'Nodule of 12 in the left lobe');
  await banner(desk).getByRole('button', { name: 'Seal mine on top' }).click();
  await expect(gate(desk)).toContainText('A measure has no unit');
  await expect(gate(desk)).not.toContainText(FOLLOWS);
  await expect(desk.getByText('Lungs hazy.')).toBeVisible();
  await atVersion(desk, 2);
  expect((await ready.admin.exams.signatures(id)).items).toHaveLength(0);
  await gate(desk).getByRole('button', { name: 'Sign addendum' }).click();
  await atVersion(desk, 3);
  const { record } = await ready.admin.exams.get(id);
  expect(record.custom_attributes).toMatchObject({ report: { status: 'appended' } });
  for (const words of ['Lungs hazy.', 'Nodule of 12 in the left lobe'])
    expect(record.report_html).toContain(words);
});

test('on top of a version that is not signed, the gate says which becomes the next', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id, status: 'final' });
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Add addendum' }).click();
  await desk.keyboard.type('Nodule of 12 in the left lobe');
  await ready.admin.exams.edit(id, (record) => ({
    ...record,
    custom_attributes: { report: { status: 'preliminary' } },
  }));
  await banner(desk).getByRole('button', { name: 'Seal mine on top' }).click();
  await expect(gate(desk)).toContainText('A measure has no unit');
  await expect(gate(desk)).toContainText(FOLLOWS);
  await atVersion(desk, 1);
  await gate(desk).getByRole('button', { name: 'Sign addendum' }).click();
  await atVersion(desk, 3);
});

test('what blocks signing blocks it on top of another version as well', async ({ ready, desk }) => {
  const id = await addendum(desk, ready.admin, ready.group, 'Seen again, no change.', null);
  await banner(desk).getByRole('button', { name: 'Seal mine on top' }).click();
  await expect(gate(desk).getByRole('listbox', { name: 'Blocks signing' })).toContainText(
    'This exam has no patient',
  );
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 2);
  expect(await ready.admin.exams.versions(id).toArray({ limit: 9 })).toHaveLength(2);
});

test('Compare has the merged addendum checked, and the signed text stays protected', async ({
  ready,
  desk,
}) => {
  const id = await addendum(desk, ready.admin, ready.group, 'Nodule of 12 in the left lobe');
  await banner(desk).getByRole('button', { name: 'Compare' }).click();
  const compare = desk.getByRole('main', { name: 'Compare' });
  await expect(compare.getByRole('status')).toHaveText('Every section is chosen');
  await desk.keyboard.press('Control+Enter');
  await expect(gate(desk)).toContainText('A measure has no unit');
  expect((await ready.admin.exams.get(id)).record.report_html).not.toContain('Nodule of 12');
  await expect(report(desk)).not.toContainText('Lungs hazy.');
  await desk
    .getByRole('main')
    .filter({ has: report(desk) })
    .getByText('Lungs hazy.')
    .waitFor();
  // By its button: the key waits until the question could be read.
  await gate(desk).getByRole('button', { name: 'Sign addendum' }).click();
  await atVersion(desk, 3);
  const { record } = await ready.admin.exams.get(id);
  expect(record.custom_attributes).toMatchObject({ report: { status: 'appended' } });
  for (const words of ['Lungs hazy.', 'Nodule of 12 in the left lobe'])
    expect(record.report_html).toContain(words);
});

test('Compare has an amendment checked as it is merged: left and right of two people contradict', async ({
  ready,
  desk,
}) => {
  const html =
    section('59776-5', 'Findings', '<p>Effusion.</p>') +
    section('19005-8', 'Impression', '<p>One effusion.</p>');
  const id = await sealExam(ready.admin, ready.group, { patient_id, status: 'final', html });
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Amend' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Amend a final report' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Side was missing');
  await dialog.getByRole('button', { name: 'Open for amending' }).click();
  await caretAfter(desk, 'One effusion.');
  await desk.keyboard.type(' It is on the left.');
  await sealBeside(ready.admin, id, (text) => text.replace('Effusion.', 'Effusion on the right.'));
  await banner(desk).getByRole('button', { name: 'Compare' }).click();
  const compare = desk.getByRole('main', { name: 'Compare' });
  await expect(compare.getByRole('status')).toHaveText('Every section is chosen');
  await compare.getByRole('button', { name: 'Seal version' }).click();
  await expect(gate(desk)).toContainText('Left or right?');
  await expect(report(desk)).toContainText('Effusion on the right.');
  await expect(report(desk)).toContainText('It is on the left.');
  await atVersion(desk, 2);
  expect(await ready.admin.exams.versions(id).toArray({ limit: 9 })).toHaveLength(2);
  await expect(gate(desk).getByRole('heading', { name: 'Sign amendment' })).toBeVisible();
  await gate(desk).getByRole('button', { name: 'Sign amendment' }).click();
  await atVersion(desk, 3);
});

test('an addendum with nothing to check is signed once the signed text above it was shown', async ({
  ready,
  desk,
}) => {
  const id = await addendum(desk, ready.admin, ready.group, 'Seen again, no change.');
  await banner(desk).getByRole('button', { name: 'Seal mine on top' }).click();
  await expect(desk.getByText('Lungs hazy.')).toBeVisible();
  expect(await ready.admin.exams.versions(id).toArray({ limit: 9 })).toHaveLength(2);
  await gate(desk).getByRole('button', { name: 'Sign addendum' }).click();
  await atVersion(desk, 3);
  const { record } = await ready.admin.exams.get(id);
  expect(record.custom_attributes).toMatchObject({ report: { status: 'appended' } });
});

test('what was signed as final meanwhile is not sealed over: the words stay a draft, and are put to the signed text', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  await openExam(desk, id);
  await caretAfter(desk, 'No acute finding.');
  await desk.keyboard.type(' Seen again.');
  // What that version says cannot be read yet, so the banner knows no better.
  const reads = '**/v1/exams/*?version_id=*';
  await desk.route(reads, (route) => route.abort());
  await ready.admin.exams.edit(id, (record) => ({
    ...record,
    report_lexical: null,
    report_html: (record.report_html ?? '').replace('Lungs clear.', 'Lungs hazy.'),
    custom_attributes: { report: { status: 'final' } },
  }));
  await expect(banner(desk)).toContainText('Version 2 was sealed');
  await desk.unroute(reads);
  await banner(desk).getByRole('button', { name: 'Seal mine on top' }).click();
  await expect(desk.getByText('Version 2 was signed meanwhile')).toBeVisible();
  await expect(desk.getByText('Open it, and add your words to it.')).toBeVisible();
  await expect(desk.getByRole('dialog')).toHaveCount(0);
  expect(await ready.admin.exams.versions(id).toArray({ limit: 9 })).toHaveLength(2);
  await expect(report(desk)).toContainText('Seen again.');
  await banner(desk).getByRole('button', { name: 'Compare' }).click();
  const compare = desk.getByRole('main', { name: 'Compare' });
  await expect(compare.getByRole('status')).toHaveText('Every section is chosen');
  await compare.getByRole('button', { name: 'Seal version' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Amend a final report' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Seen by two');
  await dialog.getByRole('button', { name: 'Open for amending' }).click();
  // The comparison stays, and now seals the amended text.
  await expect(compare.getByRole('status')).toHaveText('Every section is chosen');
  await compare.getByRole('button', { name: 'Seal version' }).click();
  await atVersion(desk, 3);
  const { record } = await ready.admin.exams.get(id);
  for (const words of ['Lungs hazy.', 'Seen again.']) expect(record.report_html).toContain(words);
  expect(record.custom_attributes).toMatchObject({
    report: { status: 'amended', amend_reason: 'Seen by two' },
  });
});
