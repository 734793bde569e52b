/**
 * Pictures of the handbook's pages, cut to what a page is about, light and dark. `SRVAULT_DOCS_SHOTS=1` replaces those
 * in docs/handbook/pictures; otherwise they go beside the other screenshots.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, goTo, shareVault, test, unlock } from '#test/ui/support/fixtures.ts';
import { openExam, report } from '#test/ui/support/report-page.ts';
import { PASSPHRASE } from '#test/ui/support/ui-vault.ts';
import { type Clinic, fillClinic } from './clinic.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const OUT =
  process.env['SRVAULT_DOCS_SHOTS'] === '1'
    ? join(ROOT, 'docs', 'handbook', 'pictures')
    : join(ROOT, 'test-results', 'screenshots', 'handbook');
/** Width of a page's column: a wider picture would be scaled and hard to read. */
const WIDTH_MAX = 568;
const HEIGHT_MAX = 264;
/** Room around what has no edge of its own. */
const ROOM = 16;
/** A palette keeps a picture small; screens have few colours. */
const COLOURS = 64;
mkdirSync(OUT, { recursive: true });

let clinic: Clinic;
shareVault(async (ready, vault) => {
  clinic = await fillClinic(ready, vault);
});

/** Saves the upper left part of an element in both themes. */
async function cut(page: Page, name: string, element: Locator, room = 0): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  const box = await element.boundingBox();
  if (!box) throw new Error(`Nothing to see for ${name}.`);
  const clip = {
    ...{ x: box.x - room, y: box.y - room },
    width: Math.min(box.width + 2 * room, WIDTH_MAX),
    height: Math.min(box.height + 2 * room, HEIGHT_MAX),
  };
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset['theme'] = chosen;
    }, theme);
    const png = await page.screenshot({ clip, animations: 'disabled' });
    const file = theme === 'light' ? name : `${name}-dark`;
    writeFileSync(
      join(OUT, `${file}.png`),
      await sharp(png).png({ palette: true, colours: COLOURS }).toBuffer(),
    );
  }
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'light';
  });
}

const dialog = (page: Page) => page.getByRole('dialog');

async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox').fill(words);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
}

test('pictures of the handbook, outside a report', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible();
  await cut(page, 'unlock', page.locator('.gate-form > div'), ROOM);
  await unlock(page);
  await expect(page.getByRole('grid')).toBeVisible();
  await cut(page, 'worklist', page.locator('.cols').first());
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox').fill('go to');
  await cut(page, 'palette', dialog(page));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+N');
  await cut(page, 'new-exam', dialog(page));
  await page.keyboard.press('Escape');
  await goTo(page, 'settings/backup');
  await expect(page.getByRole('button', { name: 'Back up now' })).toBeVisible();
  await cut(page, 'backup', page.getByRole('main').first());
});

test('pictures of the handbook, in a report', async ({ page }) => {
  await unlock(page);
  await openExam(page, clinic.exam);
  const prior = page.getByRole('tab', { name: /Prior/ });
  const isOpen = await prior.waitFor({ timeout: 5_000 }).then(
    () => true,
    () => false,
  );
  if (!isOpen) await page.keyboard.press('Control+Shift+P');
  await expect(prior).toBeVisible();
  await cut(page, 'prior', page.locator('aside.panel'));
  await cut(page, 'outline', page.locator('nav.outline'));
  await cut(page, 'table', report(page).locator('table').first(), ROOM);
  await page.keyboard.press('Control+Shift+Enter');
  const gate = page.getByRole('complementary', { name: 'Sign as final' });
  await expect(gate).toBeVisible();
  await cut(page, 'sign-gate', gate);
  await page.keyboard.press('Escape');
  for (const [name, words] of [
    ['template', 'Template or macro'],
    ['critical', 'Critical result'],
    ['follow-up', 'Follow-up…'],
    ['hand-over', 'Hand over'],
  ] as const) {
    await command(page, words);
    await expect(dialog(page).getByRole('heading').first()).toBeVisible();
    await cut(page, name, dialog(page));
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  }
});

/** The handbook as a screen, in three themes, narrow and in German; looked at, and never put into docs. */
test('the handbook itself', async ({ page }) => {
  const save = async (name: string) => {
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(ROOT, 'test-results', 'screenshots', `handbook-${name}.png`) });
  };
  await unlock(page);
  await openExam(page, clinic.exam);
  await page.keyboard.press('Control+Shift+Enter');
  await expect(page.getByRole('complementary', { name: 'Sign as final' })).toBeVisible();
  await page.keyboard.press('F1');
  await expect(page.getByRole('article', { name: 'Sign a report' })).toBeVisible();
  for (const theme of ['light', 'dark', 'dim']) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset['theme'] = chosen;
    }, theme);
    await page.waitForTimeout(500);
    await save(theme);
  }
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'light';
  });
  await page.keyboard.type('passphrase');
  await save('found');
  await page.keyboard.press('Enter');
  await page.setViewportSize({ width: 1000, height: 700 });
  await save('1000');
  await page.setViewportSize({ width: 640, height: 700 });
  await save('640');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate(() => localStorage.setItem('appearance', '{"language":"de"}'));
  await page.reload();
  await page.locator('input[type=password]').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('report-shell')).toBeVisible();
  await page.keyboard.press('F1');
  await expect(page.getByRole('dialog', { name: 'Handbuch' })).toBeVisible();
  await save('de');
});
