/**
 * Cuts pictures of the handbook's pages to what a page is about, light and dark. `SRVAULT_DOCS_SHOTS=1` replaces those
 * in docs/handbook/pictures; otherwise they go beside the other screenshots.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect } from '#test/ui/support/fixtures.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const OUT =
  process.env['SRVAULT_DOCS_SHOTS'] === '1'
    ? join(ROOT, 'docs', 'handbook', 'pictures')
    : join(ROOT, 'test-results', 'screenshots', 'handbook');
/** Width of a page's column: a wider picture would be scaled and hard to read. */
const WIDTH_MAX = 568;
const HEIGHT_MAX = 264;
/** Room around what has no edge of its own. */
export const ROOM = 16;
/** A palette keeps a picture small; screens have few colours. */
const COLOURS = 64;
mkdirSync(OUT, { recursive: true });

/** Saves the upper left part of an element in both themes. */
export async function cut(page: Page, name: string, element: Locator, room = 0): Promise<void> {
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

export const dialog = (page: Page) => page.getByRole('dialog');

export async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Command' }).fill(words);
  await expect(dialog(page).getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
}
