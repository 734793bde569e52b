/** Tests that no key chooses, accepts or replaces what the person did not mean. */
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import { caretAfter, field, openExam, report, sealExam, section } from '#test/ui/support/report-page.ts';

const CHOICE = field('c', 'Contrast', { kind: 'select', options: ['without', 'with'], preset: 'with' });
const HTML = section(
  '59776-5',
  'Findings',
  `<p>Begin.</p><p>CT ${CHOICE} contrast, heart ${field('h', 'Heart', { preset: 'normal' })} in size.</p>` +
    '<table><tr><th>Lesion</th><th>Size, mm</th></tr><tr><td>Node</td><td>12</td></tr></table><p>End.</p>',
);

shareVault();

test('F8 lands on a choice with none of its options marked, and Enter chooses none', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { html: HTML });
  await openExam(desk, id);
  await caretAfter(desk, 'Begin.');
  await desk.keyboard.press('F8');
  const list = desk.getByRole('listbox', { name: 'Contrast' });
  await expect(list.getByRole('option')).toHaveCount(2);
  await expect(list.getByRole('option', { selected: true })).toHaveCount(0);
  await desk.keyboard.press('Enter');
  await expect(list).toHaveCount(0);
  await expect(report(desk).locator('[data-field="c"]')).not.toHaveAttribute('data-field-filled');
  await desk.keyboard.press('Shift+Tab');
  await desk.keyboard.press('2');
  await expect(report(desk).locator('[data-field="c"]')).toHaveAttribute('data-field-filled', 'true');
});

test('an Enter held since the template was chosen accepts none of its fields', async ({ ready, desk }) => {
  await ready.admin.templates.create({
    security_group_id: ready.group,
    record: { title: 'Heart', report_html: `<p>Heart ${field('h', 'Heart', { preset: 'normal' })}.</p>` },
  });
  const id = await sealExam(ready.admin, ready.group, { html: '<p></p>' });
  await openExam(desk, id);
  await desk.keyboard.press('F9');
  await expect(desk.getByRole('dialog').getByRole('option', { name: 'Heart' })).toBeVisible();
  await desk.keyboard.type('Heart');
  await desk.keyboard.down('Enter');
  await expect(report(desk).locator('[data-field="h"]')).toBeVisible();
  await desk.keyboard.down('Enter');
  await desk.keyboard.down('Enter');
  await desk.keyboard.up('Enter');
  await expect(report(desk).locator('[data-field="h"]')).toHaveText('normal');
  await expect(report(desk).locator('[data-field="h"]')).not.toHaveAttribute('data-field-filled');
});

test('Tab into a cell with a value replaces nothing', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { html: HTML });
  await openExam(desk, id);
  await caretAfter(desk, 'Node');
  await desk.keyboard.press('Tab');
  await desk.keyboard.type('.5');
  await expect(report(desk).locator('td').nth(1)).toHaveText('12.5');
  await desk.keyboard.press('Shift+Tab');
  await desk.keyboard.type(' A');
  await expect(report(desk).locator('td').nth(0)).toHaveText('Node A');
  await desk.keyboard.press('Tab');
  await desk.keyboard.type('20');
  await expect(report(desk).locator('td').nth(1), 'two values never look like one').toHaveText('12.5 20');
});

test('a press on the bracket of a field puts the caret into it', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { html: HTML });
  await openExam(desk, id);
  const heart = report(desk).locator('[data-field="h"]');
  const box = await heart.boundingBox();
  if (box === null) throw new Error('the field is shown');
  await desk.mouse.click(box.x + 2, box.y + box.height / 2);
  await desk.keyboard.type('large');
  await expect(heart).toHaveText('large');
  await caretAfter(desk, 'End.');
  await desk.mouse.click(box.x + 2, box.y + box.height / 2);
  await desk.keyboard.type('r');
  await expect(heart, 'a value is not replaced').toHaveText('larger');
});
