/** The handbook as a screen, in three themes, narrow and in German; looked at, and never put into docs. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Clinic, fillClinic } from '#test/ui/screenshots/clinic.ts';
import { expect, shareVault, test, unlock } from '#test/ui/support/fixtures.ts';
import { openExam } from '#test/ui/support/report-page.ts';
import { PASSPHRASE } from '#test/ui/support/ui-vault.ts';

const OUT = join(import.meta.dirname, '..', '..', '..', '..', 'test-results', 'screenshots');
mkdirSync(OUT, { recursive: true });

let clinic: Clinic;
shareVault(async (ready, vault) => {
  clinic = await fillClinic(ready, vault);
});

test('the handbook itself', async ({ page }) => {
  const save = async (name: string) => {
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(OUT, `handbook-${name}.png`) });
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
