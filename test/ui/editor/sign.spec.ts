/** Tests signing: the gate, blocking problems, warnings, and actions on a final report. */
import type { Page } from '@playwright/test';
import { expect, goTo, shareVault, test, unlock } from '#test/ui/support/fixtures.ts';
import {
  atVersion,
  caretAfter,
  field,
  openExam,
  report,
  SHORT_REPORT,
  saveState,
  sealExam,
  sealPatient,
  section,
  wordsAsked,
} from '#test/ui/support/report-page.ts';

let patientId: string;

shareVault(async ({ admin, group }) => {
  patientId = await sealPatient(admin, group);
});

const OPEN_FIELDS = [
  section('59776-5', 'Findings', `<p>Effusion on the ${field('side', 'Side', { completion: 'alert' })}.</p>`),
  section(
    '19005-8',
    'Impression',
    `<p>${field('category', 'Response category', { completion: 'prohibit' })} of disease.</p>`,
  ),
].join('');

const gate = (page: Page) => page.getByRole('complementary', { name: 'Sign as final' });

test('an unfilled field that a template demands blocks; Enter jumps to it; filled, it signs', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { html: OPEN_FIELDS, patient_id: patientId });
  await openExam(desk, id);
  await report(desk).click();
  await desk.keyboard.press('Control+Shift+Enter');
  await expect(gate(desk)).toContainText('The report becomes version 2, signed by Dr A. Roe.');
  const blocking = gate(desk).getByRole('listbox', { name: 'Blocks signing' }).getByRole('option');
  await expect(blocking).toHaveText([/Response category is not filled/]);
  await expect(gate(desk).getByRole('listbox', { name: 'Please check' })).toContainText('Side is not filled');
  const sign = gate(desk).getByRole('button', { name: 'Sign as final' });
  await expect(sign).toHaveAttribute('aria-disabled', 'true');
  await expect(desk.getByRole('button', { name: 'Sign as final' })).toHaveCount(1);
  await expect(blocking.first()).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.type('Partial response');
  await expect(gate(desk).getByRole('listbox', { name: 'Blocks signing' })).toHaveCount(0);
  await desk.keyboard.press('Control+Shift+Enter');
  await atVersion(desk, 2);
  await expect(saveState(desk)).toContainText(/Signed as final by Dr A. Roe at \d\d:\d\d, version 2/);
  await expect(report(desk)).toHaveAttribute('aria-readonly', 'true');
  await expect(desk.getByRole('button', { name: 'Seal version' })).toHaveCount(0);
  const { record } = await ready.admin.exams.get(id);
  expect(record.custom_attributes).toMatchObject({ report: { status: 'final', signed_by: 'Dr A. Roe' } });
});

test('the checks warn of sides, organs, units, zeros, placeholders and future dates', async ({
  ready,
  desk,
}) => {
  const html = [
    section('59776-5', 'Findings', '<p>Nodule in the left lobe, .6 cm. Prostate enlarged, diameter 12.</p>'),
    section('19005-8', 'Impression', '<p>Right lobe lesion [size].</p>'),
  ].join('');
  const id = await sealExam(ready.admin, ready.group, {
    html,
    patient_id: patientId,
    exam_date: '2099-01-01',
    title: 'CT chest',
  });
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Sign as final' }).click();
  const checks = gate(desk).getByRole('listbox', { name: 'Please check' });
  for (const words of [
    'Left or right?',
    'Sex and organ words do not agree',
    'A leading zero is missing',
    'A measure has no unit',
    'A placeholder is left in the text',
    'The exam date is in the future',
    'A finding is not mentioned in the Impression',
  ]) {
    await expect(checks).toContainText(words);
  }
  await expect(gate(desk).getByRole('button', { name: 'Sign as final' })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await desk.keyboard.press('Escape');
  await expect(gate(desk)).toHaveCount(0);
});

test('the gate ticks only what it checked, jumps to the very words, and takes the person back', async ({
  ready,
  desk,
}) => {
  const html = [
    section(
      '59776-5',
      'Findings',
      '<p>Fracture of the left rib. Lesion [mm] and again [mm]. Node of 12 in station 7.</p>',
    ),
    section('19005-8', 'Impression', '<p></p>'),
  ].join('');
  const id = await sealExam(ready.admin, ready.group, { html, patient_id: patientId });
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Sign as final' }).click();
  const passed = gate(desk).getByRole('list');
  await expect(passed).toHaveText('Exam date is not in the futureSex and organ words agree');
  const problem = (words: string) => gate(desk).getByRole('option', { name: words });
  await problem('A placeholder is left').nth(1).focus();
  await desk.keyboard.press('Enter');
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.type('9 mm');
  await expect(report(desk)).toContainText('Lesion [mm] and again 9 mm.');
  await desk.keyboard.press('Escape');
  await expect(gate(desk).getByRole('option').first()).toBeVisible();
  await expect(gate(desk).locator(':focus')).toHaveCount(1);
  await problem('A measure has no unit').focus();
  await desk.keyboard.press('Enter');
  await expect.poll(() => wordsAsked(desk)).toEqual(['Node of 12']);
  await desk.keyboard.press('Escape');
  await expect(problem('A measure has no unit')).toBeFocused();
  await desk.keyboard.press('Escape');
  await expect(gate(desk)).toHaveCount(0);
});

test.describe('with a clock that stands', () => {
  test.use({ apart: true });

  test('sealing right after another patient asks once, with both names', async ({ ready, page: desk }) => {
    // Set before the page loads, because a clock installed later shows 1970 for a moment and the session counts as
    // idle.
    await desk.clock.setFixedTime(new Date());
    await unlock(desk);
    const other = await ready.admin.patients.create({
      security_group_id: ready.group,
      record: { display_name: 'Dunmore, Tavia', biological_sex: 'female' },
    });
    const first = await sealExam(ready.admin, ready.group, { patient_id: patientId });
    const second = await sealExam(ready.admin, ready.group, { patient_id: other.index.document_id });
    await openExam(desk, first);
    const name = desk.getByRole('region', { name: 'Patient' }).locator('.name');
    await expect(name).toHaveText('Kastellan, Mirela');
    await expect(name).not.toHaveAttribute('data-new');
    await openExam(desk, second);
    await expect(name).toHaveText('Dunmore, Tavia');
    await expect(name).toHaveAttribute('data-new');
    await caretAfter(desk, 'Lungs clear.');
    await desk.keyboard.type(' Heart normal.');
    await desk.keyboard.press('Control+Enter');
    const dialog = desk.getByRole('dialog', { name: 'Is this the right patient?' });
    await expect(dialog).toContainText(
      'You have just come from Kastellan, Mirela. This report is about Dunmore, Tavia.',
    );
    await expect(dialog.getByRole('button', { name: 'Back to the report' })).toBeFocused();
    await desk.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await atVersion(desk, 1);
    await expect(report(desk)).toBeFocused();
    await desk.keyboard.press('Control+Enter');
    await atVersion(desk, 2);
  });
});

test('sign and open next: the next unsigned exam opens with the caret in its first field', async ({
  ready,
  desk,
}) => {
  const on = (exam_date: string, html: string, status?: string) =>
    sealExam(ready.admin, ready.group, {
      patient_id: patientId,
      exam_date,
      html,
      ...(status ? { status } : {}),
    });
  const last = await on('2097-01-01', OPEN_FIELDS);
  await on('2097-01-02', OPEN_FIELDS, 'final');
  const first = await on('2097-01-03', section('19005-8', 'Impression', '<p>No acute finding.</p>'));
  await desk.getByRole('button', { name: 'All exams' }).click();
  await openExam(desk, first);
  await expect(report(desk)).toBeFocused();
  await desk.keyboard.press('Control+Alt+Enter');
  await expect(gate(desk)).toContainText('Next: Kastellan, Mirela CT chest');
  // The keys sign over a question once it was gone to, or was long enough on screen.
  await gate(desk).getByRole('option').first().press('ArrowDown');
  await desk.keyboard.press('Control+Alt+Enter');
  await expect.poll(() => desk.url()).toContain(`#/exams/${last}`);
  await expect(report(desk)).toBeFocused();
  await expect(gate(desk)).toHaveCount(0);
  await desk.keyboard.type('left');
  await expect(report(desk)).toContainText('Effusion on the left.');
  const { record } = await ready.admin.exams.get(first);
  expect(record.custom_attributes).toMatchObject({ report: { status: 'final' } });
});

test('with an addendum the outline counts the signed sections, and its keys type in the addendum alone', async ({
  ready,
  desk,
}) => {
  const html = SHORT_REPORT.replace('<p>Lungs clear.</p>', '<p>Lungs clear.</p>'.repeat(60));
  const id = await sealExam(ready.admin, ready.group, { html, status: 'final' });
  await goTo(desk, `exams/${id}`);
  await desk.getByRole('button', { name: 'Add addendum' }).click();
  await desk.keyboard.type('First.');
  const outline = desk.getByRole('navigation', { name: 'Outline' });
  await expect(outline.getByRole('link', { name: /Addendum/ })).toHaveAttribute('aria-current', 'true');
  await expect(desk.getByRole('contentinfo')).toContainText(/^Addendum,/);
  await outline.getByRole('link', { name: 'Findings' }).click();
  const kept = desk.locator('.report.kept');
  await expect(kept.getByRole('heading', { name: 'Findings' })).toBeInViewport();
  await desk.keyboard.type(' Second.');
  await expect(report(desk)).toHaveText('First. Second.');
  await outline.getByRole('link', { name: /Addendum/ }).click();
  await desk.keyboard.type('Zeroth. ');
  await expect(report(desk)).toHaveText('Zeroth. First. Second.');
  await desk.keyboard.press('Control+3');
  await expect(kept.getByRole('heading', { name: 'Recommendation' })).toBeInViewport();
});

test('an addendum leaves the signed text as it is and adds a dated block', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id: patientId, status: 'final' });
  const before = await ready.admin.exams.get(id);
  await openExam(desk, id);
  await expect(report(desk)).toHaveAttribute('aria-readonly', 'true');
  const banner = desk.getByRole('region', { name: 'Patient' });
  await expect(banner.getByRole('button', { name: 'History' })).toBeVisible();
  await expect(report(desk), 'no ring around what is signed').toHaveCSS('outline-style', 'none');
  await desk.getByRole('button', { name: 'Add addendum' }).click();
  await expect(saveState(desk)).toContainText('the signed text above stays as it is');
  await expect(desk.locator('.report.kept')).toContainText(/Addendum, \d+ \w+ \d{4} \d\d:\d\d, Dr A. Roe/);
  await report(desk).click();
  // Selecting and deleting everything keeps the dated heading.
  await desk.keyboard.press('Control+A');
  await desk.keyboard.press('Delete');
  await desk.keyboard.press('Backspace');
  await desk.keyboard.type('Rib fracture seen on review.');
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 2);
  const after = await ready.admin.exams.get(id);
  const blocks = (text: string | null): unknown[] => JSON.parse(text ?? '').root.children;
  const old = blocks(before.record.report_lexical);
  expect(blocks(after.record.report_lexical).slice(0, old.length)).toEqual(old);
  expect(after.record.report_html).toContain('Rib fracture seen on review.');
  expect(after.record.report_html).toMatch(/<h2>Addendum, \d+ \w+ \d{4} \d\d:\d\d, Dr A. Roe<\/h2>/);
  expect(after.record.custom_attributes).toMatchObject({ report: { status: 'appended' } });
  await expect(desk.getByRole('region', { name: 'Patient' })).toContainText('Addendum added');
});

test('amending wants a reason, which is sealed with the amended version', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id: patientId, status: 'final' });
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Amend' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Amend a final report' });
  await expect(dialog).toContainText('Kastellan, Mirela, CT chest');
  await dialog.getByRole('button', { name: 'Open for amending' }).click();
  await expect(dialog).toContainText('Say why in a few words.');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Side was wrong');
  await desk.keyboard.press('Enter');
  await expect(saveState(desk)).toContainText('Amending: Side was wrong');
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Corrected side.');
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 2);
  const { record } = await ready.admin.exams.get(id);
  expect(record.report_html).toContain('Corrected side.');
  expect(record.custom_attributes).toMatchObject({
    report: { status: 'amended', amend_reason: 'Side was wrong' },
  });
});

test('a critical result stays open until all six entries are there', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'Critical result: none recorded' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Critical result' });
  await dialog.getByRole('textbox', { name: 'Finding' }).fill('Tension pneumothorax');
  await dialog.getByRole('textbox', { name: 'Found at' }).fill('2026-05-12 09:00');
  await dialog.getByRole('button', { name: 'Record' }).click();
  await desk.getByRole('button', { name: 'Critical result: overdue' }).click();
  await dialog.getByLabel('Told whom').fill('Dr Stand');
  await dialog.getByRole('textbox', { name: 'Told at' }).fill('2026-05-12 09:10');
  await dialog.getByText('Read back by the receiver').click();
  await dialog.getByRole('button', { name: 'Record' }).click();
  await expect(desk.getByRole('button', { name: /Critical result: told Dr Stand/ })).toBeVisible();
  await report(desk).click();
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 2);
  expect((await ready.admin.exams.get(id)).record.custom_attributes).toMatchObject({
    critical_result: { finding: 'Tension pneumothorax', told_whom: 'Dr Stand', read_back: true },
  });
});
