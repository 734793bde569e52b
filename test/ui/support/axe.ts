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

async function seriousFindings(page: Page): Promise<string[]> {
  // No frames: without the legacy mode every look would open a page of its own to put frames together.
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await builder.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
