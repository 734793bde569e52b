/**
 * Screenshots of every screen and dialog in three themes at 1440 × 900, wide ones also at 1920 × 1080.
 * `SRVAULT_DOCS_SHOTS=1` replaces the pictures of docs/.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, goTo, shareVault, test, unlock } from '#test/ui/support/fixtures.ts';
import { openExam, report, sealBeside } from '#test/ui/support/report-page.ts';
import { SETTINGS } from '#test/ui/support/screens.ts';
import { type Clinic, fillClinic } from './clinic.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const OUT = join(ROOT, 'test-results', 'screenshots');
const DOCS = process.env['SRVAULT_DOCS_SHOTS'] === '1' ? join(ROOT, 'docs', 'screenshots') : undefined;
const THEMES = ['light', 'dark', 'dim'] as const;
const USUAL = { width: 1440, height: 900 };
const WIDE = { width: 1920, height: 1080 };
mkdirSync(OUT, { recursive: true });

let clinic: Clinic;
shareVault(async (ready, vault) => {
  clinic = await fillClinic(ready, vault);
});

interface ShotOptions {
  readonly wide?: boolean;
  /** File name in docs/screenshots. */
  readonly docs?: string;
}

async function shoot(page: Page, name: string, { wide = false, docs }: ShotOptions = {}): Promise<void> {
  // Move the pointer away, so that nothing is hovered.
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  for (const theme of THEMES) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset['theme'] = chosen;
    }, theme);
    await page.screenshot({ path: join(OUT, `${name}-${theme}.png`) });
    if (theme === 'light' && docs && DOCS) await page.screenshot({ path: join(DOCS, `${docs}.png`) });
  }
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'light';
  });
  if (!wide) return;
  await page.setViewportSize(WIDE);
  await page.screenshot({ path: join(OUT, `${name}-wide.png`) });
  await page.setViewportSize(USUAL);
}

const command = async (page: Page, words: string) => {
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox').fill(words);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
};

test('doors', async ({ browser, page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible();
  await shoot(page, 'unlock');
  await page.getByRole('button', { name: 'I have an invite code' }).click();
  await shoot(page, 'invite');
  const { startUiVault } = await import('#test/ui/support/ui-vault.ts');
  const empty = await startUiVault();
  const context = await browser.newContext({
    ...{ baseURL: empty.url, ignoreHTTPSErrors: true, viewport: USUAL },
    clientCertificates: [empty.clientCertificate],
  });
  const first = await context.newPage();
  await first.goto('/');
  await expect(first.getByRole('textbox', { name: 'Workspace name' })).toBeVisible();
  await shoot(first, 'first-run');
  await context.close();
  await empty.close();
});

test('lists and settings', async ({ page }) => {
  await unlock(page);
  const routes = {
    worklist: 'worklist',
    'follow-ups': 'worklist/follow-ups',
    critical: 'worklist/critical',
    'to-match': 'worklist/to-match',
    patients: 'patients',
    patient: `patients/${clinic.patient}`,
    'patient-form': `patients/${clinic.patient}/edit`,
    templates: 'templates',
    files: 'files',
    trash: 'trash',
    'verify-report': 'verify',
    ...Object.fromEntries(SETTINGS.map((each) => [`settings-${each}`, `settings/${each}`])),
  };
  const wide = new Set(['worklist', 'patients', 'follow-ups', 'to-match']);
  for (const [name, route] of Object.entries(routes)) {
    await goTo(page, route);
    await expect(page.getByRole('main').first()).toBeVisible();
    // Wait a fixed time, because drawing has no state to wait for.
    await page.waitForTimeout(500);
    if (name === 'worklist') await page.keyboard.press('ArrowDown');
    await shoot(page, name, { wide: wide.has(name), ...(name === 'worklist' ? { docs: name } : {}) });
  }
  await goTo(page, 'worklist');
  const dialogs = { palette: 'Control+K', help: 'F1', 'new-exam': 'Control+N' };
  for (const [name, key] of Object.entries(dialogs)) {
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog')).toBeVisible();
    await shoot(page, `dialog-${name}`);
    await page.keyboard.press('Escape');
  }
  await command(page, 'Import FHIR');
  await expect(page.getByRole('dialog')).toBeVisible();
  await shoot(page, 'dialog-import');
});

test('report', async ({ page, ready }) => {
  await unlock(page);
  await openExam(page, clinic.exam);
  // The panel is open from the start in a wide window.
  const prior = page.getByRole('tab', { name: /Prior/ });
  const isOpen = await prior.waitFor({ timeout: 2_000 }).then(
    () => true,
    () => false,
  );
  if (!isOpen) await page.keyboard.press('Control+Shift+P');
  await expect(prior).toBeVisible();
  await shoot(page, 'editor', { wide: true, docs: 'editor' });
  await page.getByRole('tab', { name: /Files/ }).click();
  await expect(page.getByRole('listbox', { name: 'Key images' })).toBeVisible();
  await expect(page.locator('.keys4 [style*="blob:"]').first()).toBeAttached();
  await shoot(page, 'editor-files');
  await page.getByRole('tab', { name: /History/ }).click();
  await shoot(page, 'editor-history-panel');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(page.getByRole('complementary', { name: 'Sign as final' })).toBeVisible();
  await shoot(page, 'sign-gate');
  await page.keyboard.press('Escape');
  const dialogs = {
    template: 'Template or macro',
    critical: 'Critical result',
    'follow-up': 'Follow-up…',
    'hand-over': 'Hand over',
    'seal-reason': 'Seal with a reason',
    deidentify: 'De-identified copy',
    'send-message': 'Send to a system',
  };
  for (const [name, words] of Object.entries(dialogs)) {
    await command(page, words);
    await expect(page.getByRole('dialog')).toBeVisible();
    await shoot(page, `dialog-${name}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  const toolbar = page.getByRole('toolbar', { name: 'Report' });
  const tool = (name: string) => toolbar.getByRole('button', { name, exact: true }).click();
  const opened = async (name: string) => {
    await expect(page.getByRole('dialog')).toBeVisible();
    await shoot(page, `dialog-${name}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await tool('Field');
  await page.getByRole('menuitem', { name: /new field/i }).click();
  await opened('new-field');
  await tool('Macro');
  await opened('macros');
  await report(page)
    .getByText('No new lesion.')
    .dblclick({ position: { x: 15, y: 10 } });
  await tool('Macro');
  await opened('new-macro');
  await command(page, 'SMART Health');
  const link = page.getByRole('dialog');
  await link.getByRole('textbox').first().fill('https://files.clinic.example/links/');
  await shoot(page, 'dialog-health-link');
  await link.getByRole('button', { name: 'Save the file' }).click();
  await expect(page.getByRole('dialog', { name: 'The link' })).toBeVisible();
  await shoot(page, 'dialog-health-link-made');
  await page.keyboard.press('Escape');
  await report(page).click();
  await page.keyboard.press('Control+P');
  await shoot(page, 'print');
  await page.keyboard.press('Escape');
  await openExam(page, clinic.exam);
  await page.keyboard.press('F7');
  const theirs = page.getByRole('button', { name: 'These are theirs' });
  await expect(theirs.first()).toBeVisible();
  await shoot(page, 'viewer-whose');
  while ((await theirs.count()) > 0) await theirs.first().click();
  await expect(page.locator('canvas[data-painted]').first()).toBeVisible();
  await shoot(page, 'viewer', { wide: true });
  await page.keyboard.press('Alt+4');
  await shoot(page, 'viewer-tiles');
  await page.keyboard.press('F7');

  await page.keyboard.press('Control+Shift+H');
  await shoot(page, 'history');
  await goTo(page, 'worklist');
  await openExam(page, clinic.exam);
  await report(page).getByText('Follow-up CT in 9 weeks.').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' Earlier if symptoms.');
  await sealBeside(ready.admin, clinic.exam, (html) => html.replace('9 weeks', '12 weeks'));
  await expect(page.getByRole('alert')).toContainText('Nothing is lost.');
  await shoot(page, 'conflict');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('radio').first()).toBeVisible();
  await shoot(page, 'conflict-compare');
});

/** Opens the verification screen with one valid and one invalid report. */
async function checkSaved(page: Page): Promise<void> {
  const banner = page.getByTestId('signature-banner');
  const payloads = [];
  for (const name of ['Save report', 'Save signature file']) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      banner.getByRole('button', { name }).click(),
    ]);
    const buffer = readFileSync(await download.path());
    payloads.push({ name: download.suggestedFilename(), mimeType: 'application/octet-stream', buffer });
  }
  await goTo(page, 'verify');
  const chooser = page.getByTestId('verify-files');
  await chooser.setInputFiles(payloads);
  await expect(page.getByText('1 report checked')).toBeVisible();
  const changed = payloads.map((file, at) =>
    at === 0 ? { ...file, buffer: Buffer.from(String(file.buffer).replace('14 mm', '41 mm')) } : file,
  );
  await chooser.setInputFiles(changed);
  await expect(page.getByText('2 reports checked')).toBeVisible();
  await shoot(page, 'verify-filled');
}

test('signed report', async ({ page }) => {
  await unlock(page);
  await openExam(page, clinic.signed);
  await page.getByTestId('signature-banner').getByRole('button', { name: 'Details' }).click();
  await expect(page.getByRole('complementary', { name: 'Signatures' })).toBeVisible();
  await shoot(page, 'signature');
  await checkSaved(page);
  await openExam(page, clinic.signed);
  await command(page, 'Amend');
  await shoot(page, 'dialog-amend');
  await page.keyboard.press('Escape');
  await command(page, 'addendum');
  await shoot(page, 'addendum');
});
