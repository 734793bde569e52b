/** Tests everyday editing: sections, lists, tables, paste, find and replace, keyboard access. */
import { readFileSync } from 'node:fs';
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import {
  atVersion,
  caretAfter,
  openExam,
  paste,
  report,
  saveState,
  sealExam,
  section,
} from '#test/ui/support/report-page.ts';

const WORD = readFileSync(new URL('../../fixtures/paste/word.html', import.meta.url), 'utf8');
const TABLE = section(
  '59776-5',
  'Findings',
  '<table><tr><th>Target lesion</th><th>Today, mm</th></tr><tr><td>1 Nodule</td><td>12</td></tr></table><p>After it.</p>',
);

shareVault();

test('Ctrl+1 to 6 go to the sections, whose codes hang in the margin and stay in the export', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await desk.keyboard.press('Control+2');
  await desk.keyboard.press('End');
  await desk.keyboard.type(' Seen in section two.');
  await desk.keyboard.press('Control+3');
  await desk.keyboard.press('Home');
  await desk.keyboard.type('Three: ');
  await expect(report(desk).getByText('No acute finding. Seen in section two.')).toBeVisible();
  await expect(report(desk).getByText('Three: None.')).toBeVisible();
  await expect(report(desk).locator('h2').nth(1)).toHaveAttribute('data-code', '19005-8');
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 2);
  const { record } = await ready.admin.exams.get(id);
  expect(record.report_html).toContain('<h2 data-section-code="19005-8">Impression</h2>');
});

test('headings by key take the code of the section they are called like', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { html: '<p>Findings</p><p>Text.</p>' });
  await openExam(desk, id);
  await caretAfter(desk, 'Findings');
  await desk.keyboard.press('Control+Alt+2');
  await expect(report(desk).locator('h2')).toHaveAttribute('data-code', '59776-5');
  await expect(desk.getByRole('navigation', { name: 'Outline' }).getByRole('link')).toHaveText(['1Findings']);
  await desk.keyboard.press('Control+Alt+0');
  await expect(report(desk).locator('h2')).toHaveCount(0);
});

test('lists nest by Tab and end by key; bold, italic and underline show in the toolbar', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { html: '<p>First</p>' });
  await openExam(desk, id);
  await caretAfter(desk, 'First');
  await desk.keyboard.press('Control+Shift+7');
  await desk.keyboard.press('Enter');
  await desk.keyboard.press('Tab');
  await desk.keyboard.type('Inner');
  await expect(report(desk).locator('ol ol li')).toHaveText('Inner');
  const toolbar = desk.getByRole('toolbar', { name: 'Report' });
  await expect(toolbar.getByRole('button', { name: 'Numbers' })).toHaveAttribute('aria-pressed', 'true');
  await desk.keyboard.press('Control+B');
  await desk.keyboard.type(' strong');
  await expect(toolbar.getByRole('button', { name: 'Bold' })).toHaveAttribute('aria-pressed', 'true');
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 2);
  const { record } = await ready.admin.exams.get(id);
  expect(record.report_html).toContain('Inner<strong> strong</strong>');
});

test('Tab moves from cell to cell and adds a row behind the last', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { html: TABLE });
  await openExam(desk, id);
  await report(desk).getByText('1 Nodule').click();
  await desk.keyboard.press('Tab');
  await desk.keyboard.type('14');
  await desk.keyboard.press('Tab');
  await desk.keyboard.type('2 Node');
  await desk.keyboard.press('Tab');
  await desk.keyboard.type('9');
  await expect(report(desk).locator('tr')).toHaveText(['Target lesionToday, mm', '1 Nodule12 14', '2 Node9']);
  await desk.keyboard.press('Shift+Tab');
  await desk.keyboard.type('3 Node');
  await expect(report(desk).locator('tr').last()).toHaveText(/^2 Node ?3 Node9$/);
  await expect(report(desk).locator('tr').last().locator('td').nth(1)).toHaveClass(/num/);
});

test('tab-separated lines fill the cells of a table, and make one elsewhere', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { html: TABLE });
  await openExam(desk, id);
  await report(desk).getByText('1 Nodule').click();
  await paste(desk, { 'text/plain': 'A\t1\nB\t2\nC\t3\n' });
  await expect(report(desk).locator('tr')).toHaveText(['Target lesionToday, mm', 'A1', 'B2', 'C3']);
  await caretAfter(desk, 'After it.');
  await paste(desk, { 'text/plain': 'Lesion\tmm\nD\t4' });
  await expect(report(desk).locator('table')).toHaveCount(2);
});

test('paste from Word keeps lists and tables and drops its styles; over 1 MB is refused in words', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'None.');
  await paste(desk, { 'text/html': WORD, 'text/plain': 'x' });
  await expect(report(desk).getByText('Numbered list 1')).toBeVisible();
  await expect(report(desk).locator('ol > li').first()).toHaveText('Numbered list 1');
  // A second list starts at its own number.
  const outline = report(desk).locator('ol > li').filter({ hasText: 'Outline numbered 1' }).first();
  await expect(outline).toHaveAttribute('value', '1');
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 2);
  expect((await ready.admin.exams.get(id)).record.report_html).not.toMatch(/style=|class=|mso/i);
  await paste(desk, { 'text/plain': 'a'.repeat(1_000_001) });
  await expect(desk.getByText('Not pasted: more than 1 MB'), 'on its own line').toBeVisible();
});

test('find marks every match, replace changes them in one undo step', async ({ ready, desk }) => {
  const html = section('59776-5', 'Findings', '<p>Lobe one, lobe two.</p><p>Lower lobe.</p>');
  const id = await sealExam(ready.admin, ready.group, { html });
  await openExam(desk, id);
  await caretAfter(desk, 'Lower lobe.');
  await desk.keyboard.press('Control+F');
  const bar = desk.getByRole('search', { name: 'Find and replace' });
  await bar.getByRole('textbox', { name: 'Find' }).fill('lobe');
  await expect(bar).toContainText('1 of 3');
  await desk.keyboard.press('Enter');
  await expect(bar).toContainText('2 of 3');
  await bar.getByRole('textbox', { name: 'Replace with' }).fill('segment');
  // Enter replaces the shown match.
  await desk.keyboard.press('Enter');
  await expect(bar).toContainText('of 2');
  await bar.getByRole('button', { name: 'Replace all' }).click();
  await expect(bar).toContainText('2 places replaced');
  await expect(report(desk)).toContainText('segment one, segment two.');
  await desk.keyboard.press('Escape');
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.press('Control+Z');
  await expect(report(desk)).toContainText('Lobe one, segment two.');
  await desk.keyboard.press('Control+Z');
  await expect(report(desk)).toContainText('Lobe one, lobe two.');
});

test('Esc leaves the text, Alt+F10 enters the toolbar, arrows move in it, F6 walks the panes', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await report(desk).click();
  await desk.keyboard.press('Escape');
  await expect(report(desk)).not.toBeFocused();
  await desk.keyboard.press('F6');
  await desk.keyboard.press('F6');
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.press('Alt+F10');
  const toolbar = desk.getByRole('toolbar', { name: 'Report' });
  await expect(toolbar.getByRole('button', { name: 'Undo' })).toBeFocused();
  await desk.keyboard.press('End');
  await expect(toolbar.getByRole('button', { name: 'History' })).toBeFocused();
  await expect(toolbar.locator('button[tabindex="0"]')).toHaveCount(1);
  await desk.keyboard.press('Escape');
  await expect(report(desk)).toBeFocused();
});

test('F6 passes over an outline with nothing in it; the gate gives its place back', async ({
  ready,
  desk,
}) => {
  const created = await ready.admin.exams.create({
    security_group_id: ready.group,
    record: { title: 'CT without a word', report_html: '<p></p>' },
  });
  await openExam(desk, created.index.document_id);
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.press('Control+Shift+P');
  const prior = desk.getByRole('complementary', { name: 'Prior' });
  await expect(prior).toBeVisible();
  const pane = () => desk.evaluate(() => document.activeElement?.closest('[data-pane]')?.className ?? '');
  const seen = new Set<string>();
  for (let step = 0; step < 8; step += 1) {
    await desk.keyboard.press('F6');
    seen.add(await pane());
  }
  expect(seen.size, 'each key goes on').toBeGreaterThan(1);
  await desk.keyboard.press('Control+Shift+Enter');
  const gate = desk.getByRole('complementary', { name: 'Sign as final' });
  await expect(gate).toBeVisible();
  await gate.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(prior).toBeVisible();
});

test('text of an input method arrives whole and is saved', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'None.');
  const session = await desk.context().newCDPSession(desk);
  await session.send('Input.imeSetComposition', { text: 'か', selectionStart: 1, selectionEnd: 1 });
  await session.send('Input.imeSetComposition', { text: 'かんぞう', selectionStart: 4, selectionEnd: 4 });
  await session.send('Input.insertText', { text: '肝臓' });
  await expect(report(desk)).toContainText('None.肝臓');
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 2);
  expect((await ready.admin.exams.get(id)).record.report_html).toContain('None.肝臓');
});

test('a report with nodes of a newer version is shown read-only with a reason', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  const { record, version_id } = await ready.admin.exams.get(id);
  const state = JSON.parse(record.report_lexical ?? '{}');
  state.root.children.push({
    type: 'hologram',
    version: 1,
    children: [{ type: 'text', text: 'From later.' }],
  });
  await ready.admin.exams.update(id, {
    record: { ...record, report_lexical: JSON.stringify(state), report_html: null },
    expected_latest_version_id: version_id,
  });
  await openExam(desk, id);
  await expect(saveState(desk)).toContainText('this report uses a feature of a newer version');
  await expect(report(desk)).toHaveAttribute('aria-readonly', 'true');
  await expect(report(desk)).toContainText('From later.');
  await expect(desk.getByRole('button', { name: 'Seal version' })).toHaveCount(0);
});

test('the tip of a tool goes with what it belonged to: no menu or dialog leaves it behind', async ({
  ready,
  desk,
}) => {
  await openExam(desk, await sealExam(ready.admin, ready.group));
  const tips = () =>
    desk.evaluate(
      () =>
        [...document.querySelectorAll('[data-tip]')].filter(
          (tool) => getComputedStyle(tool, '::after').visibility === 'visible',
        ).length,
    );
  const tool = (name: string) => desk.getByRole('toolbar').getByRole('button', { name, exact: true });
  await tool('Bold').hover();
  await expect.poll(tips).toBe(1);
  await desk.keyboard.press('Control+k');
  await expect(desk.getByRole('dialog')).toBeVisible();
  expect(await tips()).toBe(0);
  await desk.keyboard.press('Escape');
  await tool('Symbols').click();
  await expect(desk.getByRole('menu')).toBeVisible();
  await tool('Bold').hover();
  // Slightly longer than the tooltip delay, because an absence cannot be awaited.
  await desk.waitForTimeout(800);
  expect(await tips()).toBe(0);
  await desk.keyboard.press('Escape');
  await tool('Template').click();
  await expect(desk.getByRole('dialog')).toBeVisible();
  expect(await tips()).toBe(0);
  await desk.keyboard.press('Escape');
  await desk.mouse.move(0, 0);
  await expect.poll(tips).toBe(0);
});
