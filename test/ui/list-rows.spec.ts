/** Tests list rows: names and numbers are never cut, sex is shown, views contain what they name. */
import type { Page } from '@playwright/test';
import { expect, goTo, shareVault, test } from './support/fixtures.ts';
import { sealExam } from './support/report-page.ts';
import { shoot } from './support/shoot.ts';

const LONG = 'Wolfeschlegelsteinhausenbergerdorff-Altenkirchen, Maximiliane Friederike Theodora';

shareVault(async ({ admin, group }) => {
  const patient = await admin.patients.create({
    security_group_id: group,
    record: {
      display_name: LONG,
      birth_date: '1961-03-14',
      biological_sex: 'female',
      identifiers: [{ type: 'MRN', value: '00482-117-2201' }],
    },
  });
  await sealExam(admin, group, {
    patient_id: patient.index.document_id,
    title: 'MR angiography of the neck and of the intracranial vessels with contrast, follow-up',
    exam_date: '2026-05-12',
    status: 'preliminary',
  });
  await sealExam(admin, group, { title: 'Other' });
});

/** Finds cells whose content does not fit. */
function cutCells(page: Page, grid: string): Promise<string[]> {
  return page.getByRole('grid', { name: grid }).evaluate((list) =>
    [...list.querySelectorAll<HTMLElement>('.row [role="gridcell"]')]
      .filter((cell) => cell.checkVisibility() && cell.clientWidth > 0)
      .filter((cell) => {
        const box = cell.getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(cell);
        const text = range.getBoundingClientRect();
        return text.right > box.right + 1 || text.bottom > box.bottom + 4;
      })
      .map((cell) => cell.textContent ?? ''),
  );
}

/** Counts rows that overlap. */
function overlaps(page: Page, grid: string): Promise<number> {
  return page.getByRole('grid', { name: grid }).evaluate((list) => {
    const boxes = [...list.querySelectorAll('[role="rowgroup"] [role="row"]')]
      .map((row) => row.getBoundingClientRect())
      .sort((a, b) => a.top - b.top);
    return boxes.filter((box, at) => at > 0 && box.top < (boxes[at - 1]?.bottom ?? 0) - 1).length;
  });
}

for (const width of [1920, 1440, 1280, 1100, 900, 700]) {
  test(`at ${width} px no name, title or number of the lists is cut`, async ({ desk }) => {
    await desk.setViewportSize({ width, height: 800 });
    const exams = desk.getByRole('grid', { name: 'Exams' });
    await expect(exams.getByText(LONG)).toBeVisible();
    await expect(exams).toContainText(/y, Female/i);
    await expect.poll(() => cutCells(desk, 'Exams')).toEqual([]);
    expect(await overlaps(desk, 'Exams')).toBe(0);
    await goTo(desk, 'patients');
    const patients = desk.getByRole('grid', { name: 'Patients' });
    await expect(patients.getByText(LONG)).toBeVisible();
    await expect(patients).toContainText(/y, Female/i);
    await expect.poll(() => cutCells(desk, 'Patients')).toEqual([]);
  });
}

test('"Mine" holds what I wrote', async ({ desk }) => {
  const views = desk.getByRole('complementary', { name: 'Saved views' });
  const exams = desk.getByRole('grid', { name: 'Exams' }).locator('[aria-selected]');
  await expect(exams.first()).toBeVisible();
  const shown = await exams.count();
  await views.getByRole('button', { name: /^Mine\s*\d/ }).click();
  await expect(desk.getByRole('heading', { name: 'Mine' })).toBeVisible();
  await expect(exams).toHaveCount(shown);
});

test('one rule words a draft, in the list and over the report', async ({ desk, ready }) => {
  const begun = await sealExam(ready.admin, ready.group, { title: 'Begun' });
  const sealed = await sealExam(ready.admin, ready.group, { title: 'Reported', status: 'preliminary' });
  const exams = desk.getByRole('grid', { name: 'Exams' });
  for (const [id, title, word] of [
    [begun, 'Begun', 'Draft'],
    [sealed, 'Reported', 'Unsealed draft'],
  ] as const) {
    await goTo(desk, `exams/${id}`);
    const report = desk.getByRole('textbox', { name: 'Report' });
    await expect(report).toBeFocused();
    await desk.keyboard.type('Words. ');
    const state = desk.getByRole('region', { name: 'Patient' }).locator('.st .state');
    await expect(state).toHaveText(word);
    await expect(desk.getByTestId('report-shell')).toHaveAttribute('data-draft-rev', /\d/);
    await goTo(desk, 'worklist');
    const row = exams.getByRole('row').filter({ hasText: title });
    await expect(row.locator('.state')).toHaveText(word);
  }
});

test('an exam nobody has reported is to report, in a view of its own, and a key opens the next', async ({
  desk,
  ready,
}) => {
  await sealExam(ready.admin, ready.group, { title: 'Unread first', exam_date: '2026-05-20' });
  await sealExam(ready.admin, ready.group, { title: 'Unread second', exam_date: '2026-05-19' });
  await sealExam(ready.admin, ready.group, { title: 'Read', exam_date: '2026-05-18', status: 'final' });
  const views = desk.getByRole('complementary', { name: 'Saved views' });
  const exams = desk.getByRole('grid', { name: 'Exams' });
  await views.getByRole('button', { name: /^To report/ }).click();
  await expect(desk.getByRole('heading', { name: 'To report', level: 1 })).toBeVisible();
  await expect(exams.getByRole('row', { name: /Unread first/ })).toContainText('To report');
  await expect(exams.getByRole('row', { name: /Unread second/ })).toBeVisible();
  await expect(exams.getByRole('row', { name: /\bRead\b/ })).toHaveCount(0);
  await shoot(desk, 'to-report');
  await views.getByRole('button', { name: /^Mine to report/ }).click();
  await expect(desk.getByRole('heading', { name: 'Mine to report' })).toBeVisible();
  await exams.getByRole('row', { name: /Unread first/ }).click();
  await desk.keyboard.press('Alt+u');
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Unread first');
  await desk.keyboard.press('Alt+u');
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Unread second');
});
