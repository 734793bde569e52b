/** Tests small details of the editor that confused people in daily work. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '#test/ui/support/axe.ts';
import { expect, goTo, shareVault, test } from '#test/ui/support/fixtures.ts';
import { field, openExam, report, sealExam, sealPatient, section } from '#test/ui/support/report-page.ts';
import { shoot } from '#test/ui/support/shoot.ts';

let patient_id: string;

shareVault(async ({ admin, group }) => {
  patient_id = await sealPatient(admin, group);
});

const row = (...cells: string[]) => `<tr>${cells.map((text) => `<td><p>${text}</p></td>`).join('')}</tr>`;
const head = (...cells: string[]) => `<tr>${cells.map((text) => `<th><p>${text}</p></th>`).join('')}</tr>`;
const MEASURES = `<table><tbody>${head('Target lesion', 'Baseline, mm', 'Prior, mm', 'Today, mm', 'Change, %')}${row('1 Nodule', '18', '16', '', '')}${row('Sum of diameters', '18', '16', '', '')}</tbody></table>`;
const LONG = [
  section('59776-5', 'Findings', MEASURES + '<p>Lungs clear.</p>'.repeat(30)),
  section('19005-8', 'Impression', '<p>First line.<br>Second line.</p><p>Third line.</p>'),
].join('');

async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.keyboard.type(words);
  await expect(page.getByRole('option').first()).toContainText(new RegExp(words, 'i'));
  await page.keyboard.press('Enter');
}

test('a sealed addendum stays in sight, and the preview of the worklist tells of it', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, {
    html: LONG,
    patient_id,
    status: 'final',
    title: 'CT long',
  });
  await openExam(desk, id);
  await command(desk, 'Add addendum');
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.type('Small effusion on second reading.');
  await desk.keyboard.press('Control+Enter');
  await expect(report(desk)).toHaveAttribute('aria-readonly', 'true');
  await expect(report(desk).getByText('Small effusion on second reading.')).toBeInViewport();
  await goTo(desk, 'worklist');
  await desk.getByRole('button', { name: /^All exams/ }).click();
  await desk.getByRole('row', { name: /CT long/ }).click();
  const preview = desk.getByRole('complementary', { name: 'Preview' });
  await expect(preview.locator('.pv-text')).toHaveText([
    'First line.',
    'Second line.',
    'Third line.',
    'Small effusion on second reading.',
  ]);
  await expect(preview.getByRole('heading', { name: /^Addendum/ })).toBeVisible();
});

test('the status line names the section of a table, also where whole cells are chosen', async ({
  ready,
  desk,
}) => {
  await openExam(desk, await sealExam(ready.admin, ready.group, { html: LONG, patient_id }));
  const place = desk.locator('.statusbar > span').first();
  const cells = report(desk).locator('tr').nth(1).locator('td');
  await cells.nth(3).click();
  await expect(place).toHaveText('Findings');
  await desk.keyboard.press('Shift+ArrowRight');
  await desk.keyboard.press('Shift+ArrowRight');
  await expect(place).toHaveText('Findings');
});

test('a column with a unit in its head does not move with its first value', async ({ ready, desk }) => {
  await openExam(desk, await sealExam(ready.admin, ready.group, { html: LONG, patient_id }));
  const table = report(desk).locator('table');
  const edges = () =>
    table
      .locator('th')
      .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().right)));
  await expect(table.locator('th').nth(3)).toHaveClass(/num/);
  const before = await edges();
  await table.locator('tr').nth(1).locator('td').nth(3).click();
  await desk.keyboard.type('14');
  await expect(table.locator('tr').nth(1)).toContainText('14');
  await expect.poll(edges).toEqual(before);
});

test('what is typed in a dialog that a key opened over the text is written there', async ({
  ready,
  desk,
}) => {
  const html = section('59776-5', 'Findings', `<p>Heart ${field('heart', 'Heart')}.</p>`);
  // A patient of its own, because it would be a prior of the other exams here.
  const own = await sealPatient(ready.admin, ready.group);
  await openExam(
    desk,
    await sealExam(ready.admin, ready.group, { html, patient_id: own, title: 'CT heart' }),
  );
  await expect(report(desk)).toBeFocused();
  await command(desk, 'Critical result');
  const finding = desk.getByRole('dialog').getByRole('textbox', { name: 'Finding' });
  await expect(finding).toBeFocused();
  await desk.keyboard.type('Free air');
  await expect(finding).toHaveValue('Free air');
  await desk.keyboard.press('Escape');
  await desk.getByRole('button', { name: 'Throw away' }).click();
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.press('F2');
  const title = desk.getByRole('dialog').getByRole('textbox', { name: 'Title' });
  await title.press('End');
  await expect(title).toBeFocused();
  await desk.keyboard.type(' left');
  await expect(title).toHaveValue('CT heart left');
});

test('a signed report takes no section of a prior', async ({ ready, desk }) => {
  const prior = { html: LONG, patient_id, exam_date: '2026-01-04', title: 'CT before', status: 'final' };
  await sealExam(ready.admin, ready.group, prior);
  const id = await sealExam(ready.admin, ready.group, { html: LONG, patient_id, status: 'final' });
  await openExam(desk, id);
  const copy = desk.getByRole('button', { name: 'Copy section Impression' });
  await expect(copy).toBeVisible();
  const signed = (await report(desk).textContent()) ?? '';
  await copy.click({ force: true });
  await expect(copy).toHaveAttribute('aria-disabled', 'true');
  await expect(report(desk)).toHaveText(signed, { useInnerText: false });
});

test('a line in the text of the prior has the colour of the theme', async ({ ready, desk }) => {
  const html = section('59776-5', 'Findings', '<p>Above.</p><hr><p>Below.</p>');
  await sealExam(ready.admin, ready.group, {
    html,
    patient_id,
    exam_date: '2026-11-02',
    title: 'CT chest with a line',
    // The panel opens the newest signed prior of the same region.
    status: 'final',
  });
  await openExam(
    desk,
    await sealExam(ready.admin, ready.group, { html, patient_id, exam_date: '2026-11-20' }),
  );
  await desk.locator('html').evaluate((root) => root.setAttribute('data-theme', 'dark'));
  const line = (within: string) =>
    desk
      .locator(`${within} hr`)
      .first()
      .evaluate((rule) => {
        const { borderTopColor, borderTopStyle, borderBottomWidth } = getComputedStyle(rule);
        return { borderTopColor, borderTopStyle, borderBottomWidth };
      });
  expect(await line('.old-text')).toEqual(await line('.report'));
});

test.describe('in half a screen', () => {
  test.use({ viewport: { width: 960, height: 900 } });

  test('the prior stands beside the table, and all normal is at hand', async ({ ready, desk }) => {
    await sealExam(ready.admin, ready.group, { html: LONG, patient_id, exam_date: '2026-01-05' });
    const html = section(
      '59776-5',
      'Findings',
      `${MEASURES}<p>Heart ${field('heart', 'Heart', { preset: 'normal' })}.</p>`,
    );
    await openExam(desk, await sealExam(ready.admin, ready.group, { html, patient_id }));
    await expect(desk.getByRole('button', { name: 'All normal' })).toBeVisible();
    await desk.keyboard.press('Control+Shift+P');
    const prior = desk.getByRole('complementary', { name: 'Prior' });
    await expect(prior).toBeVisible();
    const left = async () => (await prior.boundingBox())?.x ?? 0;
    const box = await report(desk).locator('th', { hasText: 'Change' }).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(await left());
  });

  test('below many priors and an addendum, the text of the prior has half a low window', async ({
    ready,
    desk,
  }) => {
    await desk.setViewportSize({ width: 960, height: 720 });
    const own = await sealPatient(ready.admin, ready.group);
    const title = 'CT of chest, abdomen and pelvis with contrast';
    const addendum = `<h2>Addendum, 11 Feb 2026 10:00, Dr A. Roe</h2>${'<p>Measured again on thin slices.</p>'.repeat(6)}`;
    for (const month of [1, 2, 3, 4, 5])
      await sealExam(ready.admin, ready.group, {
        html: LONG + addendum,
        patient_id: own,
        exam_date: `2026-0${month}-04`,
        title,
        status: 'final',
      });
    await openExam(desk, await sealExam(ready.admin, ready.group, { html: LONG, patient_id: own }));
    await desk.keyboard.press('Control+Shift+P');
    const prior = desk.getByRole('complementary', { name: 'Prior' });
    await expect(prior.getByRole('region', { name: 'This report has an addendum' })).toBeVisible();
    const last = prior.locator('.old-text').last();
    await last.scrollIntoViewIfNeeded();
    const height = await last.evaluate((text) => {
      let box = text.parentElement;
      while (box && !['auto', 'scroll'].includes(getComputedStyle(box).overflowY)) box = box.parentElement;
      return box?.clientHeight ?? 0;
    });
    expect(height).toBeGreaterThan(360);
    await expect(prior.locator('.prior-h'), 'which prior it is stays in sight').toBeInViewport({ ratio: 1 });
    await expectAccessible(desk, 'the prior in a low window');
    await shoot(desk, 'prior-low-window');
  });
});
