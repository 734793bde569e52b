/** The worklist: groups, preview, filters, search as you type, saved views, 10,000 rows, palette, keys. */
import { expect, test, unlock } from './support/fixtures.ts';
import { sealSamples } from './support/sample-records.ts';

test.describe('worklist', () => {
  test('arrows move, the preview follows, Enter opens the report', async ({ page, ready }) => {
    await sealSamples(ready.admin, ready.group);
    await unlock(page);
    const grid = page.getByRole('grid', { name: 'Exams' });
    await expect(grid).toBeFocused();
    await expect(page.getByRole('row', { name: /Dunmore/ })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('row', { name: /Kastellan.*follow-up/ })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await expect(preview).toContainText('MRN 00482-117');
    await expect(preview).toContainText('Partial response');
    await expect(preview).toContainText('female');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/exams\//);
  });

  test('search narrows as one types, marks what matched, and Escape ends it', async ({ page, ready }) => {
    await sealSamples(ready.admin, ready.group);
    await unlock(page);
    await page.keyboard.press('Control+Shift+f');
    await expect(page.getByRole('textbox', { name: 'Search' })).toBeFocused();
    await page.keyboard.type('modality:CT ka');
    await expect(page.getByRole('heading', { name: 'Search' })).toBeVisible();
    await expect(page.getByRole('status').first()).toHaveText('3 of 7 exams');
    await expect(page.locator('.row mark').first()).toHaveText(/K[aá]/);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { name: 'Today and open' })).toBeVisible();
  });

  test('filters name themselves, say how many exams they hide, and become a view', async ({
    page,
    ready,
  }) => {
    await sealSamples(ready.admin, ready.group);
    await unlock(page);
    await page.getByRole('checkbox', { name: 'XR' }).check();
    await expect(page.getByRole('row')).toHaveCount(3);
    await page.getByRole('button', { name: 'Has draft' }).click();
    await expect(page.getByText('No exam is Modality XR and Has draft')).toBeVisible();
    await expect(page.getByText('7 exams are hidden by these filters.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove filter Has draft' }).click();
    await page.getByRole('button', { name: 'Save as view' }).click();
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Bones');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'All exams' }).click();
    await expect(page.getByRole('status').first()).toHaveText('7 exams');

    await page.reload();
    await unlock(page);
    await page.getByRole('button', { name: 'Bones', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Bones' })).toBeVisible();
    await expect(page.getByRole('row', { name: /XR hand left/ })).toBeVisible();
  });

  test('state and tag filters work from their menus by keyboard', async ({ page, ready }) => {
    await sealSamples(ready.admin, ready.group);
    await unlock(page);
    await page.getByRole('button', { name: 'State', exact: true }).last().press('Enter');
    await expect(page.getByRole('menuitemcheckbox', { name: 'Draft', exact: true })).toBeFocused();
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Remove filter State Final' })).toBeVisible();
    await expect(page.getByRole('row', { name: /Final/ })).toHaveCount(2);
  });

  test('moving to the trash can be undone from the notice', async ({ page, ready }) => {
    await sealSamples(ready.admin, ready.group);
    await unlock(page);
    await page.getByRole('row', { name: /Kárpfalvi/ }).click();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await expect(page.getByRole('row', { name: /Kárpfalvi/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('row', { name: /Kárpfalvi/ })).toBeVisible();
  });

  test('the palette finds commands, patients and exams, and runs them', async ({ page, ready }) => {
    await sealSamples(ready.admin, ready.group);
    await unlock(page);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Command' })).toBeFocused();
    await page.keyboard.type('dim');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dim');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('kast');
    await expect(page.getByRole('option', { name: /Kastellan, Mirela/ }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Kastellan, Mirela' })).toBeVisible();
  });

  test('the shortcut sheet changes a key, refuses a taken one by name, and restores', async ({
    page,
    ready,
  }) => {
    expect(ready.group).toBeTruthy();
    await unlock(page);
    await page.keyboard.press('F1');
    await page.getByRole('textbox', { name: 'Filter' }).fill('palette');
    await page.getByRole('button', { name: 'Change keys' }).click();
    const change = page.getByRole('button', { name: 'Change the keys of Command palette' });
    await change.click();
    await page.keyboard.press('F1');
    await expect(page.getByText('F1 belongs to «This sheet». Choose another.')).toBeVisible();
    await change.click();
    await page.keyboard.press('Control+Shift+k');
    await expect(page.locator('.keycap', { hasText: 'Shift' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Shift+k');
    await expect(page.getByRole('combobox', { name: 'Command' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('F1');
    await page.getByRole('button', { name: 'Restore defaults' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Command' })).toBeVisible();
  });

  test('F6 walks the panes', async ({ page, ready }) => {
    await sealSamples(ready.admin, ready.group);
    await unlock(page);
    await expect(page.getByRole('grid', { name: 'Exams' })).toBeFocused();
    await page.keyboard.press('F6');
    await expect(page.getByRole('complementary', { name: 'Preview' }).locator(':focus')).toHaveCount(1);
    await page.keyboard.press('F6');
    await expect(page.getByRole('complementary', { name: 'Saved views' }).locator(':focus')).toHaveCount(1);
  });
});
