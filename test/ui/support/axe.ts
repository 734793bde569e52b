/** What axe finds serious on a page, in every theme. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const THEMES = ['light', 'dark', 'dim'] as const;

/** Every rule in every theme. The themes are attributes of the page, so one visit serves all. */
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

/** Stands for axe where every frame has it: the builder would send its half megabyte twice with each look. */
const NOTHING_TO_ADD = '"axe is there"';

async function seriousFindings(page: Page): Promise<string[]> {
  const has = await Promise.all(page.frames().map((frame) => frame.evaluate(() => 'axe' in window)));
  const source = has.every(Boolean) ? { axeSource: NOTHING_TO_ADD } : {};
  // No frames: without the legacy mode every look would open a page of its own to put frames together.
  const builder = new AxeBuilder({ page, ...source }).setLegacyMode(true);
  const { violations } = await builder.options({ resultTypes: ['violations'] }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
