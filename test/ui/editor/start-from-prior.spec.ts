/** Tests which prior a report is compared with, and starting from it. */
import { expect, shareVault, test } from '#test/ui/support/fixtures.ts';
import {
  draftSaved,
  openExam,
  report,
  sealExam,
  sealPatient,
  section,
} from '#test/ui/support/report-page.ts';
import { shoot } from '#test/ui/support/shoot.ts';

shareVault();

const row = (...cells: string[]) => `<tr>${cells.map((text) => `<td><p>${text}</p></td>`).join('')}</tr>`;

const PRIOR = [
  section('55752-0', 'Clinical information', '<p>Asked in February.</p>'),
  section(
    '59776-5',
    'Findings',
    `<p>Nodule in the left lung.</p><table><tbody>${row('Lesion', 'Today, mm')}${row('1 Nodule', '18')}</tbody></table>`,
  ),
  '<h3>Liver</h3><p>No focal lesion.</p><p>Cyst of 9 mm.</p><p>Margin: <span data-field="m" data-field-kind="select" data-field-options="[&quot;smooth&quot;]" data-field-filled="true">smooth</span>.</p>',
  section(
    '19005-8',
    'Impression',
    '<p>Stable nodule.</p><p>Critical result: Nodule. Told Dr Stand by telephone, 10 Feb 2026 09:10; read back.</p>',
  ),
  '<h2>Addendum, 11 Feb 2026 10:00, Dr A. Roe</h2><p>Seen by the board.</p>',
].join('');

const EMPTY = [section('59776-5', 'Findings', '<p></p>'), section('19005-8', 'Impression', '<p></p>')].join(
  '',
);

test('the newest signed report of the region is the prior, and one act starts from it', async ({
  ready,
  desk,
}) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  const on = (exam_date: string, title: string, status: string | undefined, html = EMPTY) =>
    sealExam(ready.admin, ready.group, {
      patient_id,
      title,
      exam_date,
      html,
      ...(status === undefined ? {} : { status }),
    });
  await on('2026-02-10', 'CT chest', 'final', PRIOR);
  await on('2026-03-01', 'CT head', 'final', section('59776-5', 'Findings', '<p>Normal brain.</p>'));
  await on('2026-05-12T06:00:00Z', 'CT chest', undefined);
  const id = await on('2026-05-12T07:40:00Z', 'CT chest', undefined);
  await openExam(desk, id);
  const panel = desk.getByRole('complementary', { name: 'Prior' });
  await expect(panel.locator('.prior-h')).toContainText('10 Feb 2026, CT chest');
  const listed = panel.getByRole('list', { name: 'All priors' }).getByRole('listitem');
  await expect(listed).toHaveText([
    /12 May 2026, CT chest.*To report/s,
    /1 Mar 2026, CT head.*Final/s,
    /10 Feb 2026, CT chest.*Final/s,
  ]);
  await listed.nth(1).getByRole('button').click();
  await expect(panel).toContainText('Normal brain.');
  await listed.nth(2).getByRole('button').click();
  await expect(panel).toContainText('Nodule in the left lung.');

  await desk.keyboard.press('Control+K');
  await desk.getByRole('combobox').fill('start from prior');
  await desk.keyboard.press('Enter');
  const notice = panel.getByRole('region', { name: 'This report has an addendum' });
  await expect(notice).toContainText('Seen by the board.');
  const question = desk.getByRole('dialog', { name: 'Read the addendum before you use this text' });
  await expect(question).toContainText('Seen by the board.');
  await expect(question.getByRole('button', { name: 'Copy nothing' })).toBeFocused();
  await shoot(desk, 'prior-addendum-question');
  await desk.keyboard.press('Escape');
  await expect(report(desk)).not.toContainText('Stable nodule.');
  await panel.getByRole('button', { name: 'Copy section Impression' }).click();
  await question.getByRole('button', { name: 'Copy nothing' }).click();
  await panel.getByRole('button', { name: 'Start from prior' }).click();
  await question.getByRole('button', { name: 'I have read it: copy' }).click();
  await expect(report(desk).locator('tr')).toHaveText(['LesionPrior, mmToday, mm', '1 Nodule18']);
  await expect(desk.locator('.toast').filter({ hasText: 'Started from CT chest' })).toContainText(
    'Not copied: Clinical information.',
  );
  await expect(notice, 'it stays').toBeVisible();
  await expect(report(desk)).toContainText('Cyst of ___ mm (Prior: 9 mm)');
  await expect(report(desk)).toContainText('Margin: ___ (Prior: smooth).');
  for (const words of [
    'Nodule in the left lung.',
    'No focal lesion.',
    'Stable nodule.',
    'CT chest of 10 Feb 2026',
  ])
    await expect(report(desk)).toContainText(words);
  for (const words of ['Asked in February.', 'Dr Stand', 'Seen by the board.'])
    await expect(report(desk)).not.toContainText(words);
  await expect(report(desk).locator('h2, h3')).toHaveText(['Comparison', 'Findings', 'Liver', 'Impression']);
  await expect.poll(() => desk.evaluate(() => CSS.highlights.get('copied')?.size ?? 0)).toBe(5);
  await shoot(desk, 'started-from-prior');
  await draftSaved(desk);
  await desk.keyboard.press('Control+Shift+Enter');
  const gate = desk.getByRole('complementary', { name: 'Sign as final' });
  await expect(gate.getByRole('listbox', { name: 'Blocks signing' })).toContainText(
    'lines copied from a prior have not been looked at',
  );
  await expect(gate).toContainText('1 value of today is empty');
  await expect(gate).toContainText('1 Nodule: only an earlier value is in the table.');
  await gate.getByRole('option').filter({ hasText: 'value of today' }).press('Enter');
  await desk.keyboard.type('21');
  await expect(report(desk).locator('tr').nth(1)).toHaveText('1 Nodule1821');
  await expect(gate).not.toContainText('value of today is empty');
  await shoot(desk, 'started-gate');
});

test('starting from a prior is one undo step, and the button says it', async ({ ready, desk }) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  await sealExam(ready.admin, ready.group, {
    patient_id,
    exam_date: '2026-02-10',
    html: PRIOR,
    status: 'final',
  });
  await openExam(desk, await sealExam(ready.admin, ready.group, { patient_id, html: EMPTY }));
  const panel = desk.getByRole('complementary', { name: 'Prior' });
  await panel.getByRole('button', { name: 'Start from prior' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'I have read it: copy' }).click();
  await expect(report(desk)).toContainText('Stable nodule.');
  await report(desk).focus();
  await desk.keyboard.press('Control+Z');
  await expect(report(desk)).not.toContainText('Stable nodule.');
  await expect(report(desk).locator('h2')).toHaveText(['Findings', 'Impression']);
});

const OF_THAT_DAY = [
  section(
    '59776-5',
    'Findings',
    '<p>Heart of normal size. No effusion today.</p><p>Cyst of 12 mm, unchanged since 3 May 2025.</p><p>Spleen of 90 mm. Margin: <span data-field="m" data-field-label="Margin" data-field-kind="select" data-field-options="[&quot;smooth&quot;]" data-field-filled="true">smooth</span>.</p>',
  ),
  section('19005-8', 'Impression', '<p>PI-RADS 3.</p>'),
].join('');

test('no empty value is signed, and what was true that day is asked about until somebody answers', async ({
  ready,
  desk,
}) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  const exam = { patient_id, exam_date: '2026-02-10', html: OF_THAT_DAY, status: 'final' };
  await sealExam(ready.admin, ready.group, exam);
  await openExam(desk, await sealExam(ready.admin, ready.group, { patient_id, html: EMPTY }));
  await desk.getByRole('button', { name: 'Start from prior' }).click();
  await expect(report(desk)).toContainText('PI-RADS ___ (Prior: 3).');
  await draftSaved(desk);
  await desk.keyboard.press('Control+p');
  const page = desk.getByRole('main');
  await expect(page).toContainText('Margin: [not filled] (Prior: smooth).');
  await expect(page).toContainText('Cyst of [not filled] mm (Prior: 12 mm)');
  await shoot(desk, 'printed-empty-value');
  await desk.keyboard.press('Escape');
  await report(desk).focus();
  await desk.keyboard.press('Control+Shift+Enter');
  const gate = desk.getByRole('complementary', { name: 'Sign as final' });
  const blocking = gate.getByRole('listbox', { name: 'Blocks signing' });
  await expect(blocking).toContainText('4 values of today are empty in the text');
  const ofThen = blocking.getByRole('option').filter({ hasText: 'speaks of the day of the prior' });
  await expect(ofThen).toHaveText([/«No effusion today\.»/u, /«unchanged since 3 May 2025\.»/u]);
  await expect(gate).not.toContainText('as normal');
  await shoot(desk, 'prior-gate-emptied');

  // Looking does not make a sentence of that day true; the other lines count as looked at.
  await gate.getByRole('button', { name: /^I have looked at/ }).click();
  await expect(blocking).not.toContainText('not been looked at');
  await expect(ofThen).toHaveCount(2);
  await blocking.getByRole('option').filter({ hasText: 'empty in the text' }).press('Enter');
  await desk.keyboard.type('15');
  await expect(report(desk)).toContainText('Cyst of 15 mm (Prior: 12 mm), unchanged since');
  await expect(ofThen).toHaveCount(2);
  await expect(blocking).toContainText('3 values of today are empty in the text');
  await gate.getByRole('button', { name: 'Remove 3 sentences with an empty value' }).click();
  await expect(report(desk)).toHaveText(
    /Heart of normal size\. No effusion today\.Cyst of 15 mm[^.]*2025\.Impression$/,
  );
  await expect(blocking).not.toContainText('empty in the text');
  await gate.getByRole('button', { name: 'All 2 copied sentences hold today' }).click();
  await expect(gate).not.toContainText('of the day of the prior');
  await report(desk).focus();
  await desk.keyboard.press('Control+z');
  await expect(report(desk)).toContainText('PI-RADS ___ (Prior: 3).');
});

const MORE_THAN_ONE = section(
  '59776-5',
  'Findings',
  '<p>Milz o. B. Niere von 90 mm.</p><p>Nodule of 12 mm, node of 9 mm. Effusion stable.</p>',
);

test('a sentence whose end is not certain, or with another value, is left to the person', async ({
  ready,
  desk,
}) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  const exam = { patient_id, exam_date: '2026-02-10', html: MORE_THAN_ONE, status: 'final' };
  await sealExam(ready.admin, ready.group, exam);
  await openExam(desk, await sealExam(ready.admin, ready.group, { patient_id, html: EMPTY }));
  await desk.getByRole('button', { name: 'Start from prior' }).click();
  await expect(report(desk)).toContainText('node of ___ mm (Prior: 9 mm)');
  await report(desk).focus();
  await desk.keyboard.press('Control+Shift+Enter');
  const gate = desk.getByRole('complementary', { name: 'Sign as final' });
  await expect(gate).toContainText('3 values of today are empty in the text');
  await expect(gate.getByRole('button', { name: 'Remove 1 sentence with an empty value' })).toBeVisible();
  await expect(gate).toContainText('1 sentence with an empty value is yours to change');
  await gate.getByRole('option').filter({ hasText: 'empty in the text' }).press('Enter');
  await gate.getByText('yours to change').scrollIntoViewIfNeeded();
  await shoot(desk, 'gate-sentence-left');
  await gate.getByRole('button', { name: 'Remove 1 sentence' }).click();
  await expect(report(desk)).toContainText('Milz o. B. Niere von ___ mm');
  await expect(report(desk)).not.toContainText('node of');
  await desk.keyboard.type('85');
  await expect(report(desk)).toContainText('Niere von 85 mm (Prior: 90 mm).');
});
