/** The starter set: offered on an empty list, chosen by language and modality, put in once, never signed untouched. */
import type { Page } from '@playwright/test';
import { starterItemsFor, starterSet } from '#report/starter/starter-set.ts';
import { expectAccessible } from './support/axe.ts';
import { expect, goTo, shareVault, test } from './support/fixtures.ts';
import { shoot } from './support/shoot.ts';

shareVault();

const OFFER = 'Starter set of templates…';
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Starter set' });
const act = (page: Page) => dialog(page).getByRole('button', { name: /^Add/ });
const rows = (page: Page) =>
  page.getByRole('grid', { name: 'Templates' }).locator('[role="row"][aria-selected]');

test('an empty list offers it; nothing is chosen, and what is chosen is put in once', async ({
  desk,
  ready,
}) => {
  const ofCt = starterItemsFor(await starterSet('en'), new Set(['CT']));
  await goTo(desk, 'templates');
  await shoot(desk, 'templates-empty');
  await desk.getByRole('main').getByRole('button', { name: OFFER }).click();
  await expect(dialog(desk).getByRole('status')).toHaveText('Nothing is chosen.');
  await expect(act(desk)).toHaveAttribute('aria-disabled', 'true');
  await dialog(desk).getByRole('combobox', { name: 'Language of the reports' }).selectOption('Deutsch');
  await dialog(desk).getByRole('checkbox', { name: 'MG: 1 template' }).check();
  await expect(dialog(desk).getByRole('list')).toContainText('Mammographie');
  await dialog(desk).getByRole('combobox', { name: 'Language of the reports' }).selectOption('English');
  await expect(dialog(desk).getByRole('status')).toHaveText('Nothing is chosen.');
  await dialog(desk).getByRole('checkbox', { name: 'CT: 7 templates' }).check();
  await expect(dialog(desk).getByRole('listitem')).toHaveCount(ofCt.length);
  await expectAccessible(desk, 'starter set');
  await shoot(desk, 'starter-set');
  await act(desk).click();
  await expect(dialog(desk)).toBeHidden();
  const templates = ofCt.filter(({ kind }) => kind === 'template').length;
  await expect(
    desk.getByText(`${templates} templates added, ${ofCt.length - templates} macros added`),
  ).toBeVisible();
  // The grid draws the rows that are in sight.
  await expect(desk.getByRole('main').locator('.count')).toHaveText(String(ofCt.length));
  await expect(rows(desk).first()).toBeVisible();
  const stored = await ready.admin.templates.list({}).toArray({ limit: 200 });
  expect(stored.map(({ summary }) => summary?.title).sort()).toEqual(ofCt.map(({ title }) => title).sort());

  await desk.keyboard.press('Control+K');
  await desk.getByRole('dialog', { name: 'Commands' }).getByRole('combobox').fill('starter');
  await desk.keyboard.press('Enter');
  await dialog(desk).getByRole('checkbox', { name: 'CT: 7 templates' }).check();
  await expect(dialog(desk).getByRole('status')).toHaveText(`Adds 0 of ${ofCt.length}`);
  await expect(act(desk)).toHaveAttribute('aria-disabled', 'true');
});

test('the settings offer it too', async ({ desk }) => {
  await goTo(desk, 'settings/workspace');
  await desk.getByRole('main').getByRole('button', { name: OFFER }).click();
  await expect(dialog(desk)).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(dialog(desk)).toBeHidden();
});

test('a report started from one cannot be signed before somebody has looked', async ({ desk, ready }) => {
  const { admin, group } = ready;
  const [chest] = (await starterSet('en')).filter(({ title }) => title === 'Chest radiograph');
  if (!chest) throw new Error('The set has no chest radiograph.');
  const record = { title: chest.title, modality: chest.modality, report_html: chest.report_html };
  await admin.templates.create({ security_group_id: group, record });
  const patient = await admin.patients.create({
    security_group_id: group,
    record: { display_name: 'Starter, Sam' },
  });
  const exam = await admin.exams.create({
    security_group_id: group,
    patient_id: patient.index.document_id,
    record: { title: 'Chest', modality: 'DX', exam_date: '2026-05-12' },
  });
  await goTo(desk, `exams/${exam.index.document_id}`);
  // The exam's modality is another name of the same.
  await desk.getByRole('button', { name: 'Chest radiograph' }).click();
  await expect(desk.getByRole('textbox', { name: 'Report' })).toContainText(
    'No effusion and no pneumothorax.',
  );
  await shoot(desk, 'starter-report');
  await desk.keyboard.press('Control+Shift+Enter');
  await expect(desk.getByText(/texts of the template have not been looked at/).first()).toBeVisible();
  await expect(desk.getByText(/Impression/).first()).toBeVisible();
  expect((await admin.exams.signatures(exam.index.document_id)).items).toEqual([]);
});
