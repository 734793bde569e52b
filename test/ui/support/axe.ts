/** Runs axe on a page in every theme. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const THEMES = ['light', 'dark', 'dim'] as const;

/** Expects no serious finding of any rule in any theme. Themes are attributes, so one visit suffices. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  const before = await page.evaluate(() => document.documentElement.dataset['theme']);
  for (const theme of THEMES) {
    await setTheme(page, theme);
    expect(await seriousFindings(page), `${where}, ${theme}`).toEqual([]);
  }
  await setTheme(page, before);
}

async function setTheme(page: Page, theme: string | undefined): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset['theme'] = name ?? '';
  }, theme);
}

/** Empty source if axe is already loaded, because the builder would send half a megabyte each time. */
const NOTHING_TO_ADD = '"axe is there"';

async function seriousFindings(page: Page): Promise<string[]> {
  const has = await Promise.all(page.frames().map((frame) => frame.evaluate(() => 'axe' in window)));
  const source = has.every(Boolean) ? { axeSource: NOTHING_TO_ADD } : {};
  // Legacy mode, because otherwise every run opens an additional page for frames.
  const builder = new AxeBuilder({ page, ...source }).setLegacyMode(true);
  const { violations } = await builder.options({ resultTypes: ['violations'] }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
