/** Tests macros: ghost text, expansion, and personal or group ownership. */
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import { caretAfter, field, openExam, report, sealExam, section } from '#test/ui/support/report-page.ts';
import { shoot } from '#test/ui/support/shoot.ts';

shareVault(async ({ admin, group }) => {
  await admin.templates.create({
    security_group_id: group,
    tags: ['macro'],
    record: {
      title: '.nlchest',
      report_html: '<p>Lungs clear, pleura free.</p>',
      custom_attributes: { kind: 'macro' },
    },
  });
});

test('the ghost stands behind what is typed; Tab takes it, any other key lets it go', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  const ghost = desk.getByTestId('macro-ghost');
  await caretAfter(desk, 'None.');
  await expect(async () => {
    await desk.keyboard.type(' .nlc');
    await expect(ghost).toContainText('Lungs clear, pleura free.', { timeout: 500 });
  }).toPass();
  await expect(report(desk)).not.toContainText('pleura');
  await desk.keyboard.press('Escape');
  await expect(ghost).toHaveCount(0);
  await expect(report(desk), 'Esc let the ghost go, not the report').toBeFocused();
  await desk.keyboard.type('h');
  await expect(ghost, 'another letter asks again').toBeVisible();
  await desk.keyboard.press('ArrowLeft');
  await expect(ghost).toHaveCount(0);
  await desk.keyboard.press('ArrowRight');
  await desk.keyboard.type('e');
  await desk.keyboard.press('Tab');
  await expect(report(desk)).toContainText('None. Lungs clear, pleura free.');
  await expect(report(desk)).not.toContainText('.nlche');
  await desk.keyboard.press('Control+Z');
  await expect(report(desk)).toContainText('.nlche');
  await expect(report(desk)).not.toContainText('pleura');
});

test('a new macro is shown, and kept for oneself or for the group', async ({ ready, desk }) => {
  const html = section(
    '59776-5',
    'Findings',
    `<p>Liver ${field('liver', 'Liver')}.</p><p>None.</p><p>Lungs clear.</p>`,
  );
  const id = await sealExam(ready.admin, ready.group, { html });
  await openExam(desk, id);
  await expect.poll(() => desk.evaluate(() => getSelection()?.toString()), 'the open field').toBe('___');
  await desk.getByRole('toolbar').getByRole('button', { name: 'Macro' }).click();
  await expect(desk.getByRole('dialog'), 'its blank is no text of a macro').toContainText('Select the text');
  await desk.keyboard.press('Escape');
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.press('Shift+Home');
  await desk.getByRole('toolbar').getByRole('button', { name: 'Macro' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Abbreviation' }).fill('clear');
  await expect(dialog.getByRole('document', { name: 'Macro .clear, preview' })).toHaveText('Lungs clear.');
  await dialog.getByRole('combobox', { name: 'For whom' }).selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Keep macro' }).click();
  await expect(dialog).toHaveCount(0);
  const templates = await ready.admin.templates.list({ state: 'all' }).toArray({ limit: 20 });
  expect(templates.map(({ summary }) => summary?.title)).toContain('.clear');
  await caretAfter(desk, 'None.');
  await desk.keyboard.type(' .clear');
  await desk.keyboard.press('Tab');
  await expect(report(desk)).toContainText('None. Lungs clear.');
});

test("one's own macros and those of the group are listed, renamed, changed and deleted", async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  const dialog = desk.getByRole('dialog', { name: 'Macros' });
  const open = () => desk.getByRole('toolbar').getByRole('button', { name: 'Macro' }).click();
  const act = async (name: string, item: string) => {
    await dialog.getByRole('button', { name: `More for macro .${name}` }).click();
    await dialog.getByRole('menuitem', { name: item }).click();
  };
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.press('Shift+Home');
  await open();
  const keep = desk.getByRole('dialog', { name: 'New macro' });
  await keep.getByRole('textbox', { name: 'Abbreviation' }).fill('mine');
  await keep.getByRole('button', { name: 'Keep macro' }).click();
  await expect(keep).toHaveCount(0);

  await caretAfter(desk, 'None.');
  await open();
  await act('mine', 'Rename');
  const rename = desk.getByRole('dialog', { name: 'Rename macro .mine' });
  await rename.getByRole('textbox').fill('nlchest');
  await rename.getByRole('button', { name: 'Rename' }).click();
  await expect(rename.getByRole('textbox')).toHaveAccessibleDescription(
    'A macro .nlchest already exists. Choose another name.',
  );
  await rename.getByRole('textbox').fill('.lungs');
  await desk.keyboard.press('Enter');
  await act('lungs', 'Change its text');
  const change = desk.getByRole('dialog', { name: 'Text of macro .lungs' });
  await change.getByRole('textbox').fill('Lungs clear.\nPleura free & dry.');
  await shoot(desk, 'macro-change');
  await change.getByRole('button', { name: 'Keep macro' }).click();
  await expect(dialog.getByRole('document', { name: 'Macro .lungs, preview' })).toContainText(
    'Pleura free & dry.',
  );
  await shoot(desk, 'macros');
  await act('nlchest', 'Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('button', { name: 'More for macro .nlchest' })).toHaveCount(0);
  // What was typed in the dialogs of a macro is kept; the list asks about none of it.
  await desk.keyboard.press('Escape');
  await expect(desk.getByRole('dialog')).toHaveCount(0);
  await open();
  await dialog.getByRole('button', { name: /^\.lungs/ }).click();
  await expect(report(desk)).toContainText('Pleura free & dry.');
  expect(await ready.admin.session.getPreferences()).toMatchObject({ macros: [{ abbreviation: 'lungs' }] });
  const trashed = await ready.admin.templates.list({ state: 'deleted' }).toArray({ limit: 20 });
  expect(trashed.map(({ summary }) => summary?.title)).toEqual(['.nlchest']);
});
