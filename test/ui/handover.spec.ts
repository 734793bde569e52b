/** Tests a hand-over from the editor: saved as one file, opened from disk without network. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { VaultClient } from '#sdk/client.ts';
import { expect, shareVault, test } from './support/fixtures.ts';
import { holdRequests } from './support/hold-requests.ts';
import { attach } from './support/pictures-page.ts';
import { field, openExam, report, sealExam, sealPatient, section } from './support/report-page.ts';
import { joinColleague } from './support/their-window.ts';

let patientId: string;

let colleague: VaultClient;

shareVault(async (ready, vault) => {
  patientId = await sealPatient(ready.admin, ready.group);
  colleague = await joinColleague(ready, vault, {
    name: 'Dr M. Stand',
    passphrase: 'violet lantern ninth harbour',
  });
});

const PASSPHRASE = 'harbour slate ninth lantern';
const UNKNOWN = '0197a0c2-5b1e-7c3d-8f60-2a4b6c8d0e00';
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('the file is saved from the editor, refuses a wrong passphrase, opens with the right one and sends nothing', async ({
  ready,
  desk,
  browser,
}) => {
  const { admin, group } = ready;
  const id = await sealExam(admin, group, {
    html: section(
      '59776-5',
      'Findings',
      `<p>A nodule of <strong>11 mm</strong>.</p><p>Skull: ${field('skull', 'Skull')}</p>`,
    ),
    patient_id: patientId,
    title: 'CT chest',
    status: 'final',
  });
  await attach(admin, group, id, ['CT_small.dcm']);
  const [series] = (await admin.drive(group).series(id)).items;
  const node_id = series?.instances[0]?.node_id ?? '';
  const image_marks = [
    {
      mark_id: UNKNOWN,
      node_id,
      frame: 1,
      kind: 'length',
      points: [
        [20, 40],
        [70, 40],
      ],
      made_by: 'Dr Roe',
      made_at: '2026-05-12T09:41:00.000Z',
    },
  ];
  const shown = `<figure data-picture="${node_id}" data-picture-window="-40 400">Image 1</figure>`;
  const gone = `<figure data-picture="${UNKNOWN}">Image 2</figure>`;
  await admin.exams.edit(id, (record) => ({
    ...record,
    report_lexical: null,
    report_html: `${record.report_html}${shown}${gone}`,
    custom_attributes: { ...record.custom_attributes, image_marks },
  }));
  const { version_id } = await admin.exams.get(id);
  await admin.exams.sign(id, { version_id: version_id ?? '', intent: 'final' });
  await colleague.exams.sign(id, { version_id: version_id ?? '', intent: 'co_signed' });
  const picture = new File([Buffer.from(PIXEL, 'base64')], 'key image.png', { type: 'image/png' });
  await admin.drive(group).upload(picture, { exam_id: id });
  await admin.drive(group).upload(new File(['left here'], 'notes.txt'), { exam_id: id });
  await openExam(desk, id);
  await expect(report(desk)).toContainText('11 mm');

  await desk.keyboard.press('Control+k');
  await desk.getByRole('combobox').fill('Hand over');
  await desk.keyboard.press('Enter');
  const dialog = desk.getByRole('dialog', { name: 'Hand over CT chest' });
  await expect(dialog).toContainText('Kastellan, Mirela, CT chest');
  await expect(dialog.getByRole('checkbox', { name: /key image\.png/ })).toBeChecked();
  await dialog.getByRole('checkbox', { name: /notes\.txt/ }).uncheck();
  const save = dialog.getByRole('button', { name: 'Save the file' });
  const passphrase = dialog.getByLabel('Passphrase of the file', { exact: true });
  await save.click();
  await expect(passphrase).toHaveAttribute('aria-invalid', 'true');
  // The strength is known once the dictionaries are loaded; an earlier click is not lost.
  const dictionaries = await holdRequests(desk, '**/assets/*.js');
  await passphrase.fill(PASSPHRASE);
  await dialog.getByRole('textbox', { name: 'Ask to delete after' }).fill('2099-12-31');
  await dictionaries.asked;
  await desk.screenshot({ path: 'test-results/handover-dialog.png' });
  const [download] = await Promise.all([
    desk.waitForEvent('download'),
    save.click().then(dictionaries.release),
  ]);
  await expect(dialog).toBeHidden();
  expect(download.suggestedFilename()).toBe('CT chest.html');
  const file = join(mkdtempSync(join(tmpdir(), 'srvault-handover-')), 'handover.html');
  await download.saveAs(file);
  expect(readFileSync(file, 'utf8')).not.toMatch(/nodule|CT chest/i);

  const context = await browser.newContext({ offline: true, locale: 'en-GB' });
  const page = await context.newPage();
  const wentOut: string[] = [];
  const failures: string[] = [];
  page.on('request', (request) => {
    if (!/^(file|blob|data):/.test(request.url())) wentOut.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') failures.push(message.text());
  });
  page.on('pageerror', (error) => failures.push(error.message));
  await page.goto(pathToFileURL(file).href);
  await expect(page.getByRole('heading', { name: 'A sealed report for you' })).toBeVisible();
  await page.screenshot({ path: 'test-results/handover-closed.png' });
  await page.getByLabel(/^Passphrase/).fill('harbour slate ninth lantorn');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('does not open it');
  await expect(page.locator('#opened')).toBeHidden();

  await page.getByLabel(/^Passphrase/).fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'CT chest' })).toBeVisible();
  await expect(page.locator('#report')).toContainText('A nodule of 11 mm.');
  await expect(page.locator('#report')).not.toContainText(/___|Skull/);
  await expect(page.locator('#signatures')).toContainText('The signatures are valid');
  await expect(page.locator('#signatures > p').filter({ hasText: /igned by/ })).toHaveText([
    /^Signed by Dr A\. Roe, /,
    /^Co-signed by Dr M\. Stand, /,
  ]);
  await expect(page.locator('#exam-lines')).toContainText('final');
  await expect(page.locator('#delete')).toContainText('Please delete after 31 Dec 2099');
  const along = page.locator('#along');
  await expect(along.getByRole('img', { name: 'key image.png' })).toHaveJSProperty('naturalWidth', 1);
  await expect(along).not.toContainText('notes.txt');
  const keyImage = page.getByRole('img', { name: 'Picture (CT); Image 1; 33.1 mm' });
  await expect(keyImage).toHaveJSProperty('naturalWidth', 128);
  await expect(page.locator('.key-image text')).toHaveText('33.1 mm');
  await expect(page.locator('#report figure').last()).toContainText('it is not among the files of this exam');
  await page.screenshot({ path: 'test-results/handover-open.png' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.emulateMedia({ colorScheme: 'dark' });
  // The page applies it with its next frame.
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await ground()).not.toBe(light);
  await page.screenshot({ path: 'test-results/handover-open-dark.png' });
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  expect(await ground()).toBe('rgb(255, 255, 255)');
  await page.emulateMedia({ colorScheme: 'light', media: 'screen' });
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    along.getByRole('button', { name: 'Save: Report as PDF' }).click(),
  ]);
  expect(
    readFileSync(await pdf.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByLabel(/^Passphrase/)).toHaveValue('');
  expect(await page.content()).not.toContain('nodule');
  expect(wentOut).toEqual([]);
  expect(failures).toEqual([]);
  await context.close();

  const german = await browser.newContext({ offline: true, locale: 'de-DE' });
  const theirs = await german.newPage();
  await theirs.goto(pathToFileURL(file).href);
  await theirs.getByRole('textbox', { name: /^Passphrase/ }).fill(PASSPHRASE);
  await theirs.keyboard.press('Enter');
  await expect(theirs.locator('#exam-lines')).toContainText('endgültig');
  await expect(theirs.locator('#signatures')).toContainText('Mitgezeichnet von Dr M. Stand');
  await german.close();

  const french = await browser.newContext({ offline: true, locale: 'fr-FR' });
  const leur = await french.newPage();
  await leur.goto(pathToFileURL(file).href);
  await expect(leur.getByRole('heading', { name: 'Un compte rendu scellé pour vous' })).toBeVisible();
  await leur.getByRole('textbox', { name: /^Phrase secrète/ }).fill(PASSPHRASE);
  await leur.keyboard.press('Enter');
  await expect(leur.locator('#signatures')).toContainText('Cosigné par Dr M. Stand');
  await expect(leur.locator('html')).toHaveAttribute('lang', 'fr');
  await french.close();
});
