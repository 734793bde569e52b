import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Saves a screenshot in each theme to the folder `SRVAULT_SHOTS`, if set. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SRVAULT_SHOTS'];
  if (folder === undefined) return;
  for (const theme of ['light', 'dark', 'dim']) {
    await page.locator('html').evaluate((root, chosen) => root.setAttribute('data-theme', chosen), theme);
    await page.screenshot({ path: join(folder, `${name}-${theme}.png`) });
  }
}
