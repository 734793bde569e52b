/** Tests the worklist by keyboard: reading, filtering, searching, saved views, archive and undo. */
import type { Page } from '@playwright/test';
import { expect, goTo, shareVault, test } from './support/fixtures.ts';
import { type SampleIds, sealSamples } from './support/sample-records.ts';
import { shoot } from './support/shoot.ts';

let samples: SampleIds;

shareVault(async ({ admin, group }) => {
  samples = await sealSamples(admin, group);
});

const grid = (page: Page) => page.getByRole('grid', { name: 'Exams' });
const exams = (page: Page) => grid(page).locator('[role="row"][aria-selected]');
const search = (page: Page) => page.getByRole('textbox', { name: 'Search' });
const chosen = (page: Page) => grid(page).getByRole('row', { selected: true });

test('groups exams by day, newest first, and shows state, age and modality of each', async ({ desk }) => {
  await expect(exams(desk)).toHaveCount(6);
  await expect(grid(desk)).toBeFocused();
  await expect(grid(desk).getByRole('rowheader').first()).toHaveText('Today');
  await expect(exams(desk).first()).toContainText(/Dunmore, Tavia.*34 y.*US abdomen complete.*US/);
  await expect(exams(desk).filter({ hasText: 'follow-up' })).toContainText('Preliminary');
});

test('arrows move, the preview follows, Enter opens the report, and the list is where one starts', async ({
  desk,
}) => {
  await expect(grid(desk)).toBeFocused();
  await desk.keyboard.press('ArrowDown');
  await expect(chosen(desk)).toContainText('Kastellan, Mirela');
  const preview = desk.getByRole('complementary', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Kastellan, Mirela' })).toBeVisible();
  await expect(preview).toContainText('Partial response');
  await expect(preview).toContainText('CT chest with contrast');
  await desk.keyboard.press('End');
  await expect(chosen(desk)).toContainText('US abdomen complete');
  await desk.keyboard.press('Home');
  await desk.keyboard.press('ArrowDown');
  await desk.keyboard.press('Enter');
  await expect
    .poll(() => desk.url())
    .toContain(`#/exams/${samples.exams.get('CT chest with contrast, follow-up @ Kastellan, Mirela')}`);
});

test('in a narrow window the preview opens below the list by its button', async ({ desk }) => {
  const preview = desk.getByRole('complementary', { name: 'Preview' });
  const toggle = desk.getByRole('button', { name: 'Preview' });
  await expect(preview).toBeVisible();
  await expect(toggle).toBeHidden();
  for (const width of [960, 720]) {
    await desk.setViewportSize({ width, height: 640 });
    await expect(preview).toBeHidden();
    await toggle.click();
    await expect(preview.getByRole('heading').first()).toBeInViewport();
    await expect(grid(desk).locator('[aria-selected="true"]')).toBeInViewport();
    await shoot(desk, `narrow-preview-${width}`);
    await toggle.click();
  }
});

test('filters narrow by modality, state and tag, name what they hide, and are taken back', async ({
  desk,
}) => {
  await desk.getByRole('checkbox', { name: /^US/ }).check();
  await expect(exams(desk)).toHaveCount(3);
  await expect(desk.getByRole('status').filter({ hasText: '3 of 6 exams' })).toBeVisible();
  await desk.getByRole('button', { name: 'State', exact: true }).first().click();
  await desk.getByRole('menuitemcheckbox', { name: 'Entered in error' }).click();
  await desk.keyboard.press('Escape');
  await expect(desk.getByText('No exam is Modality US and State Entered in error')).toBeVisible();
  await expect(desk.getByText('7 exams are hidden by these filters.')).toBeVisible();
  await desk.getByRole('button', { name: 'Remove filter Modality US' }).click();
  await expect(exams(desk)).toHaveCount(1);
  await desk.getByRole('button', { name: 'Clear filters' }).click();
  await expect(exams(desk)).toHaveCount(6);
  await desk.getByRole('button', { name: 'Exam date', exact: true }).first().click();
  await desk.getByRole('menuitem', { name: 'Last 7 days' }).click();
  await expect(exams(desk)).toHaveCount(4);
});

test('search as you type matches beginnings of words without accents, and operators', async ({ desk }) => {
  await desk.keyboard.press('Control+Shift+F');
  await expect(search(desk)).toBeFocused();
  await desk.keyboard.type('lorinc');
  await expect(exams(desk)).toHaveCount(1);
  await expect(exams(desk).first()).toContainText('Kárpfalvi, Lőrinc');
  await desk.keyboard.press('Escape');
  await expect(exams(desk)).toHaveCount(6);
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
  await expect(exams(desk)).toHaveCount(6);
  await search(desk).fill('nobody at all');
  await expect(desk.getByText('No exam matches')).toBeVisible();
  await desk.getByRole('button', { name: 'Clear search' }).first().click();
  await expect(exams(desk)).toHaveCount(6);
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

test('a click on a head sorts by it, and again the other way round', async ({ desk }) => {
  const head = grid(desk).getByRole('columnheader', { name: 'Patient' });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect(exams(desk).first()).toContainText('Abernale');
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect(exams(desk).first()).toContainText('Kastellan');
});

test('filters are kept as a view, sealed with the person, and forgotten again', async ({ desk, ready }) => {
  await desk.getByRole('checkbox', { name: /^CT/ }).check();
  await desk.getByRole('button', { name: 'Save as view' }).click();
  await desk.getByRole('textbox', { name: 'Name of the view' }).fill('CT only');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('heading', { name: 'CT only' })).toBeVisible();
  await expect
    .poll(async () => JSON.stringify(await ready.admin.session.getPreferences()))
    .toContain('CT only');
  await desk.getByRole('button', { name: 'All exams' }).click();
  await expect(exams(desk)).toHaveCount(7);
  await desk.getByRole('button', { name: 'CT only', exact: true }).click();
  await expect(exams(desk)).toHaveCount(3);
  await desk.getByRole('button', { name: 'Forget view «CT only»' }).click();
  await expect(desk.getByRole('button', { name: 'CT only', exact: true })).toBeHidden();
});

test('an exam with a draft is found by the filter and marked', async ({ desk, ready }) => {
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
  const row = exams(desk).filter({ hasText: 'US thyroid and neck' });
  await row.click();
  await desk.getByRole('button', { name: 'More' }).click();
  await desk.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(desk.getByText('Archived: US thyroid and neck')).toBeVisible();
  await expect(row).toHaveCount(0);
  await desk.getByRole('button', { name: /^Archived/ }).click();
  await expect(row).toHaveCount(1);
  await row.click();
  await desk.getByRole('button', { name: 'More' }).click();
  await desk.getByRole('menuitem', { name: 'Unarchive' }).click();
  await desk.getByRole('button', { name: /^All exams/ }).click();
  await expect(row).toHaveCount(1);
});

test('moving to the trash can be undone from the notice', async ({ desk }) => {
  const row = exams(desk).filter({ hasText: 'US thyroid and neck' });
  await row.click();
  await desk.getByRole('button', { name: 'More' }).click();
  await desk.getByRole('menuitem', { name: 'Move to trash' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click();
  await expect(row).toHaveCount(0);
  await desk.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toHaveCount(1);
});

test('an exam of a patient is created from the keyboard alone and its report opens', async ({
  desk,
  ready,
}) => {
  await expect(exams(desk)).toHaveCount(6);
  await desk.keyboard.press('Control+N');
  const dialog = desk.getByRole('dialog', { name: 'New exam' });
  await expect(dialog.getByRole('combobox', { name: 'Patient' })).toBeFocused();
  await desk.keyboard.type('abern');
  await expect(dialog.getByRole('option', { name: /Abern/ })).toHaveCount(1);
  await desk.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'Title' }).focus();
  await desk.keyboard.type('MR brain');
  await desk.keyboard.press('Tab');
  await desk.keyboard.type('mr');
  await desk.keyboard.press('Tab');
  await expect(dialog.getByRole('textbox', { name: 'Exam date' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Exam date' }).fill('12.05.2026');
  const accession = dialog.getByRole('textbox', { name: 'Accession number' });
  await accession.fill('x'.repeat(65));
  await desk.keyboard.press('Enter');
  await expect(accession).toHaveAccessibleDescription(/at most 64 printable characters/);
  await accession.fill(' RAD-0042 ');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('textbox', { name: 'Report' })).toBeFocused();
  const id = desk.url().split('/').at(-1) ?? '';
  const { record, index } = await ready.admin.exams.get(id);
  expect(record).toMatchObject({ title: 'MR brain', modality: 'MR' });
  expect(record.custom_attributes).toEqual({ accession_number: 'RAD-0042' });
  await expect(desk.getByRole('region', { name: 'Patient' })).toContainText('Accession RAD-0042');
  expect(record.exam_date).toMatch(/^2026-05-12/);
  expect(index.meta).toMatchObject({ seq: 1 });
  await ready.admin.exams.delete(id);
  await ready.admin.exams.purge(id);
});

test('Tab after a typed patient goes on to the title, and a space there takes nobody away', async ({
  desk,
}) => {
  await expect(exams(desk)).toHaveCount(6);
  await desk.keyboard.press('Control+N');
  const dialog = desk.getByRole('dialog', { name: 'New exam' });
  await desk.keyboard.type('abern');
  await expect(dialog.getByRole('option', { name: /Abern/ })).toHaveCount(1);
  await desk.keyboard.press('Tab');
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await desk.keyboard.type('MR knee left');
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('MR knee left');
  await expect(dialog.getByText('Abernale, Josip')).toBeVisible();
  await desk.keyboard.press('Escape');
  await desk.getByRole('button', { name: 'Throw away' }).click();
  await expect(dialog).toBeHidden();
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
  await desk.getByRole('button', { name: 'Throw away' }).click();
  await expect(dialog).toBeHidden();
});

test('what the command line imports stands in the list after the next visit', async ({ desk, ready }) => {
  const patient = await ready.admin.patients.create({
    security_group_id: ready.group,
    record: { display_name: 'Arrival, Late' },
  });
  await ready.admin.exams.create({
    security_group_id: ready.group,
    patient_id: patient.index.document_id,
    record: { title: 'CT head', modality: 'CT' },
  });
  await goTo(desk, 'patients');
  await expect(desk.getByRole('grid', { name: 'Patients' })).toContainText('Arrival, Late');
  await goTo(desk, 'worklist');
  await search(desk).fill('arrival');
  await expect(exams(desk)).toHaveCount(1);
});
