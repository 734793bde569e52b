/** Tests that sums and changes of a measurement table are always up to date. */
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import {
  caretAfter,
  openExam,
  paste,
  report,
  sealExam,
  sealPatient,
  section,
} from '#test/ui/support/report-page.ts';

shareVault();

const row = (...cells: string[]) => `<tr>${cells.map((text) => `<td><p>${text}</p></td>`).join('')}</tr>`;

function table(sums: readonly [string, string, string], mark = '.'): string {
  const rows = [
    row('Target lesion', 'Baseline, mm', 'Today, mm', 'Change, %'),
    row('1 Nodule', `20${mark}5`, '10', `−51${mark}2`),
    row('2 Node', '27', `21${mark}5`, `−20${mark}4`),
    row('Sum of diameters', ...sums),
  ];
  return section('59776-5', 'Findings', `<table><tbody>${rows.join('')}</tbody></table><p>After.</p>`);
}

const RIGHT = table(['47.5', '31.5', '−33.7']);

test('sums and changes follow every edit and every undo', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { html: RIGHT });
  await openExam(desk, id);
  const rows = report(desk).locator('tr');
  await rows.nth(1).getByText('10', { exact: true }).click();
  await desk.keyboard.press('End');
  await desk.keyboard.type('0');
  await expect(rows.nth(1)).toHaveText('1 Nodule20.5100387.8');
  await expect(rows.nth(3)).toHaveText('Sum of diameters47.5121.5155.8');
  await desk.keyboard.press('Control+Z');
  await expect(rows.nth(1)).toHaveText('1 Nodule20.510−51.2');
  await expect(rows.nth(3)).toHaveText('Sum of diameters47.531.5−33.7');
  await desk.keyboard.press('Control+Y');
  await expect(rows.nth(3)).toHaveText('Sum of diameters47.5121.5155.8');
  for (let key = 0; key < 3; key += 1) await desk.keyboard.press('Backspace');
  await expect(rows.nth(3), 'no sum of some of the lesions').toHaveText('Sum of diameters47.5');
});

test('Tab passes what is computed, and a new lesion stands above the sums', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { html: RIGHT });
  await openExam(desk, id);
  const rows = report(desk).locator('tr');
  await rows.nth(2).getByText('27', { exact: true }).click();
  await desk.keyboard.press('Tab');
  // Tab selects no value, so that a key replaces none.
  await desk.keyboard.press('Shift+Home');
  await desk.keyboard.type('20');
  await desk.keyboard.press('Tab');
  await desk.keyboard.type('3 New');
  await desk.keyboard.press('Tab');
  await desk.keyboard.type('5');
  await desk.keyboard.press('Tab');
  await desk.keyboard.type('4');
  await expect(rows.nth(2)).toHaveText('2 Node2720−25.9');
  await expect(rows.nth(3)).toHaveText('3 New54−20.0');
  await expect(rows.nth(4)).toHaveText('Sum of diameters52.534−35.2');
  for (let key = 0; key < 3; key += 1) await desk.keyboard.press('Shift+Tab');
  await desk.keyboard.press('Shift+Home');
  await desk.keyboard.type('22');
  await expect(rows.nth(2)).toHaveText('2 Node2722−18.5');
});

test('a report with commas has its sums with commas', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { html: table(['', '', ''], ',') });
  await openExam(desk, id);
  const rows = report(desk).locator('tr');
  await rows.nth(1).getByText('10', { exact: true }).click();
  await desk.keyboard.press('End');
  await desk.keyboard.type(',5');
  await expect(rows.nth(3)).toHaveText('Sum of diameters47,532−32,6');
});

test('the gate computes again: a wrong sum of a script stops the signing', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, {
    html: table(['47.5', '30', '−33.7']),
    patient_id: await sealPatient(ready.admin, ready.group),
  });
  await openExam(desk, id);
  await desk.keyboard.press('Control+Shift+Enter');
  const problem = desk.getByRole('listbox', { name: 'Blocks signing' }).getByRole('option');
  await expect(problem).toContainText('A sum or change is wrong');
  await expect(problem).toContainText('«30» is written, 31.5 is computed');
  await problem.click();
  await desk.keyboard.type('7');
  await expect(report(desk).locator('tr').nth(3)).toHaveText('Sum of diameters47.531.5−33.7');
  await expect(problem).toHaveCount(0);
});

test('pasted lines go above the sums and are counted; what is too wide is refused as a whole', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { html: RIGHT });
  await openExam(desk, id);
  const rows = report(desk).locator('tr');
  await rows.nth(2).getByText('2 Node', { exact: true }).click();
  await paste(desk, { 'text/plain': '2 Node\t20\t10\n3 Other\t10\t10\n' });
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(3)).toHaveText('3 Other10100.0');
  await expect(rows.nth(4)).toHaveText('Sum of diameters50.530−40.6');
  await paste(desk, { 'text/plain': '1\t2\t3\t4\t5\t6\n' });
  await expect(
    desk.getByText('Not pasted: it has more columns than this table'),
    'on its own line',
  ).toBeVisible();
  await expect(rows.nth(4)).toHaveText('Sum of diameters50.530−40.6');
});

test('a table without sums gets the columns a paste needs', async ({ ready, desk }) => {
  const html = `<table><tbody>${row('A', 'B')}${row('1', '2')}</tbody></table><p>After.</p>`;
  const id = await sealExam(ready.admin, ready.group, { html });
  await openExam(desk, id);
  await report(desk).getByText('2', { exact: true }).click();
  await paste(desk, { 'text/plain': 'x\ty\tz\n' });
  await expect(report(desk).locator('tr')).toHaveText(['AB', '1xyz']);
  await expect(report(desk).locator('tr').first().locator('td, th')).toHaveCount(4);
  await caretAfter(desk, 'After.');
});

test('beside the pictures no word of a table is broken', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { html: RIGHT });
  await openExam(desk, id);
  await desk.keyboard.press('F7');
  await expect(desk.getByRole('region', { name: 'Pictures' })).toBeVisible();
  const broken = await report(desk)
    .locator('td, th')
    .evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
        return [...(text?.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
          const range = document.createRange();
          if (!text) return [];
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          return range.getClientRects().length === 1 ? [] : [word];
        });
      }),
    );
  expect(broken).toEqual([]);
});
