/** Tests review: versions, comparison, restoring, the prior panel, files, print. */
import { expect, goTo, shareVault, test } from '#test/ui/support/fixtures.ts';
import {
  atVersion,
  caretAfter,
  draftSaved,
  openExam,
  report,
  SHORT_REPORT,
  saveState,
  sealBeside,
  sealExam,
  sealPatient,
  section,
} from '#test/ui/support/report-page.ts';
import { shoot } from '#test/ui/support/shoot.ts';

let patientId: string;

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

shareVault(async ({ admin, group }) => {
  patientId = await sealPatient(admin, group);
});

test('the history names each version and shows the difference word by word', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await sealBeside(ready.admin, id, (html) => html.replace('Lungs clear.', 'Lungs mostly clear.'));
  await openExam(desk, id);
  await report(desk).click();
  await desk.keyboard.press('Control+Shift+H');
  const list = desk.getByRole('listbox', { name: 'Versions' }).getByRole('option');
  await expect(list).toHaveText([/Version 2.*Dr A. Roe.*after/, /Version 1.*Dr A. Roe.*before/]);
  const changes = desk.getByRole('main', { name: 'Changes' });
  await expect(changes.getByRole('insertion')).toHaveText(/mostly/);
  await expect(changes).toContainText('Impression, Recommendation: the same');
  await expect(desk.getByText('1 change', { exact: true })).toBeVisible();
  await desk.getByRole('radio', { name: 'In one text' }).click();
  await expect(changes.getByRole('insertion')).toHaveCount(1);
  await desk.keyboard.press('Escape');
  await expect(report(desk)).toBeVisible();
});

test('an old version opens read-only; restoring it makes a new version equal to it', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group);
  await sealBeside(ready.admin, id, (html) => html.replace('Lungs clear.', 'Lungs B.'));
  await sealBeside(ready.admin, id, (html) => html.replace('Lungs B.', 'Lungs C.'));
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'History' }).click();
  await desk
    .getByRole('listbox', { name: 'Versions' })
    .getByRole('option', { name: /Version 2/ })
    .click();
  await desk.getByRole('button', { name: 'Open read-only: version 1' }).click();
  await expect(saveState(desk)).toContainText('Read-only: version 1 of 3');
  await expect(desk.getByRole('document', { name: 'Version 1' })).toContainText('Lungs clear.');
  await desk.getByRole('button', { name: 'Back to latest' }).click();
  await expect(report(desk)).toContainText('Lungs C.');
  await desk.getByRole('button', { name: 'History' }).click();
  await desk
    .getByRole('listbox', { name: 'Versions' })
    .getByRole('option', { name: /Version 2/ })
    .click();
  await desk.getByRole('button', { name: 'Open read-only: version 1' }).click();
  await desk.getByRole('button', { name: 'Restore as new version' }).click();
  await atVersion(desk, 4);
  const [newest, , , first] = await ready.admin.exams.versions(id).toArray({ limit: 9 });
  const html = async (version_id = '') =>
    (await ready.admin.exams.get(id, { version_id })).record.report_html;
  expect(await html(newest?.version_id)).toBe(await html(first?.version_id));
});

test('the prior exam stands beside; a section is copied with a line of comparison', async ({
  ready,
  desk,
}) => {
  const prior = [
    section('59776-5', 'Findings', '<p>Nodule of 14 mm.</p>'),
    section('19005-8', 'Impression', '<p>Stable disease.</p>'),
  ].join('');
  await sealExam(ready.admin, ready.group, {
    patient_id: patientId,
    title: 'CT thorax',
    exam_date: '2026-02-10',
    html: prior,
    status: 'final',
  });
  const id = await sealExam(ready.admin, ready.group, { patient_id: patientId });
  await openExam(desk, id);
  const panel = desk.getByRole('complementary', { name: 'Prior' });
  await expect(panel).toContainText('10 Feb 2026, CT thorax');
  await expect(panel).toContainText('Final');
  await expect(panel).toContainText('Nodule of 14 mm.');
  await panel.getByRole('button', { name: 'Copy section Findings' }).click();
  await expect(report(desk)).toContainText('Lungs clear.');
  await expect(report(desk)).toContainText('Nodule of ___ mm (Prior: 14 mm).');
  await expect(report(desk)).toContainText('CT thorax of 10 Feb 2026');
  await draftSaved(desk);
  await report(desk).click();
  await desk.keyboard.press('Control+Shift+P');
  await expect(panel).toHaveCount(0);
});

test('lines copied from a prior stay grey and are counted before signing until somebody looked at them', async ({
  ready,
  desk,
}) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  const lines = ['Nodule in the left lung.', 'No effusion.', 'Heart not enlarged.'];
  await sealExam(ready.admin, ready.group, {
    patient_id,
    title: 'CT before',
    exam_date: '2026-02-10',
    html: section('59776-5', 'Findings', lines.map((line) => `<p>${line}</p>`).join('')),
    status: 'final',
  });
  const id = await sealExam(ready.admin, ready.group, { patient_id });
  await openExam(desk, id);
  const grey = () => desk.evaluate(() => CSS.highlights.get('copied')?.size ?? 0);
  const gate = desk.getByRole('complementary', { name: 'Sign as final' });
  const panel = desk.getByRole('complementary', { name: 'Prior' });
  await panel.getByRole('button', { name: 'Copy section Findings' }).click();
  await expect.poll(grey).toBe(3);
  await shoot(desk, 'copied-lines');
  const revision = await draftSaved(desk);
  // They stay after leaving the report.
  await goTo(desk, 'worklist');
  await openExam(desk, id);
  await expect.poll(grey).toBe(3);
  await desk.keyboard.press('Control+Shift+Enter');
  await expect(gate.getByRole('listbox', { name: 'Blocks signing' })).toContainText(
    '3 lines copied from a prior have not been looked at',
  );
  await desk.keyboard.press('Escape');
  // One line is changed, one visited; the third stays unchecked.
  await caretAfter(desk, 'Nodule in the left lung.');
  await desk.keyboard.type(' Smaller.');
  await caretAfter(desk, 'No effusion.');
  await expect.poll(grey).toBe(1);
  await draftSaved(desk, revision);
  await desk.keyboard.press('Control+Shift+Enter');
  await expect(gate).toContainText('1 line copied from a prior has not been looked at');
  await expect(gate).toContainText('«Heart not enlarged.» comes first.');
  // One act for all says how many, and holds after the report was left.
  const again = await draftSaved(desk);
  await gate.getByRole('button', { name: 'I have looked at 1 copied line' }).click();
  await expect(gate.getByRole('listbox', { name: 'Blocks signing' })).toHaveCount(0);
  await draftSaved(desk, again);
  await desk.keyboard.press('Escape');
  await goTo(desk, 'worklist');
  await openExam(desk, id);
  await expect(report(desk)).toContainText('Heart not enlarged.');
  await expect.poll(grey).toBe(0);
});

test('words copied in a table block signing too; names of rows and values do not count', async ({
  ready,
  desk,
}) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  const row = (...cells: string[]) => `<tr>${cells.map((text) => `<td><p>${text}</p></td>`).join('')}</tr>`;
  const table = row('Organ', 'Finding', 'Size, mm') + row('Liver', 'Cyst in segment 3', '12');
  await sealExam(ready.admin, ready.group, {
    patient_id,
    title: 'CT before',
    exam_date: '2026-02-10',
    html: section('59776-5', 'Findings', `<table><tbody>${table}</tbody></table>`),
    status: 'final',
  });
  await openExam(desk, await sealExam(ready.admin, ready.group, { patient_id }));
  await desk.getByRole('button', { name: 'Copy section Findings' }).click();
  await expect(report(desk)).toContainText('Cyst in segment 3');
  await desk.keyboard.press('Control+Shift+Enter');
  const gate = desk.getByRole('complementary', { name: 'Sign as final' });
  const blocking = gate.getByRole('listbox', { name: 'Blocks signing' });
  await expect(blocking).toContainText('1 line copied from a prior has not been looked at');
  await expect(blocking).toContainText('«Cyst in segment 3» comes first.');
});

test('the heading of the prior exam wraps: its whole title is read', async ({ ready, desk }) => {
  const patient_id = await sealPatient(ready.admin, ready.group);
  const title = 'CT of the thorax, abdomen and pelvis in the portal venous phase with oral contrast';
  await sealExam(ready.admin, ready.group, { patient_id, title, exam_date: '2026-02-10' });
  await openExam(desk, await sealExam(ready.admin, ready.group, { patient_id }));
  const panel = desk.getByRole('complementary', { name: 'Prior' });
  const heading = panel.getByText(title);
  const [text, box] = [await heading.boundingBox(), await panel.boundingBox()];
  const { isWhole, lines } = await heading.evaluate((element) => ({
    isWhole: element.scrollWidth <= element.clientWidth || getComputedStyle(element).display === 'inline',
    lines: element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight),
  }));
  expect(isWhole).toBe(true);
  expect(lines).toBeGreaterThanOrEqual(2);
  expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
});

test('a later exam is no prior: it is listed apart, and opens from there', async ({ ready, desk }) => {
  const patient = await sealPatient(ready.admin, ready.group);
  const on = (exam_date: string, title: string) =>
    sealExam(ready.admin, ready.group, { patient_id: patient, title, exam_date });
  const [, id, later] = [
    await on('2026-02-10', 'CT before'),
    await on('2026-05-12', 'CT now'),
    await on('2026-08-01', 'CT after'),
  ];
  await openExam(desk, id);
  const panel = desk.getByRole('complementary', { name: 'Prior' });
  await expect(panel.getByRole('tab', { name: 'Prior' })).toHaveText('Prior1');
  await expect(panel).toContainText('10 Feb 2026, CT before');
  await expect(panel.getByRole('button', { name: 'Older prior' })).toHaveAttribute('aria-disabled', 'true');
  const apart = panel.getByRole('region', { name: 'Later' });
  await expect(apart).toContainText('CT after');
  await expect(apart).not.toContainText('CT before');
  await apart.getByRole('link', { name: 'CT after' }).click();
  await expect.poll(() => desk.url()).toContain(`#/exams/${later}`);
  await expect(panel.getByRole('tab', { name: 'Prior' })).toHaveText('Prior2');
});

test('an exam of the same day without a time is a prior where it was begun before', async ({
  ready,
  desk,
}) => {
  const patient = await sealPatient(ready.admin, ready.group);
  const on = (exam_date: string, title: string) =>
    sealExam(ready.admin, ready.group, { patient_id: patient, title, exam_date });
  await on('2026-05-12T09:40:00Z', 'CT in the morning');
  const id = await on('2026-05-12', 'CT without a time');
  await openExam(desk, id);
  const panel = desk.getByRole('complementary', { name: 'Prior' });
  await expect(panel).toContainText('12 May 2026, CT in the morning');
  await expect(panel.getByRole('region', { name: 'Later' })).toHaveCount(0);
});

test('of many later exams the next ones are named, the patient has the others', async ({ ready, desk }) => {
  const patient = await sealPatient(ready.admin, ready.group);
  const on = (exam_date: string, title: string) =>
    sealExam(ready.admin, ready.group, { patient_id: patient, title, exam_date });
  const id = await on('2026-02-01', 'CT now');
  for (let day = 11; day <= 20; day += 1) await on(`2026-02-${day}`, `CT of day ${day}`);
  await openExam(desk, id);
  await desk.keyboard.press('Control+Shift+P');
  const apart = desk.getByRole('complementary', { name: 'Prior' }).getByRole('region', { name: 'Later' });
  await expect(apart.getByRole('listitem')).toHaveCount(9);
  await expect(apart.getByRole('listitem').first()).toContainText('CT of day 11');
  await expect(apart).not.toContainText('CT of day 19');
  await apart.getByRole('link', { name: '2 more exams' }).click();
  await expect.poll(() => desk.url()).toContain(`#/patients/${patient}`);
});

test('the history of a report with one version shows it and what can be done with it', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { status: 'final' });
  await openExam(desk, id);
  await desk.getByRole('button', { name: 'History' }).click();
  const main = desk.getByRole('main', { name: 'Changes' });
  await expect(main).toContainText('Lungs clear.');
  await main.getByRole('button', { name: 'Open read-only: version 1' }).click();
  await expect(desk.getByRole('document', { name: 'Version 1' })).toBeVisible();
});

test('sealing offers a reason; the history shows it with its version alone', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group);
  await openExam(desk, id);
  await caretAfter(desk, 'Lungs clear.');
  await desk.keyboard.type(' Heart normal.');
  await desk.getByRole('button', { name: 'Seal with a reason' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Seal with a reason' });
  await dialog.getByRole('button', { name: 'Seal with this reason' }).click();
  await expect(dialog).toContainText('Say why in a few words.');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Heart was forgotten');
  await desk.keyboard.press('Enter');
  await atVersion(desk, 2);
  await caretAfter(desk, 'None.');
  await desk.keyboard.type(' Or more.');
  await desk.keyboard.press('Control+Enter');
  await atVersion(desk, 3);
  await desk.keyboard.press('Control+Shift+H');
  const list = desk.getByRole('listbox', { name: 'Versions' }).getByRole('option');
  await expect(list.nth(1)).toContainText('Heart was forgotten');
  await expect(list.nth(0)).not.toContainText('Heart was forgotten');
});

test('the print has the patient on every page, its watermark, its page numbers and the whole text', async ({
  ready,
  desk,
}) => {
  const rows = Array.from({ length: 60 }, (_, at) => `<tr><td>Lesion ${at + 1}</td><td>${at + 5}</td></tr>`);
  const html = `${section(
    '59776-5',
    'Findings',
    `<table><tr><th>Target</th><th>mm</th></tr>${rows.join('')}</table>`,
  )}${section('19005-8', 'Impression', '<p>The last words.</p>')}`;
  const id = await sealExam(ready.admin, ready.group, { patient_id: patientId, html, status: 'preliminary' });
  await openExam(desk, id);
  await report(desk).click();
  await desk.keyboard.press('Control+P');
  const pages = desk.getByRole('article');
  await expect(pages.nth(1)).toBeVisible();
  const count = await pages.count();
  for (let at = 0; at < count; at += 1) {
    await expect(pages.nth(at)).toContainText('Kastellan, Mirela');
    await expect(pages.nth(at)).toContainText('MRN');
    await expect(pages.nth(at)).toContainText(`Page ${at + 1} of ${count}`);
    await expect(pages.nth(at)).toHaveAttribute('data-watermark', 'PRELIMINARY');
    await expect(pages.nth(at)).toContainText('Preliminary, not yet signed');
    const overflows = await pages.nth(at).evaluate((page) => page.scrollHeight > page.clientHeight + 1);
    expect(overflows).toBe(false);
  }
  await expect(pages.nth(1).locator('thead')).toHaveText('Targetmm');
  const cells = await desk.locator('.a4 tbody tr td:first-child').allTextContents();
  expect(cells.filter((text) => text.startsWith('Lesion'))).toHaveLength(60);
  const [version] = await ready.admin.exams.versions(id).toArray({ limit: 1 });
  await expect(pages.first()).toContainText(version?.version_id ?? 'no version');
  await expect(pages.first()).toContainText(version?.sha256.slice(0, 4) ?? 'no hash');
  await expect(desk.getByRole('main')).toContainText('The last words.');
  const pdf = await desk.pdf({ preferCSSPageSize: true });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(count);
});

test('unsealed text prints as a draft, a signed report without a watermark', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { patient_id: patientId });
  await openExam(desk, id);
  await caretAfter(desk, 'None.');
  await desk.keyboard.type(' Unsealed words.');
  await desk.keyboard.press('Control+P');
  const page = desk.getByRole('article').first();
  await expect(page).toHaveAttribute('data-watermark', 'DRAFT');
  await expect(page).toContainText('Unsealed words.');
  await desk.getByRole('button', { name: /Back to the report/ }).click();
  const final = await sealExam(ready.admin, ready.group, { html: SHORT_REPORT, status: 'final' });
  await openExam(desk, final);
  await desk.getByRole('button', { name: 'Print' }).click();
  await expect(page).toHaveAttribute('data-watermark', '');
  await expect(page).toContainText('Final');
});

test('files are uploaded where the work is, in the Files tab and on the page of the patient', async ({
  ready,
  desk,
}) => {
  const patient = await sealPatient(ready.admin, ready.group);
  const id = await sealExam(ready.admin, ready.group, { patient_id: patient });
  const file = (name: string) => ({ name, mimeType: 'image/png', buffer: PIXEL });
  await openExam(desk, id);
  await report(desk).click();
  await desk.keyboard.press('Control+Shift+P');
  await desk.getByRole('tab', { name: 'Files' }).click();
  const panel = desk.getByRole('complementary', { name: 'Files' });
  await expect(panel).toContainText('Drop files here to seal them with this exam');
  const chosen = desk.waitForEvent('filechooser');
  await panel.getByRole('button', { name: 'Upload to this exam' }).click();
  await (await chosen).setFiles(file('slice.png'));
  await expect(panel.getByRole('link', { name: 'slice.png' })).toBeVisible();
  await goTo(desk, `patients/${patient}`);
  const onPage = desk.waitForEvent('filechooser');
  await desk.getByRole('button', { name: 'Upload to this exam' }).click();
  await (await onPage).setFiles(file('second.png'));
  await expect(desk.getByRole('link', { name: 'second.png' })).toBeVisible();
  const nodes = await ready.admin.drive(ready.group).list({ exam_id: id }).toArray({ limit: 5 });
  expect(nodes.map((node) => node.name).sort()).toEqual(['second.png', 'slice.png']);
});
