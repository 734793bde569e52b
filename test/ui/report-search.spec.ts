/** Tests the search in the texts of reports: tabs, sentences with marks, filters, opening, and the lock. */
import type { Page } from '@playwright/test';
import { clippedTexts } from './support/clipped-text.ts';
import { expect, shareVault, test } from './support/fixtures.ts';
import { type SampleIds, sealSamples } from './support/sample-records.ts';
import { shoot } from './support/shoot.ts';
import { PASSPHRASE } from './support/ui-vault.ts';

let samples: SampleIds;

shareVault(async ({ admin, group }) => {
  samples = await sealSamples(admin, group);
});

const search = (page: Page) => page.getByRole('textbox', { name: 'Search', exact: true });
const found = (page: Page) => page.getByRole('grid', { name: 'Reports with these words' });
const rows = (page: Page) => found(page).locator('[role="row"][aria-selected]');

test('a section in the search shows the reports, each with its sentence and the words marked', async ({
  desk,
}) => {
  await search(desk).fill('impression:"partial response"');
  await expect(desk.getByRole('tab', { name: /^Reports/ })).toHaveAttribute('aria-selected', 'true');
  await expect(rows(desk)).toHaveCount(1);
  await expect(rows(desk).first()).toContainText('Kastellan, Mirela');
  await expect(rows(desk).locator('mark')).toHaveText(['Partial response']);
  await expect(rows(desk).first()).toContainText('Impression');
  await expect(desk.getByRole('status').filter({ hasText: '1 report of 1 patient' })).toBeVisible();
  await shoot(desk, 'report-search');
  await search(desk).press('ArrowDown');
  await expect(found(desk)).toBeFocused();
  await desk.keyboard.press('Enter');
  const id = samples.exams.get('CT chest with contrast, follow-up @ Kastellan, Mirela');
  await expect.poll(() => desk.url()).toContain(`#/exams/${id}`);
  const marked = () =>
    desk.evaluate(() =>
      [...(CSS.highlights.get('asked') ?? [])]
        .map((range) => range.startContainer.textContent?.slice(range.startOffset, range.endOffset))
        .join(''),
    );
  await expect.poll(marked).toMatch(/^Partial response.*baseline\.$/);
  await shoot(desk, 'report-search-opened');
  await desk.keyboard.press('ArrowRight');
  await expect.poll(marked).toBe('');
});

test('the tab used last stays, and the list’s own filters hold for reports too', async ({ desk }) => {
  await search(desk).fill('no');
  await desk.getByRole('tab', { name: /^Reports/ }).click();
  await expect(rows(desk).first()).toBeVisible();
  const all = await rows(desk).count();
  await shoot(desk, 'report-search-many');
  await search(desk).fill('no modality:CT');
  await expect.poll(() => rows(desk).count()).toBeLessThan(all);
  await expect(rows(desk).first()).toContainText('CT');
  await search(desk).fill('zzzz');
  await expect(desk.getByText('No sentence matches')).toBeVisible();
  await search(desk).fill('text:');
  await expect(desk.getByText('Type a word of a report')).toBeVisible();
  await desk.getByRole('tab', { name: /^Exams/ }).click();
  await expect(desk.getByText('No exam matches')).toBeVisible();
});

test('in German the tabs, the columns and the hints are whole', async ({ page }) => {
  const appearance = JSON.stringify({ language: 'de' });
  await page.addInitScript((text) => localStorage.setItem('appearance', text), appearance);
  await page.goto('/');
  await page.locator('input[type=password]').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await page.locator('#vault-search').fill('Beurteilung:no');
  await expect(page.getByRole('tab', { name: /^Befunde/ })).toHaveAttribute('aria-selected', 'true');
  await expect(
    page.getByRole('grid', { name: 'Befunde mit diesen Wörtern' }).locator('mark').first(),
  ).toHaveText('No');
  expect(await clippedTexts(page)).toEqual([]);
  await shoot(page, 'report-search-de');
});

test('a lock empties the search and what it found', async ({ desk }) => {
  await search(desk).fill('text:no');
  await expect(rows(desk).first()).toBeVisible();
  await desk.getByRole('button', { name: 'Lock' }).click();
  await expect(found(desk)).toHaveCount(0);
  await expect(desk.getByText('Kastellan')).toHaveCount(0);
});
