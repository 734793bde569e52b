/** Tests templates: importing MRRT with a list of omissions, preview, use for an exam. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { parseMrrtTemplate } from '#report/mrrt/parse-template.ts';
import { withNodeDom } from '#test/support/node-dom.ts';
import { expect, goTo, shareVault, test } from './support/fixtures.ts';

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'templates');
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.html'));

shareVault(async ({ admin, group }) => {
  const html = readFileSync(join(FOLDER, 'us_fast.html'), 'utf8');
  const { title, modality, report_lexical, report_html } = withNodeDom(() => parseMrrtTemplate(html));
  await admin.templates.create({
    security_group_id: group,
    record: { title, modality, report_lexical, report_html },
  });
});

const grid = (page: Page) => page.getByRole('grid', { name: 'Templates' });
const rows = (page: Page) => grid(page).locator('[role="row"][aria-selected]');
const panel = (page: Page) => page.getByRole('complementary', { name: 'Import' });

async function importFiles(page: Page, paths: string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await (await chooser).setFiles(paths);
}

test('MRRT files are imported together; what has no place in a report is listed for each', async ({
  desk,
  ready,
}) => {
  await goTo(desk, 'templates');
  await importFiles(
    desk,
    FILES.map((name) => join(FOLDER, name)),
  );
  await expect(panel(desk).getByRole('status')).toHaveText(`${FILES.length} templates imported`);
  await expect(rows(desk)).toHaveCount(FILES.length + 1);
  await expect(
    panel(desk)
      .getByText(/items? (has|have) no place in a report/)
      .first(),
  ).toBeVisible();
  await expect(
    panel(desk)
      .getByText(/^Script: /)
      .first(),
  ).toBeVisible();
  await panel(desk).getByRole('button', { name: 'Done' }).click();
  const stored = await ready.admin.templates.list({}).toArray({ limit: 20 });
  expect(stored).toHaveLength(FILES.length + 1);
  for (const { index } of stored) {
    const { record } = await ready.admin.templates.get(index.document_id);
    expect(record.report_lexical).toContain('report-field');
    expect(record.report_html).toBeTruthy();
  }
});

test('a set of common data elements becomes a template whose fields carry its codes', async ({
  desk,
  ready,
}) => {
  const set = {
    id: 'RDES9001',
    name: 'Nodule of the lung',
    elements: [{ id: 'RDE9001', name: 'Longest diameter', float_value: { min: 0, max: 99, unit: 'mm' } }],
  };
  await goTo(desk, 'templates');
  const chooser = desk.waitForEvent('filechooser');
  await desk.getByRole('button', { name: 'Import', exact: true }).click();
  await (await chooser).setFiles([
    { name: 'RDES9001.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(set)) },
    { name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{"id":"X"}') },
  ]);
  await expect(panel(desk).getByText('Not imported: other.json')).toBeVisible();
  const link = panel(desk).getByRole('link', { name: 'Nodule of the lung' });
  const id = (await link.getAttribute('href'))?.split('/').at(-1) ?? '';
  const { record } = await ready.admin.templates.get(id);
  expect(record.report_html).toContain('data-field-code="RDE9001"');
  expect(record.custom_attributes).toEqual({ cde: { id: 'RDES9001', version: '' } });
});

test('a file that is no template is refused by name, and the others still come in', async ({ desk }) => {
  await goTo(desk, 'templates');
  const chooser = desk.waitForEvent('filechooser');
  await desk.getByRole('button', { name: 'Import', exact: true }).click();
  await (await chooser).setFiles([
    { name: 'picture.html', mimeType: 'text/html', buffer: Buffer.from([0, 1, 2, 3]) },
  ]);
  await expect(panel(desk).getByText('Not imported: picture.html')).toBeVisible();
});

test('the library is searched and a template reads as it will print', async ({ desk }) => {
  await goTo(desk, 'templates');
  await desk.getByRole('textbox', { name: 'Search' }).fill('fast');
  await expect(rows(desk).first()).toContainText(/fast/i);
  await rows(desk).first().click();
  const reading = desk.getByRole('complementary', { name: 'Template' });
  await expect(reading.getByRole('heading').first()).toContainText(/fast/i);
  await expect(reading).toContainText(/Perikard/i);
});

test('a template is written from scratch and opens in the editor', async ({ desk }) => {
  await goTo(desk, 'templates');
  await desk.getByRole('button', { name: 'New template' }).click();
  await desk.keyboard.press('Enter');
  const title = desk.getByRole('textbox', { name: 'Template title' });
  await expect(title).toHaveAccessibleDescription(/A template needs a title/);
  await title.fill('House chest');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('textbox', { name: 'Report' })).toBeVisible();
});

test('a new exam starts from a chosen template; a macro and known words are none', async ({
  desk,
  ready,
}) => {
  const macro = { title: '.fast', modality: 'US', report_html: '<p>Four windows, no fluid.</p>' };
  await ready.admin.templates.create({ security_group_id: ready.group, tags: ['macro'], record: macro });
  const words = { title: 'Words of the group', modality: 'US', report_html: '' };
  await ready.admin.templates.create({ security_group_id: ready.group, tags: ['spelling'], record: words });
  await goTo(desk, 'templates');
  await expect(rows(desk).filter({ hasText: '.fast' })).toBeVisible();
  await desk.keyboard.press('Control+N');
  const dialog = desk.getByRole('dialog', { name: 'New exam' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('US FAST');
  await dialog.getByRole('textbox', { name: 'Modality' }).fill('US');
  const template = dialog.getByRole('combobox', { name: 'Template' });
  const offered = await template.getByRole('option').allTextContents();
  expect(offered.filter((text) => /\.fast|Words of/.test(text))).toEqual([]);
  const label = offered.find((text) => /fast/i.test(text));
  await template.selectOption({ label: label ?? '' });
  await dialog.getByRole('button', { name: /^Create exam/ }).click();
  await expect(desk.getByRole('textbox', { name: 'Report' })).toContainText(/Perikard/i);
  const id = desk.url().split('/').at(-1) ?? '';
  expect((await ready.admin.exams.get(id)).record.report_lexical).toContain('report-field');
});

test('the default of a modality is what its new exams start from, until another is chosen', async ({
  desk,
  ready,
}) => {
  const record = { title: 'House MR', modality: 'MR', report_html: '<p>Signal of the marrow.</p>' };
  await ready.admin.templates.create({ security_group_id: ready.group, record });
  await goTo(desk, 'templates');
  await rows(desk).filter({ hasText: 'House MR' }).click();
  const usual = desk.getByRole('checkbox', { name: 'New exams with MR start from it' });
  await usual.check();
  await desk.keyboard.press('Control+N');
  const dialog = desk.getByRole('dialog', { name: 'New exam' });
  const template = dialog.getByRole('combobox', { name: 'Template' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('MR knee');
  await dialog.getByRole('textbox', { name: 'Modality' }).fill('CT');
  await expect(template.locator('option:checked')).toHaveText('Empty report');
  await dialog.getByRole('textbox', { name: 'Modality' }).fill('mr');
  await expect(template.locator('option:checked')).toHaveText('House MR');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('textbox', { name: 'Report' })).toContainText('Signal of the marrow.');
  await goTo(desk, 'templates');
  await rows(desk).filter({ hasText: 'House MR' }).click();
  await usual.uncheck();
  await expect.poll(() => ready.admin.session.getPreferences()).toMatchObject({ default_templates: {} });
});

test('a template names the modality of a new exam, and a typed one stays', async ({ desk, ready }) => {
  const record = { title: 'House NM', modality: 'NM', report_html: '<p>Uptake.</p>' };
  await ready.admin.templates.create({ security_group_id: ready.group, record });
  await goTo(desk, 'templates');
  await expect(rows(desk).filter({ hasText: 'House NM' })).toBeVisible();
  await desk.keyboard.press('Control+N');
  const dialog = desk.getByRole('dialog', { name: 'New exam' });
  const modality = dialog.getByRole('textbox', { name: 'Modality' });
  const template = dialog.getByRole('combobox', { name: 'Template' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Bone scan');
  await template.selectOption({ label: 'House NM' });
  await expect(modality).toHaveValue('NM');
  await dialog.getByRole('button', { name: /^Create exam/ }).click();
  await expect(desk.getByRole('textbox', { name: 'Report' })).toContainText('Uptake.');
  const id = desk.url().split('/').at(-1) ?? '';
  expect((await ready.admin.exams.get(id)).record.modality).toBe('NM');
});

test('a template goes to the trash and leaves the list', async ({ desk, ready }) => {
  const record = { title: 'Short-lived', modality: 'CT' };
  await ready.admin.templates.create({ security_group_id: ready.group, record });
  await goTo(desk, 'templates');
  const row = rows(desk).filter({ hasText: 'Short-lived' });
  await row.click();
  await desk.getByRole('button', { name: 'More' }).click();
  await desk.getByRole('menuitem', { name: 'Move to trash' }).click();
  await expect(row).toHaveCount(0);
});
