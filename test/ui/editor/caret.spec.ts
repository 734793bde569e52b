/** Tests that the next key goes exactly where the person moved the caret, by any means. */
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import {
  caretAfter,
  draftSaved,
  field,
  openExam,
  report,
  SHORT_REPORT,
  sealExam,
  section,
} from '#test/ui/support/report-page.ts';

shareVault();

const FIELDS = [
  section('59776-5', 'Findings', `<p>Base. Liver ${field('f1', 'Liver', { preset: 'normal' })}.</p>`),
  section('19005-8', 'Impression', `<p>Spleen ${field('f2', 'Spleen', { completion: 'prohibit' })}.</p>`),
].join('');

const lines = (html: string) => section('59776-5', 'Findings', html);

test('the outline leads the caret to the beginning of a section', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { html: SHORT_REPORT });
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' A');
  const outline = desk.getByRole('navigation', { name: 'Outline' });
  for (const name of ['Recommendation', 'Impression', 'Findings', 'Impression']) {
    await outline.getByRole('link', { name }).click();
    await desk.keyboard.type('OUT ');
  }
  await expect(report(desk)).toContainText('Lungs clear. A');
  await expect(report(desk).locator('p').nth(0)).toHaveText('OUT Lungs clear. A');
  await expect(report(desk).locator('p').nth(1)).toHaveText('OUT OUT No acute finding.');
  await expect(report(desk).locator('p').nth(2)).toHaveText('OUT None.');
});

test('the outline ends an old selection: nothing of it is typed over', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { html: SHORT_REPORT });
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.press('Shift+Home');
  await desk.getByRole('navigation', { name: 'Outline' }).getByRole('link', { name: 'Impression' }).click();
  await desk.keyboard.type('Hm. ');
  await expect(report(desk).locator('p').nth(0)).toHaveText('Lungs clear.');
  await expect(report(desk).locator('p').nth(1)).toHaveText('Hm. No acute finding.');
});

test('"Next unfilled" selects what the field shows', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { html: FIELDS });
  await openExam(desk, id);
  await caretAfter(desk, 'Base. Liver ');
  await desk.keyboard.press('Home');
  await desk.getByRole('button', { name: 'Next unfilled' }).click();
  await desk.keyboard.type('enlarged');
  await desk.getByRole('button', { name: 'Next unfilled' }).click();
  await desk.keyboard.type('absent');
  await expect(report(desk).locator('p').nth(0)).toHaveText('Base. Liver enlarged.');
  await expect(report(desk).locator('p').nth(1)).toHaveText('Spleen absent.');
});

test('a problem of the gate leads into its field, the content selected', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { html: FIELDS });
  await openExam(desk, id);
  await caretAfter(desk, 'Base. Liver ');
  await desk.keyboard.press('Control+Shift+Enter');
  await desk.getByRole('option', { name: /Spleen/ }).click();
  await desk.keyboard.type('absent');
  await expect(report(desk).locator('p').nth(1)).toHaveText('Spleen absent.');
  await expect(report(desk).locator('p').nth(0)).toContainText('Base.');
});

test('Find leaves its match selected', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { html: SHORT_REPORT });
  await openExam(desk, id);
  await caretAfter(desk, 'None.');
  await desk.keyboard.press('Control+f');
  await desk
    .getByRole('search', { name: 'Find and replace' })
    .getByRole('textbox', { name: 'Find' })
    .fill('clear');
  await desk.keyboard.press('Escape');
  await desk.keyboard.type('hazy');
  await expect(report(desk).locator('p').nth(0)).toHaveText('Lungs hazy.');
  await expect(report(desk).locator('p').nth(2)).toHaveText('None.');
});

test('a press in the middle of a line sets the caret there, wherever the focus was', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { html: FIELDS + SHORT_REPORT });
  await openExam(desk, id);
  const line = report(desk).locator('p').filter({ hasText: 'acute finding.' });
  const dialog = desk.getByRole('dialog');
  const elsewhere = [
    async () => {
      await desk.keyboard.press('Control+f');
      await expect(desk.getByRole('search').getByRole('textbox', { name: 'Find' })).toBeFocused();
    },
    async () => {
      await desk.getByRole('toolbar', { name: 'Report' }).getByRole('button', { name: 'Field' }).click();
      await desk.getByRole('menuitem', { name: 'New field' }).click();
      await expect(dialog).toBeVisible();
      await desk.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    },
  ];
  for (const leave of elsewhere) {
    await desk.keyboard.press('F8');
    await leave();
    await line.click({ position: { x: 15, y: 10 } });
    await desk.keyboard.type('X');
  }
  await expect(line).toHaveText(/^N?o?XX?.*acute finding\.$/);
  await expect(report(desk).locator('p').first()).toHaveText('Base. Liver normal.');
});

test('Ctrl 1…6 into an empty section makes a paragraph, never a longer heading', async ({ ready, desk }) => {
  const html = '<h2 data-section-code="59776-5">Findings</h2><h2 data-section-code="19005-8">Impression</h2>';
  const id = await sealExam(ready.admin, ready.group, { html });
  await openExam(desk, id);
  await desk.keyboard.press('Control+1');
  await desk.keyboard.type('Lungs clear.');
  await desk.keyboard.press('Control+2');
  await desk.keyboard.type('Normal.');
  await expect(report(desk).locator('h2')).toHaveText(['Findings', 'Impression']);
  await expect(report(desk).locator('p')).toHaveText(['Lungs clear.', 'Normal.']);
  await draftSaved(desk);
});

test('a section that begins with a table is entered in its first cell', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, {
    html: lines('<table><tbody><tr><td>one</td><td>two</td></tr></tbody></table><p>After.</p>'),
  });
  await openExam(desk, id);
  await caretAfter(desk, 'After.');
  await desk.keyboard.press('Control+1');
  await desk.keyboard.type('X');
  await expect(report(desk).locator('td').first()).toHaveText('Xone');
});
