/**
 * Tests reports the sign gate blocks: no patient, no text, untouched template text, a critical result not
 * communicated.
 */
import type { Page } from '@playwright/test';
import { expect, goTo, shareVault, test } from '#test/ui/support/fixtures.ts';
import {
  atVersion,
  caretAfter,
  draftSaved,
  field,
  openExam,
  report,
  SHORT_REPORT,
  sealExam,
  sealPatient,
  section,
  wordsAsked,
} from '#test/ui/support/report-page.ts';
import { shoot } from '#test/ui/support/shoot.ts';

let patient_id: string;

shareVault(async ({ admin, group }) => {
  patient_id = await sealPatient(admin, group);
});

const gate = (page: Page) => page.getByRole('complementary', { name: 'Sign as final' });
const blocking = (page: Page) =>
  gate(page).getByRole('listbox', { name: 'Blocks signing' }).getByRole('option');
const fields = (page: Page) => report(page).locator('[data-field]');

async function expectRefused(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+Shift+Enter');
  await expect(blocking(page).filter({ hasText: words })).toHaveCount(1);
  const sign = gate(page).getByRole('button', { name: 'Sign as final' });
  await expect(sign).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(report(page)).not.toHaveAttribute('aria-readonly', 'true');
  await atVersion(page, 1);
}

test('an empty report for nobody is not signed', async ({ ready, desk }) => {
  await openExam(desk, await sealExam(ready.admin, ready.group, { html: '<p></p>' }));
  await expectRefused(desk, 'This exam has no patient');
  await expect(blocking(desk).filter({ hasText: 'The report has no text' })).toHaveCount(1);
  // The button leads to where the patient is chosen.
  await gate(desk).getByRole('button', { name: 'Patient, title, date…' }).click();
  await expect(desk.getByRole('dialog').getByRole('combobox', { name: 'Patient' })).toBeVisible();
});

test('a report with the heading of an Impression and nothing behind it is not signed', async ({
  ready,
  desk,
}) => {
  const html =
    section('59776-5', 'Findings', '<p>Lungs clear.</p>') + section('19005-8', 'Impression', '<p></p>');
  await openExam(desk, await sealExam(ready.admin, ready.group, { html, patient_id }));
  await expectRefused(desk, 'The Impression is empty');
});

const DEFAULTS = [
  section(
    '59776-5',
    'Findings',
    `<p>Heart ${field('heart', 'Heart', { preset: 'normal' })}.</p><p>Pleura ${field('pleura', 'Pleura', { preset: 'free' })}.</p>`,
  ),
  section('19005-8', 'Impression', '<p>No acute finding.</p>'),
].join('');

test('template defaults nobody touched are not signed; kept by one act they stay marked when it is opened again', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { html: DEFAULTS, patient_id });
  await openExam(desk, id);
  await expectRefused(desk, '2 texts of the template have not been looked at');
  await gate(desk).getByRole('button', { name: 'Keep 2 texts of the template as normal' }).click();
  await expect(blocking(desk)).toHaveCount(0);
  await expect(gate(desk)).toContainText('2 filled fields have not been looked at');
  await draftSaved(desk);
  await goTo(desk, 'worklist');
  await expect(report(desk)).toHaveCount(0);
  await openExam(desk, id);
  await expect(fields(desk).first()).toHaveAttribute('data-field-not-reviewed', 'true');
  await desk.keyboard.press('Control+1');
  await desk.keyboard.press('Tab');
  await expect(fields(desk).first()).not.toHaveAttribute('data-field-not-reviewed');
  await desk.keyboard.press('Control+Shift+Enter');
  await expect(gate(desk)).toContainText('1 filled field has not been looked at');
  await gate(desk).getByRole('button', { name: 'Sign as final' }).click();
  await atVersion(desk, 2);
  expect((await ready.admin.exams.get(id)).record.report_html).toContain('data-field-not-reviewed="true"');
});

test('optional fields nobody filled are taken out by one act that says how many', async ({ ready, desk }) => {
  const line = (name: string) => `<p>${name}: ${field(name, name)}</p>`;
  const html =
    section(
      '59776-5',
      'Findings',
      `<p>Lungs clear ${field('n', 'Note')}.</p>${line('Skull')}${line('Spine')}` +
        `<h3>Abdomen</h3><table><tbody><tr><th><p>Organ</p></th><th><p>Finding</p></th></tr><tr><td><p>Liver</p></td><td><p>${field('l', 'Liver')}</p></td></tr></tbody></table>` +
        `<h3>Size</h3><p>Aorta ${field('a', 'Aorta', { unit: 'mm' })} mm</p><h3>Chest wall</h3><p>Normal.</p>`,
    ) + section('19005-8', 'Impression', '<p>No acute finding.</p>');
  await openExam(desk, await sealExam(ready.admin, ready.group, { html, patient_id }));
  await desk.keyboard.press('Control+Shift+Enter');
  await gate(desk).getByRole('button', { name: 'Remove 5 open fields' }).click();
  await expect(fields(desk)).toHaveCount(0);
  await expect(report(desk)).not.toContainText(/Skull|Abdomen|Organ|Liver|Aorta|Size|mm/);
  await expect(report(desk)).toContainText('Lungs clear.');
  await expect(report(desk)).toContainText('Chest wall');
  await report(desk).focus();
  await desk.keyboard.press('Control+z');
  await expect(fields(desk)).toHaveCount(5);
});

test('an untold critical result is not signed, and is red until somebody was told', async ({
  ready,
  desk,
}) => {
  await openExam(desk, await sealExam(ready.admin, ready.group, { patient_id }));
  await desk.getByRole('button', { name: 'Critical result: none recorded' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Critical result' });
  await dialog.getByRole('textbox', { name: 'Finding' }).fill('Tension pneumothorax');
  await dialog.getByRole('button', { name: 'Record' }).click();
  await expect(desk.getByRole('button', { name: /Critical result: not told/ })).toHaveClass(/s-error/);
  await desk.keyboard.press('Control+Shift+Enter');
  await expect(blocking(desk)).toContainText(['Nobody has been told of the critical result']);
  await expect(blocking(desk).first()).toBeFocused();
});

test('Enter in an open choice field writes nothing that was not moved to or typed', async ({
  ready,
  desk,
}) => {
  const choice = (id: string) => field(id, id, { kind: 'select', options: ['ja', 'nein'] });
  const html = `<p>A ${choice('A')} B ${choice('B')} C ${choice('C')} end.</p>${SHORT_REPORT}`;
  await openExam(desk, await sealExam(ready.admin, ready.group, { html, patient_id }));
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.press('Control+Home');
  await desk.keyboard.press('Tab');
  await expect(desk.getByRole('listbox', { name: 'A' })).toBeVisible();
  await expect(desk.getByRole('option', { selected: true })).toHaveCount(0);
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('listbox', { name: 'B' })).toBeVisible();
  await desk.keyboard.press('ArrowDown');
  await desk.keyboard.press('ArrowDown');
  await desk.keyboard.press('Enter');
  await desk.keyboard.type('j');
  await desk.keyboard.press('Enter');
  await expect(fields(desk)).toHaveText(['___', 'nein', 'ja']);
});

test('an open pick list closes when the gate opens', async ({ ready, desk }) => {
  const html = `<p>A ${field('A', 'A', { kind: 'select', options: ['ja', 'nein'] })} end.</p>${SHORT_REPORT}`;
  await openExam(desk, await sealExam(ready.admin, ready.group, { html, patient_id }));
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.press('Control+Home');
  await desk.keyboard.press('Tab');
  await expect(desk.getByRole('listbox', { name: 'A' })).toBeVisible();
  await desk.keyboard.press('Control+Shift+Enter');
  await expect(desk.getByRole('complementary', { name: 'Sign as final' })).toBeVisible();
  await expect(desk.getByRole('listbox', { name: 'A', exact: true })).toHaveCount(0);
});

test('what is typed behind a field at the end of its line is not its value', async ({ ready, desk }) => {
  const side = field('side', 'Side', { kind: 'select', options: ['left', 'right'], completion: 'prohibit' });
  const html = `<p>Effusion ${side}</p>${SHORT_REPORT}`;
  await openExam(desk, await sealExam(ready.admin, ready.group, { html, patient_id }));
  await report(desk).getByText('Effusion').click();
  await desk.keyboard.press('End');
  await desk.keyboard.type(' and more words');
  await expect(fields(desk).first()).toHaveText('___');
  await expect(report(desk)).toContainText('___ and more words');
  await expectRefused(desk, 'Side is not filled');
});

test('sealing an addendum passes the gate; the change can be given up', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id, status: 'final' });
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Add addendum' }).click();
  await desk.keyboard.type('Nodule of 12 in the left lobe');
  await desk.keyboard.press('Control+Enter');
  const signing = desk.getByRole('complementary', { name: 'Sign addendum' });
  await expect(signing).toContainText('A measure has no unit');
  await atVersion(desk, 1);
  await desk.getByRole('button', { name: 'Discard this change' }).click();
  await expect(report(desk)).toHaveAttribute('aria-readonly', 'true');
  await expect(report(desk)).not.toContainText('Nodule of 12');
  await atVersion(desk, 1);
  await expect(signing, 'there is nothing to sign any more').toHaveCount(0);
  await desk.getByRole('button', { name: 'Show it' }).click();
  const recovered = desk.getByRole('complementary', { name: 'Recovered text' });
  await recovered.getByRole('button', { name: 'Show', exact: true }).first().click();
  await expect(recovered.getByRole('document')).toContainText('Nodule of 12 in the left lobe');
});

test('an addendum is compared with the signed text, and a correction may be signed', async ({
  ready,
  desk,
}) => {
  const html =
    section('59776-5', 'Findings', '<p>A nodule of 12 mm in the right upper lobe.</p>') +
    section('19005-8', 'Impression', '<p>Nodule on the right.</p>');
  const id = await sealExam(ready.admin, ready.group, { patient_id, status: 'final', html });
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Add addendum' }).click();
  await desk.keyboard.type('The nodule of 21 mm is on the left.');
  await desk.keyboard.press('Control+Enter');
  const signing = desk.getByRole('complementary', { name: 'Sign addendum' });
  await expect(signing.getByRole('heading', { name: 'Sign addendum' })).toBeVisible();
  const asked = signing.getByRole('listbox', { name: 'Please check' }).getByRole('option');
  await expect(asked).toContainText([
    'The addendum says left, but only right is in the signed text.',
    '21 mm in the addendum, 12 mm in the signed text. Is it a correction?',
  ]);
  await shoot(desk, 'gate-addendum');
  await asked.first().press('Enter');
  await expect(report(desk)).toBeFocused();
  await expect.poll(() => wordsAsked(desk)).toEqual(['left']);
  await signing.getByRole('button', { name: 'Sign addendum' }).click();
  await atVersion(desk, 2);
});

test('a sign key that is held opens the gate and signs nothing', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id, title: 'CT of a held key' });
  await openExam(desk, id);
  await report(desk).click();
  await desk.keyboard.down('Control');
  await desk.keyboard.down('Shift');
  // Each further press without a release is a repetition.
  for (let press = 0; press < 5; press += 1) await desk.keyboard.down('Enter');
  await expect(gate(desk)).toBeVisible();
  for (let press = 0; press < 5; press += 1) await desk.keyboard.down('Enter');
  for (const key of ['Enter', 'Shift', 'Control']) await desk.keyboard.up(key);
  await desk.keyboard.press('Escape');
  await expect(gate(desk)).toHaveCount(0);

  // Enter in the palette, held, meets the gate's button.
  await desk.keyboard.press('Control+K');
  await desk.keyboard.type('sign as final');
  await expect(desk.getByRole('option', { name: /^Sign as final/ })).toBeVisible();
  await desk.keyboard.down('Enter');
  await expect(gate(desk)).toBeVisible();
  for (let press = 0; press < 5; press += 1) await desk.keyboard.down('Enter');
  await desk.keyboard.up('Enter');
  await atVersion(desk, 1);
  await desk.keyboard.press('Control+Shift+Enter');
  await atVersion(desk, 2);
  const { record } = await ready.admin.exams.get(id);
  expect(record.custom_attributes).toMatchObject({ report: { status: 'final' } });
});

test('a critical result in a draft is due in the worklist at once, and told from there no longer', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id, title: 'CT of the draft' });
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Critical result: none recorded' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Critical result' });
  await dialog.getByRole('textbox', { name: 'Finding' }).fill('Aortic dissection');
  await dialog.getByRole('button', { name: 'Record' }).click();
  await draftSaved(desk);
  await goTo(desk, 'worklist');
  await desk.getByRole('link', { name: /critical results? not told/ }).click();
  const grid = desk.getByRole('grid', { name: 'Critical results' });
  await expect(grid).toContainText('Aortic dissection');
});

test('a section copied from the prior brings its values as prior values, and today is empty', async ({
  ready,
  desk,
}) => {
  const rows = [
    ['Lesion', 'Prior, mm', 'Today, mm'],
    ['1 Nodule', '20', '18'],
  ];
  const html = rows
    .map((row) => `<tr>${row.map((text) => `<td><p>${text}</p></td>`).join('')}</tr>`)
    .join('');
  const table = `<table><tbody>${html}</tbody></table>`;
  const patient = await sealPatient(ready.admin, ready.group);
  await sealExam(ready.admin, ready.group, {
    patient_id: patient,
    title: 'CT before',
    exam_date: '2026-01-05',
    html: section('59776-5', 'Findings', table),
  });
  const id = await sealExam(ready.admin, ready.group, { patient_id: patient, html: '<p>New.</p>' });
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Copy section Findings' }).click();
  await expect(report(desk).locator('tr').nth(1).locator('td')).toHaveText(['1 Nodule', '18', '']);
});

test('a patient that was typed and not chosen is not dropped from a new exam', async ({ ready, desk }) => {
  for (const display_name of ['Kastner, Olm', 'Kastrup, Ivo'])
    await ready.admin.patients.create({ security_group_id: ready.group, record: { display_name } });
  await goTo(desk, 'worklist');
  await desk.keyboard.press('Alt+N');
  const dialog = desk.getByRole('dialog', { name: 'New exam' });
  const patient = dialog.getByRole('combobox', { name: 'Patient' });
  await patient.fill('kast');
  await expect(dialog.getByRole('option', { name: /Kast/ })).not.toHaveCount(0);
  await dialog.getByRole('textbox', { name: 'Title' }).fill('CT abdomen');
  await desk.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('No patient is chosen yet.');
  await expect(dialog).toBeVisible();
  await patient.fill('kastner');
  await desk.keyboard.press('Tab');
  await expect(dialog).toContainText('Kastner, Olm');
});
