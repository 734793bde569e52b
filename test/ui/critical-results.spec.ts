/** Tests critical results: time by one key, suggested recipients, due time by category. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, goTo, shareVault, test } from './support/fixtures.ts';
import { openExam, sealExam } from './support/report-page.ts';
import { shoot } from './support/shoot.ts';
import { daysFromNow } from './support/tracked-exam.ts';

shareVault(async ({ admin, group }) => {
  await admin.exams.create({
    security_group_id: group,
    record: {
      title: 'CT head',
      custom_attributes: {
        critical_result: {
          category: 'red',
          finding: 'Bleeding',
          found_at: `${daysFromNow(-2)}T10:00:00.000Z`,
          told_whom: 'Dr Stand, stroke unit',
          how: 'phone',
          told_at: `${daysFromNow(-2)}T10:05:00.000Z`,
          read_back: true,
        },
      },
    },
  });
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Critical result' });

test('now is one key, a time alone is a moment, and whom is offered from those told before', async ({
  desk,
  ready,
}) => {
  const id = await sealExam(ready.admin, ready.group, { title: 'CT chest now' });
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Critical result: none recorded' }).click();
  await dialog(desk).getByRole('textbox', { name: 'Finding' }).fill('Pulmonary embolism');
  const toldAt = dialog(desk).getByRole('textbox', { name: 'Told at' });
  await toldAt.focus();
  await desk.keyboard.press('n');
  await expect(toldAt).toHaveValue(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/);
  // Typing the rest of the word gives the same result.
  await desk.keyboard.type('ow');
  await expect(toldAt).toHaveValue(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/);
  const foundAt = dialog(desk).getByRole('textbox', { name: 'Found at' });
  await foundAt.fill('soon');
  await dialog(desk).getByRole('button', { name: 'Record' }).click();
  await expect(foundAt).toBeFocused();
  await expect(foundAt).toHaveAccessibleDescription(/A time such as 22:15/);
  await foundAt.fill('00:00');
  await expect(dialog(desk).getByText(/^To be told by/)).toBeVisible();
  await expect(dialog(desk).locator('datalist option')).toHaveAttribute('value', 'Dr Stand, stroke unit');
  await dialog(desk).getByLabel('Told whom').fill('Dr Stand, stroke unit');
  await dialog(desk).getByRole('button', { name: 'Record' }).click();
  await desk.getByRole('button', { name: /Critical result: (told, not read back|overdue)/ }).click();
  await dialog(desk).getByText('Read back by the receiver').click();
  await expectAccessible(desk, 'critical result');
  await shoot(desk, 'critical-now');
  await dialog(desk).getByRole('button', { name: 'Record' }).click();
  await expect(desk.getByRole('button', { name: /Critical result: told Dr Stand/ })).toBeVisible();
});

test('who was told before anything was found, or is still to be told, is asked to look again', async ({
  desk,
  ready,
}) => {
  const id = await sealExam(ready.admin, ready.group, { title: 'CT chest before' });
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Critical result: none recorded' }).click();
  await dialog(desk).getByRole('textbox', { name: 'Finding' }).fill('Pulmonary embolism');
  await dialog(desk).getByRole('textbox', { name: 'Found at' }).fill('2026-05-12 09:00');
  const toldAt = dialog(desk).getByRole('textbox', { name: 'Told at' });
  await toldAt.fill('2026-05-12 08:59');
  await expect(toldAt).toHaveAccessibleDescription(/Told before it was found/);
  await dialog(desk).getByRole('button', { name: 'Record' }).click();
  await expect(dialog(desk)).toBeVisible();
  for (const days of [2, 400]) {
    await toldAt.fill(`${daysFromNow(days)} 09:00`);
    await expect(toldAt).toHaveAccessibleDescription(/This time is still to come/);
    await dialog(desk).getByRole('button', { name: 'Record' }).click();
    await expect(dialog(desk)).toBeVisible();
  }
  await toldAt.fill('2026-05-12 09:00');
  await dialog(desk).getByRole('button', { name: 'Record' }).click();
  await expect(dialog(desk)).toHaveCount(0);
});

test('a list of critical results speaks of critical results, and each is late by its category', async ({
  desk,
  ready,
}) => {
  // A day of margin: near midnight the page, in its own time zone, has another day than the test.
  for (const [category, finding, days] of [
    ['orange', 'Abscess', -3],
    ['yellow', 'Nodule', -1],
  ] as const) {
    const found_at = `${daysFromNow(days)}T10:00:00.000Z`;
    await ready.admin.exams.create({
      security_group_id: ready.group,
      record: {
        title: `CT ${finding}`,
        custom_attributes: { critical_result: { category, finding, found_at } },
      },
    });
  }
  await goTo(desk, 'worklist/critical');
  const grid = desk.getByRole('grid', { name: 'Critical results' });
  await expect(grid.getByRole('columnheader', { name: 'What was found, where' })).toBeVisible();
  const heads = grid.getByRole('row').filter({ hasText: /Abscess|Nodule/ });
  await expect(heads).toHaveText([/Abscess/, /Nodule/]);
  const panel = desk.getByRole('complementary', { name: 'Follow-up' });
  await heads.first().click();
  await expect(panel.getByText('Tell by')).toBeVisible();
  await expect(grid).toContainText(/Overdue.*Abscess.*Next 30 days.*Nodule/);
  // A term of minutes: on another day it has its time too.
  await expect(heads.first().locator('.num')).toHaveText(/^\d{1,2} \p{L}+(?: \d{4})? \d{2}:\d{2}/u);
});
