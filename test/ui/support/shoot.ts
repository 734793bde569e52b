import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** A picture of the page in each theme, into the folder `SRVAULT_SHOTS`; none where that is not set. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SRVAULT_SHOTS'];
  if (folder === undefined) return;
  for (const theme of ['light', 'dark', 'dim']) {
    await page.locator('html').evaluate((root, chosen) => root.setAttribute('data-theme', chosen), theme);
    await page.screenshot({ path: join(folder, `${name}-${theme}.png`) });
  }
}
