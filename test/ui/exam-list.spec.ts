/** The exam list: the search's little language, sorting, drafts, the archive, and exams made by keyboard. */
import type { Page } from '@playwright/test';
import { expect, shareVault, test } from './support/fixtures.ts';
import { type SampleIds, sealSamples } from './support/sample-records.ts';

let samples: SampleIds;

shareVault(async ({ admin, group }) => {
  samples = await sealSamples(admin, group);
});

const grid = (page: Page) => page.getByRole('grid', { name: 'Exams' });
const exams = (page: Page) => grid(page).locator('[role="row"][aria-selected]');
const search = (page: Page) => page.getByRole('textbox', { name: 'Search' });

test('groups exams by day, newest first, and shows state, age and modality of each', async ({ desk }) => {
  await expect(exams(desk)).toHaveCount(7);
  await expect(grid(desk)).toBeFocused();
  await expect(grid(desk).getByRole('rowheader').first()).toHaveText('Today');
  await expect(exams(desk).first()).toContainText(/Dunmore, Tavia.*34 y.*US abdomen complete.*US/);
  await expect(exams(desk).filter({ hasText: 'follow-up' })).toContainText('Preliminary');
});

test('search matches beginnings of words without accents, and its operators', async ({ desk }) => {
  await desk.keyboard.press('Control+Shift+F');
  await desk.keyboard.type('lorinc');
  await expect(exams(desk)).toHaveCount(1);
  await expect(exams(desk).first()).toContainText('Kárpfalvi, Lőrinc');
  for (const [text, number] of [
    ['modality:CT', 3],
    ['modality:CT state:final', 1],
    ['modality:US,XR', 4],
    ['id:00511', 2],
    ['tag:"tumour board"', 1],
    [`date:${new Date().getFullYear() - 9}`, 0],
  ] as const) {
    await search(desk).fill(text);
    await expect(exams(desk), text).toHaveCount(number);
  }
  await expect(desk.getByText('No exam matches')).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(exams(desk)).toHaveCount(7);
});

test('from the search box Down goes to the list and Enter opens what is chosen', async ({ desk }) => {
  await search(desk).fill('dunmore');
  await expect(exams(desk)).toHaveCount(1);
  await desk.keyboard.press('ArrowDown');
  await expect(grid(desk)).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect
    .poll(() => desk.url())
    .toContain(`#/exams/${samples.exams.get('US abdomen complete @ Dunmore, Tavia')}`);
});

test('a press on a head sorts by it, and again the other way round', async ({ desk }) => {
  const head = grid(desk).getByRole('columnheader', { name: 'Patient' });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect(exams(desk).first()).toContainText('Abernale');
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect(exams(desk).first()).toContainText('Kastellan');
});

test('an exam with a draft is found by its filter and marked', async ({ desk, ready }) => {
  const id = samples.exams.get('CT paranasal sinuses @ Kárpfalvi, Lőrinc') ?? '';
  const { record, version_id } = await ready.admin.exams.get(id);
  await ready.admin.exams.draft.put(id, { record, base_version_id: version_id });
  await desk.getByRole('link', { name: 'Patients' }).click();
  await expect(desk.getByRole('grid', { name: 'Patients' })).toBeVisible();
  await desk.getByRole('link', { name: 'Worklist' }).click();
  await desk.getByRole('button', { name: 'Has draft' }).click();
  await expect(exams(desk)).toHaveCount(1);
  await expect(exams(desk).first()).toContainText('Unsealed draft');
});

test('an exam is archived, found in its view, and taken out again', async ({ desk }) => {
  const row = exams(desk).filter({ hasText: 'XR hand left' });
  await row.click();
  await desk.getByRole('button', { name: 'More' }).click();
  await desk.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(desk.getByText('Archived: XR hand left, three views')).toBeVisible();
  await expect(row).toHaveCount(0);
  await desk.getByRole('button', { name: /^Archived/ }).click();
  await row.click();
  await desk.getByRole('button', { name: 'More' }).click();
  await desk.getByRole('menuitem', { name: 'Take out of the archive' }).click();
  await desk.getByRole('button', { name: /^All exams/ }).click();
  await expect(row).toHaveCount(1);
});

test('an exam is created from the keyboard alone and its report opens', async ({ desk, ready }) => {
  await expect(exams(desk)).toHaveCount(7);
  await desk.keyboard.press('Control+N');
  const dialog = desk.getByRole('dialog', { name: 'New exam' });
  await expect(dialog.getByRole('combobox', { name: 'Patient' })).toBeFocused();
  await desk.keyboard.type('abern');
  await expect(dialog.getByRole('listbox', { name: 'Patient' }).getByRole('option')).toHaveCount(1);
  await desk.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'Title' }).focus();
  await desk.keyboard.type('MR brain');
  await desk.keyboard.press('Tab');
  await desk.keyboard.type('mr');
  await dialog.getByRole('textbox', { name: 'Exam date' }).fill('12.05.2026');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('textbox', { name: 'Report' })).toBeVisible();
  const id = desk.url().split('/').at(-1) ?? '';
  const { record, index } = await ready.admin.exams.get(id);
  expect(record).toMatchObject({ title: 'MR brain', modality: 'MR' });
  expect(record.exam_date).toMatch(/^2026-05-12/);
  expect(index.meta).toMatchObject({ seq: 1 });
  await ready.admin.exams.delete(id);
  await ready.admin.exams.purge(id);
});

test('an exam without a title, or with a day there never was, is refused beside the field', async ({
  desk,
}) => {
  await desk.getByRole('button', { name: /^New exam/ }).click();
  const dialog = desk.getByRole('dialog', { name: 'New exam' });
  await dialog.getByRole('textbox', { name: 'Exam date' }).fill('31.2.2026');
  await dialog.getByRole('button', { name: /^Create exam/ }).click();
  const title = dialog.getByRole('textbox', { name: 'Title' });
  await expect(title).toBeFocused();
  await expect(title).toHaveAccessibleDescription(/An exam needs a title/);
  await expect(dialog.getByRole('textbox', { name: 'Exam date' })).toHaveAccessibleDescription(
    /February 2026 had 28 days/,
  );
  await desk.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
