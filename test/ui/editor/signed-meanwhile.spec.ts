/** Tests that no signed text falls out of the report when a change from another window is sealed on top of it. */
import type { Page } from '@playwright/test';
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import {
  atVersion,
  draftSaved,
  openExam,
  report,
  sealExam,
  sealPatient,
} from '#test/ui/support/report-page.ts';
import { addendum, amend, told, twoWindows } from '#test/ui/support/two-windows.ts';

let patient_id: string;

shareVault(async ({ admin, group }) => {
  patient_id = await sealPatient(admin, group);
});

const gate = (page: Page) => page.getByRole('complementary', { name: /^Sign (addendum|amendment)$/ });
const banner = (page: Page) => page.getByRole('alert').filter({ hasText: 'while you were editing' });
const onTop = (page: Page) => banner(page).getByRole('button', { name: 'Seal mine on top' });

test('two windows add an addendum: the second stands beneath the first, and both are in the report', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id, status: 'final' });
  const second = await twoWindows(desk, id, ready.passphrase);
  await addendum(desk, 'First addendum.');
  await draftSaved(desk);
  await addendum(second, 'Second addendum.');
  await expect(told(second)).toBeVisible();
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 2);
  // The other draft became that version, so only the version is left to decide about.
  await expect(told(second)).toHaveCount(0);
  await onTop(second).click();
  await expect(gate(second)).toContainText('The signed text above it stays as it is.');
  await expect(report(second)).toContainText('Second addendum.');
  await expect(report(second)).not.toContainText('First addendum.');
  await expect(second.getByText('First addendum.')).toBeVisible();
  await gate(second).getByRole('button', { name: 'Sign addendum' }).click();
  await atVersion(second, 3);
  const { record } = await ready.admin.exams.get(id);
  expect(record.report_html).toMatch(/Lungs clear\..*First addendum\..*Second addendum\./s);
  expect(record.report_html?.match(/Lungs clear\./g)).toHaveLength(1);
  expect(record.report_html?.match(/<h2[^>]*>Addendum/g)).toHaveLength(2);
  expect(record.custom_attributes).toMatchObject({ report: { status: 'appended' } });
});

test('an addendum stands beneath words amended meanwhile, and their reason stays', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id, status: 'final' });
  await openExam(desk, id);
  await addendum(desk, 'My addendum.');
  await draftSaved(desk);
  await ready.admin.exams.edit(id, (record) => ({
    ...record,
    report_lexical: null,
    report_html: (record.report_html ?? '').replace('Lungs clear.', 'Lungs hazy.'),
    custom_attributes: { report: { status: 'amended', amend_reason: 'Looked again' } },
  }));
  await onTop(desk).click();
  await gate(desk).getByRole('button', { name: 'Sign addendum' }).click();
  await atVersion(desk, 3);
  const { record } = await ready.admin.exams.get(id);
  expect(record.report_html).toMatch(/Lungs hazy\..*My addendum\./s);
  expect(record.report_html).not.toContain('Lungs clear.');
  expect(record.custom_attributes).toMatchObject({
    report: { status: 'appended', amend_reason: 'Looked again' },
  });
});

test('an amendment is not sealed over an addendum signed in another window', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id, status: 'final' });
  const second = await twoWindows(desk, id, ready.passphrase);
  await addendum(desk, 'First addendum.');
  await draftSaved(desk);
  await amend(second, ' Mine.');
  await expect(told(second)).toBeVisible();
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 2);
  // The other draft became that version, so only the version is left to decide about.
  await expect(told(second)).toHaveCount(0);
  await expect(onTop(second)).toHaveAttribute('aria-disabled', 'true');
  await expect(banner(second)).toContainText('Nothing can be sealed over signed text.');
  await onTop(second).click({ force: true });
  await expect(gate(second)).toHaveCount(0);
  expect(await ready.admin.exams.versions(id).toArray({ limit: 9 })).toHaveLength(2);
  await expect(report(second)).toContainText('Lungs clear. Mine.');
  await banner(second).getByRole('button', { name: 'Use theirs' }).click();
  await atVersion(second, 2);
  await expect(second.getByText('First addendum.')).toBeVisible();
  await second.getByRole('button', { name: 'Show it' }).click();
  const panel = second.getByRole('complementary', { name: 'Recovered text' });
  await panel.getByRole('button', { name: 'Show', exact: true }).first().click();
  await expect(panel.getByRole('document')).toContainText('Mine.');
});

test('an addendum is not signed on top of a report withdrawn meanwhile', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id, status: 'final' });
  await openExam(desk, id);
  await addendum(desk, 'My addendum.');
  await draftSaved(desk);
  await ready.admin.exams.edit(id, (record) => ({
    ...record,
    custom_attributes: { report: { status: 'entered-in-error' } },
  }));
  await expect(onTop(desk)).toHaveAttribute('aria-disabled', 'true');
  await expect(banner(desk)).toContainText('Nothing can be added to a withdrawn report.');
  expect(await ready.admin.exams.versions(id).toArray({ limit: 9 })).toHaveLength(2);
});
