/** Tests that a communicated critical result is in the report: in its signed text, or beside it when told later. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, shareVault, test } from './support/fixtures.ts';
import {
  atVersion,
  draftSaved,
  openExam,
  report,
  sealExam,
  sealPatient,
  signAsFinal,
} from './support/report-page.ts';
import { shoot } from './support/shoot.ts';

let patient_id: string;

shareVault(async ({ admin, group }) => {
  patient_id = await sealPatient(admin, group);
});

const TOLD =
  /Tension pneumothorax\. Told Dr Stand by telephone, 12 May 2026 09:10, by Dr A\. Roe; not read back\./;

async function recordTold(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: 'Critical result: none recorded' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Critical result' });
  await dialog.getByRole('textbox', { name: 'Finding' }).fill('Tension pneumothorax');
  await dialog.getByRole('textbox', { name: 'Found at' }).fill('2026-05-12 09:00');
  await dialog.getByLabel('Told whom').fill('Dr Stand');
  await dialog.getByRole('textbox', { name: 'Told at' }).fill('2026-05-12 09:10');
  await dialog.getByRole('button', { name: 'Record' }).click();
  await expect(dialog).toHaveCount(0);
}

test('who was told is a line of the Impression, changed with the record and signed with the text', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  await openExam(desk, id);
  await recordTold(desk);
  const line = report(desk).locator('p').filter({ hasText: 'Critical result:' });
  await expect(line).toHaveText(TOLD);
  await desk.getByRole('button', { name: /Critical result: (told, not read back|overdue)/ }).click();
  const dialog = desk.getByRole('dialog', { name: 'Critical result' });
  await dialog.getByText('Read back by the receiver').click();
  await dialog.getByRole('button', { name: 'Record' }).click();
  await expect(line).toHaveCount(1);
  await expect(line).toContainText('by Dr A. Roe; read back.');
  await shoot(desk, 'critical-in-report');
  // Whoever deletes the line is asked for it before signing.
  await line.click({ clickCount: 3 });
  await desk.keyboard.press('Delete');
  await expect(line).toHaveCount(0);
  await draftSaved(desk);
  await desk.keyboard.press('Control+Shift+Enter');
  const gate = desk.getByRole('complementary', { name: 'Sign as final' });
  await expect(gate.getByRole('listbox', { name: 'Blocks signing' })).toContainText(
    'The critical result is not in the report',
  );
  await shoot(desk, 'critical-not-in-report');
  await gate.getByRole('button', { name: 'Write it into the report' }).click();
  await expect(gate.getByRole('listbox', { name: 'Blocks signing' })).toHaveCount(0);
  // The line brings a question of its own, which has its time to be read.
  await desk.waitForTimeout(1_500);
  await gate.getByRole('button', { name: 'Sign as final' }).click();
  await atVersion(desk, 2);
  const { record } = await ready.admin.exams.get(id);
  expect(record.report_html).toMatch(/Impression.*Critical result: Tension pneumothorax.*Recommendation/s);
  expect(record.custom_attributes).toMatchObject({
    critical_result: { told_by: 'Dr A. Roe', told_at: expect.stringMatching(/T09:10:00\.000[+-]\d\d:\d\d$/) },
  });
});

test('told after signing: the text and its signature stay, and print and hand-over say it beside them', async ({
  ready,
  desk,
  browser,
}) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id, title: 'CT told later' });
  await openExam(desk, id);
  await report(desk).click();
  await signAsFinal(desk);
  await atVersion(desk, 2);
  const signed = await ready.admin.exams.get(id);
  await recordTold(desk);
  await atVersion(desk, 3);
  await expect(desk.getByTestId('signature-banner')).toContainText('Signed as final by Dr A. Roe');
  const { record } = await ready.admin.exams.get(id);
  expect(record.report_html).toBe(signed.record.report_html);

  await desk.keyboard.press('Control+P');
  const closing = desk.getByRole('article').last();
  await expect(closing).toContainText(TOLD);
  await expect(closing).toContainText('Noted beside the text of the report.');
  await expect(closing).toHaveAttribute('data-watermark', '');
  await shoot(desk, 'critical-beside-print');

  const passphrase = 'harbour slate ninth lantern';
  const file = join(mkdtempSync(join(tmpdir(), 'srvault-critical-')), 'handover.html');
  await desk.getByRole('button', { name: /Back to the report/ }).click();
  await desk.getByRole('button', { name: 'Hand over' }).click();
  const dialog = desk.getByRole('dialog', { name: /^Hand over/ });
  await dialog.getByLabel('Passphrase of the file', { exact: true }).fill(passphrase);
  const download = desk.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save the file' }).click();
  await (await download).saveAs(file);
  const context = await browser.newContext({ offline: true, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(pathToFileURL(file).href);
  await page.getByLabel(/^Passphrase/).fill(passphrase);
  await page.keyboard.press('Enter');
  await expect(page.locator('#signatures')).toContainText('The signatures are valid');
  await expect(page.locator('#critical')).toContainText(TOLD);
  await expect(page.locator('#critical')).toContainText('No signature covers it.');
  await page.screenshot({ path: 'test-results/critical-handover.png' });
  await context.close();
});
