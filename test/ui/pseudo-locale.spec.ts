/**
 * Tests every screen with a pseudo-translation a third longer than English: no text is cut, no button too small, no
 * sideways scrolling. Text without brackets is missing from the catalogue.
 */
import type { Page } from '@playwright/test';
import type { CommandId } from '#renderer/commands/command-table.ts';
import { en } from '#renderer/messages/en.ts';
import { pseudoText } from '#renderer/messages/fetched/pseudo.ts';
import { clippedTexts } from './support/clipped-text.ts';
import { expect, goTo, shareVault, test } from './support/fixtures.ts';
import { type SampleIds, sealSamples } from './support/sample-records.ts';
import { type Screen, screensOf } from './support/screens.ts';
import { daysFromNow, followUp, trackedRecord } from './support/tracked-exam.ts';
import { PASSPHRASE } from './support/ui-vault.ts';

let screens: readonly Screen[] = [];

shareVault(async ({ admin, group }) => {
  const samples: SampleIds = await sealSamples(admin, group);
  screens = screensOf(samples);
  await admin.drive(group).upload(new Blob(['one line']), { name: 'Notizen' });
  await admin.exams.create({
    security_group_id: group,
    patient_id: samples.patients.get('Abernale, Josip') ?? null,
    record: trackedRecord([followUp('Fine needle aspiration, nodule of the left lobe', daysFromNow(12))]),
  });
  const binned = await admin.patients.create({ security_group_id: group, record: { display_name: 'Bin' } });
  await admin.patients.delete(binned.index.document_id);
});

const DIALOGS: readonly (readonly [name: string, key: string])[] = [
  ['commands', 'Control+K'],
  ['handbook', 'F1'],
  ['new exam', 'Control+N'],
];
/** Dialogs of the open report, by name. */
const REPORT_DIALOGS = [
  ...(['template', 'critical', 'followUp', 'handOver', 'sendMessage', 'healthLink'] as const),
  ...(['sealReason', 'deidentify'] as const),
];

async function command(page: Page, id: keyof typeof en.commands & CommandId): Promise<void> {
  const name = pseudoText(en.commands[id]);
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox').fill(name);
  await page.getByRole('option', { name }).first().click();
}

async function open(page: Page, language: string): Promise<void> {
  await page.addInitScript((text) => localStorage.setItem('appearance', text), JSON.stringify({ language }));
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

async function unlock(page: Page): Promise<void> {
  await page.locator('input[type=password]').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid')).toBeVisible();
}

async function expectWhole(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  expect.soft(await clippedTexts(page), name).toEqual([]);
}

async function expectReportWhole(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+Enter');
  const gate = page.getByRole('complementary', { name: pseudoText(en.commands.sign) });
  await expect(gate).toBeVisible();
  await expectWhole(page, 'sign gate');
  await page.keyboard.press('Escape');
  await expect(gate).toHaveCount(0);
  // Closing the gate restores the panel it covered; without one, open it.
  const tabs = page.getByRole('tablist').last().getByRole('tab');
  await expect(async () => {
    if (!(await tabs.first().isVisible())) await page.keyboard.press('Control+Shift+P');
    await expect(tabs.first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  for (const tab of await tabs.all()) {
    await tab.click();
    await expectWhole(page, `beside the report, ${await tab.textContent()}`);
  }
  for (const id of REPORT_DIALOGS) {
    await command(page, id);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectWhole(page, id);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
}

for (const size of [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
]) {
  test(`at ${size.width} × ${size.height} no screen or dialog cuts its words`, async ({ page }) => {
    test.slow();
    await page.setViewportSize(size);
    await open(page, 'en-XA');
    await expectWhole(page, 'unlock');
    await unlock(page);
    for (const { name, route, shown } of screens) {
      await goTo(page, route);
      await expect(shown(page).first()).toBeVisible();
      await expectWhole(page, name);
      if (name === 'report') await expectReportWhole(page);
    }
    await goTo(page, 'worklist');
    await expect(page.getByRole('grid')).toBeVisible();
    for (const [name, key] of DIALOGS) {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectWhole(page, name);
      await page.keyboard.press('Escape');
    }
    await command(page, 'shortcuts');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectWhole(page, 'keyboard');
  });
}

test('a button narrower than its label is found', async ({ page }) => {
  await open(page, 'en-XA');
  const button = page.locator('button[type=submit]').first();
  await expect(button).toBeVisible();
  expect(await clippedTexts(page)).toEqual([]);
  await button.evaluate((element) => {
    element.style.width = '3rem';
    element.style.minWidth = '0';
    element.style.whiteSpace = 'nowrap';
  });
  expect(await clippedTexts(page)).toHaveLength(1);
  await button.evaluate((element) => {
    element.style.overflow = 'hidden';
  });
  expect((await clippedTexts(page))[0]).toMatch(/is cut by \d+ px/);
});
