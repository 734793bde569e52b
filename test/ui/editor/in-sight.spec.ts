/** Tests that what matters is in sight: in German, in a panel, at 200 % zoom of a 1280 by 800 screen. */
import type { Locator, Page } from '@playwright/test';
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import { openExam, sealExam, sealPatient, section } from '#test/ui/support/report-page.ts';
import { shoot } from '#test/ui/support/shoot.ts';

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
const HEAD = row(
  'Zielläsion',
  'Ausgang, mm',
  'Vorbefund, mm',
  'Heute, mm',
  'Änderung zum Ausgang, %',
).replaceAll('td>', 'th>');
const TABLE = `<table><tbody>${HEAD}${row('1 Rundherd Unterlappen', '18', '14', '11', '−38,9')}</tbody></table>`;

/** Pixels by which an element leaves the one it must stay in. */
async function outside(element: Locator, within: Locator): Promise<number> {
  const [box, frame] = await Promise.all([element.boundingBox(), within.boundingBox()]);
  if (box === null || frame === null) throw new Error('not shown');
  return Math.max(0, Math.round(box.x + box.width - frame.x - frame.width));
}

async function speakGerman(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('appearance', JSON.stringify({ language: 'de' })));
}

shareVault();

for (const width of [1440, 1280]) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('the list of priors shows each state, a table of five columns ends in the panel, and F1 stays', async ({
      ready,
      page,
    }) => {
      const { admin, group } = ready;
      const patient_id = await sealPatient(admin, group);
      const title = 'CT Thorax und Abdomen mit Kontrastmittel, Verlaufskontrolle';
      const html = section('59776-5', 'Befund', TABLE);
      for (const exam_date of ['2026-01-10T08:00:00Z', '2026-03-10T08:00:00Z'])
        await sealExam(admin, group, { patient_id, title, html, exam_date, status: 'preliminary' });
      const heading = 'Befund der Untersuchung von Hals, Thorax, Abdomen und Becken in portalvenöser Phase';
      const id = await sealExam(admin, group, {
        patient_id,
        title,
        html: section('59776-5', heading, '<p>Text.</p>'),
      });
      await speakGerman(page);
      await page.goto('/');
      await page.locator('input[type="password"]').fill(ready.passphrase);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('grid')).toBeVisible();
      await page.goto(`/#/exams/${id}`);
      await expect(page.getByRole('textbox', { name: 'Bericht', exact: true })).toBeVisible();
      const panel = page.locator('.panel').filter({ has: page.locator('.prior-list') });
      await expect(panel.locator('.prior-list li')).toHaveCount(2);
      await expect(panel.locator('.old-text table')).toBeVisible();
      await shoot(page, `prior-de-${width}`);
      for (const state of await panel.locator('.prior-list .state').all())
        expect(await outside(state, panel)).toBe(0);
      expect(await outside(panel.locator('.old-text td').nth(4), panel.locator('.old-text'))).toBe(0);
      await page.getByText('Text.', { exact: true }).last().click();
      const last = page.locator('.statusbar > :last-child');
      await expect(last).toContainText('F1');
      expect(await outside(last, page.locator('.statusbar'))).toBe(0);
    });
  });
}

test.describe('at 200 %', () => {
  test.use({ viewport: { width: 640, height: 400 } });

  test('F1 shows the page before the contents', async ({ ready, desk }) => {
    await openExam(desk, await sealExam(ready.admin, ready.group));
    await desk.keyboard.press('F1');
    const title = desk.getByRole('dialog', { name: 'Handbook' }).locator('.page-title');
    await expect(title).toBeInViewport();
    await shoot(desk, 'handbook-zoom');
  });

  test('the field of a dialog that has the focus is in sight', async ({ ready, desk }) => {
    await openExam(
      desk,
      await sealExam(ready.admin, ready.group, { patient_id: await sealPatient(ready.admin, ready.group) }),
    );
    await desk.keyboard.press('Control+k');
    await desk.keyboard.type('critical result');
    await desk.keyboard.press('Enter');
    const dialog = desk.getByRole('dialog', { name: 'Critical result' });
    const finding = dialog.getByRole('textbox', { name: 'Finding' });
    await expect(finding).toBeFocused();
    const [box, foot] = await Promise.all([finding.boundingBox(), dialog.locator('.f').boundingBox()]);
    if (box === null || foot === null) throw new Error('not shown');
    expect(box.y + box.height).toBeLessThanOrEqual(foot.y);
    await shoot(desk, 'critical-zoom');
  });
});
