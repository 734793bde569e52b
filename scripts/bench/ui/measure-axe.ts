/** axe on every screen in every theme: how many serious findings. */
import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright';
import type { BenchResult } from '#scripts/bench/result.ts';
import { goTo, openPage, type Place, unlock } from './open-browser.ts';

const THEMES = ['light', 'dark', 'dim'];

export async function measureAxe(
  browser: Browser,
  place: Place,
  patientId: string,
  examId: string,
): Promise<BenchResult> {
  const routes = [
    ...['worklist', 'patients', `patients/${patientId}`, `patients/${patientId}/edit`, `exams/${examId}`],
    ...['templates', 'files', 'trash'],
    ...['appearance', 'security', 'workspace', 'people', 'groups', 'sdk'].map(
      (section) => `settings/${section}`,
    ),
  ];
  const findings: string[] = [];
  for (const theme of THEMES) {
    const page = await openPage(browser, place);
    await page.addInitScript((text) => localStorage.setItem('appearance', text), JSON.stringify({ theme }));
    await page.goto('/');
    await page.getByRole('textbox', { name: 'Passphrase' }).waitFor();
    findings.push(...(await serious(page, `unlock, ${theme}`)));
    await unlock(page);
    for (const route of routes) {
      await goTo(page, route);
      await page
        .getByRole('main')
        .first()
        .waitFor()
        .catch((cause: unknown) => {
          throw new Error(`The screen ${route} did not open.`, { cause });
        });
      await page.waitForLoadState('networkidle');
      findings.push(...(await serious(page, `${route}, ${theme}`)));
    }
    await page.context().close();
  }
  for (const finding of findings) process.stderr.write(`axe: ${finding}\n`);
  return {
    what: 'serious axe findings',
    value: String(findings.length),
    atLeast: '0',
    aim: '0',
    met: findings.length === 0,
    behind: `${routes.length + 1} screens in ${THEMES.length} themes`,
  };
}

async function serious(page: Page, where: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${where}: ${id}: ${target.join(' ')}`));
}
