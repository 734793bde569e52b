/** Tests templates in the report editor, and accessibility of its views in every theme. */
import { expectAccessible } from '#test/ui/support/axe.ts';
import { expect, goTo, shareVault, test } from '#test/ui/support/fixtures.ts';
import {
  atVersion,
  caretAfter,
  field,
  openExam,
  report,
  sealBeside,
  sealExam,
  sealPatient,
  section,
} from '#test/ui/support/report-page.ts';

shareVault();

test('a template is edited like a report, gets a field of its own, and is sealed but never signed', async ({
  ready,
  desk,
}) => {
  const { index } = await ready.admin.templates.create({
    security_group_id: ready.group,
    record: { title: 'Chest form', modality: 'CT', report_html: '<p>Heart:</p>' },
  });
  await goTo(desk, `templates/${index.document_id}`);
  await expect(desk.getByRole('region', { name: 'Patient' })).toContainText('Chest form');
  await expect(desk.getByRole('button', { name: 'Sign as final' })).toHaveCount(0);
  await caretAfter(desk, 'Heart:');
  await desk.keyboard.type(' ');
  await desk.getByRole('toolbar', { name: 'Report' }).getByRole('button', { name: 'Field' }).click();
  await desk.getByRole('menuitem', { name: 'New field' }).click();
  const dialog = desk.getByRole('dialog', { name: 'New field' });
  await dialog.getByRole('button', { name: 'Insert field' }).click();
  await expect(dialog).toContainText('A field needs a label.');
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Heart size');
  await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('select');
  await dialog.getByRole('textbox', { name: 'Choices' }).fill('normal\nenlarged');
  const code = dialog.getByRole('textbox', { name: 'Code' });
  await code.fill('RID 1385');
  await dialog.getByRole('button', { name: 'Insert field' }).click();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await code.fill('RID1385');
  await dialog.getByRole('combobox', { name: 'If it stays open' }).selectOption('prohibit');
  await desk.screenshot({ path: 'test-results/field-code.png' });
  await dialog.getByRole('button', { name: 'Insert field' }).click();
  const field = report(desk).locator('[data-field="heart-size"]');
  await expect(field).toHaveText('___');
  await expect(field).toHaveAttribute('data-field-code', 'RID1385');
  await desk.keyboard.press('Shift+Tab');
  await desk.getByRole('toolbar', { name: 'Report' }).getByRole('button', { name: 'Field' }).click();
  await desk.getByRole('menuitem', { name: 'Code of this field' }).click();
  const given = desk.getByRole('dialog', { name: 'Code of Heart size' });
  await expect(given.getByRole('textbox', { name: 'Code', exact: true })).toHaveValue('RID1385');
  await given.getByRole('textbox', { name: 'Code', exact: true }).fill('RID 1386');
  await given.getByRole('button', { name: 'Keep the code' }).click();
  await expect(given.getByRole('textbox', { name: 'Code', exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  );
  await given.getByRole('textbox', { name: 'Code', exact: true }).fill('RID1386');
  const enlarged = given.getByRole('textbox', { name: 'Code of enlarged' });
  await enlarged.fill('RID 5782');
  await given.getByRole('button', { name: 'Keep the code' }).click();
  await expect(enlarged).toHaveAttribute('aria-invalid', 'true');
  await enlarged.fill('RID5782');
  await desk.screenshot({ path: 'test-results/field-code-of.png' });
  await desk.keyboard.press('Enter');
  await expect(field).toHaveAttribute('data-field-code', 'RID1386');
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 2);
  const { record } = await ready.admin.templates.get(index.document_id);
  expect(record.report_html).toContain('data-field-options');
  expect(record.report_html).toContain('data-field-completion="prohibit"');
  expect(record.report_html).toContain('data-field-code="RID1386"');
  expect(record.report_html).toContain(
    'data-field-option-codes="{&quot;enlarged&quot;:&quot;RID5782&quot;}"',
  );
  expect(record.custom_attributes).toBeNull();
});

test('selected text becomes a macro of one’s own', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.press('Shift+Home');
  await desk.getByRole('toolbar', { name: 'Report' }).getByRole('button', { name: 'Macro' }).click();
  const dialog = desk.getByRole('dialog', { name: 'New macro' });
  await dialog.getByRole('textbox', { name: 'Abbreviation' }).fill('lc');
  await dialog.getByRole('button', { name: 'Keep macro' }).click();
  await expect(desk.getByText('Macro .lc kept')).toBeVisible();
  await caretAfter(desk, 'None.');
  await desk.keyboard.type(' .lc ');
  await expect(report(desk)).toContainText('None. Lungs clear.');
});

test('axe finds nothing serious in any view of the editor, in any theme', async ({ ready, desk }) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  const html = [
    section(
      '59776-5',
      'Findings',
      `<p>Side ${field('s', 'Side', { kind: 'select', options: ['left', 'right'] })}.</p>`,
    ),
    section(
      '19005-8',
      'Impression',
      `<p>${field('c', 'Category', { completion: 'prohibit' })}</p><p>Text.</p>`,
    ),
  ].join('');
  await sealExam(ready.admin, ready.group, { patient_id, title: 'CT before', exam_date: '2026-01-05' });
  const id = await sealExam(ready.admin, ready.group, { patient_id, html, status: 'preliminary' });
  await openExam(desk, id);
  await expect(desk.getByRole('complementary', { name: 'Prior' })).toBeVisible();
  await expectAccessible(desk, 'writing');
  // The report opens at its first open field.
  await desk.keyboard.press('Alt+ArrowDown');
  await expect(desk.getByRole('listbox', { name: 'Side' })).toBeVisible();
  await expectAccessible(desk, 'pick list');
  await desk.keyboard.press('Escape');
  await caretAfter(desk, 'Text.');
  await desk.keyboard.type(' More.');
  await desk.keyboard.press('Control+Shift+Enter');
  await expectAccessible(desk, 'sign gate');
  await sealBeside(ready.admin, id, (stored) => stored.replace('Side', 'The side'));
  await report(desk).click();
  await desk.keyboard.press('Control+Enter');
  await desk.getByRole('button', { name: 'Compare' }).click();
  await expect(desk.getByRole('region', { name: 'Findings' })).toBeVisible();
  await expectAccessible(desk, 'compare');
  await desk.keyboard.press('Escape');
  await desk.keyboard.press('Control+Shift+H');
  await expect(desk.getByRole('main', { name: 'Changes' })).toContainText('Text.');
  await expectAccessible(desk, 'history');
  await desk.keyboard.press('Escape');
  await desk.keyboard.press('Control+P');
  await expect(desk.getByRole('article').first()).toBeVisible();
  await expectAccessible(desk, 'print');
});
