/** Tests the two single places: Give out, from which every copy leaves, and Fetch, through which everything comes in. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { clippedTexts } from './support/clipped-text.ts';
import { expect, goTo, shareVault, test } from './support/fixtures.ts';
import { attach } from './support/pictures-page.ts';
import { openExam, report, sealExam, section } from './support/report-page.ts';
import { shoot } from './support/shoot.ts';

shareVault();

const HTML = section('59776-5', 'Findings', '<p>A nodule of 11 mm.</p>');

async function openGiveOut(desk: Page) {
  await desk.keyboard.press('Control+k');
  await desk.getByRole('combobox').fill('Give out');
  await desk.keyboard.press('Enter');
  return desk.getByRole('dialog', { name: 'Give out' });
}

test('a signed report is given out by who it is for, with one button for each form', async ({
  ready,
  desk,
}) => {
  const { admin, group } = ready;
  const id = await sealExam(admin, group, { html: HTML, title: 'CT chest', status: 'final' });
  const { version_id } = await admin.exams.get(id);
  await admin.exams.sign(id, { version_id: String(version_id), intent: 'final' });
  await openExam(desk, id);
  await expect(report(desk)).toContainText('11 mm');
  await desk.getByRole('button', { name: 'Give out…' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Give out' });
  const radio = (name: string) => dialog.getByRole('radio', { name });
  await expect(radio('Patient')).toBeFocused();
  await expect(radio('Patient')).toBeChecked();
  await expectAccessible(desk, 'give out');
  await shoot(desk, 'give-out');
  for (const name of ['Patient', 'Colleague', 'Hospital system', 'Research', 'Paper'])
    await expect(radio(name)).toBeVisible();
  // The exam has no DICOM files.
  await expect(radio('Archive')).toBeHidden();

  // Enter never gives out; Ctrl Enter does what the button says.
  await desk.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await desk.keyboard.press('2');
  await expect(radio('Colleague')).toBeFocused();
  await expect(dialog.getByRole('complementary')).toContainText('The patient’s name and the whole report.');
  const [zip] = await Promise.all([desk.waitForEvent('download'), desk.keyboard.press('Control+Enter')]);
  const bytes = readFileSync(await zip.path()).toString('latin1');
  for (const ending of ['.html', '.signature.json', '.pdf']) expect(bytes).toContain(ending);
  await expect(dialog).toBeHidden();

  // It opens at whom this person chose last, and another form is one press away.
  await openGiveOut(desk);
  await expect(radio('Colleague')).toBeChecked();
  await dialog.getByRole('button', { name: 'PDF without passphrase' }).click();
  const [pdf] = await Promise.all([
    desk.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save PDF' }).click(),
  ]);
  expect(
    readFileSync(await pdf.path())
      .toString('latin1')
      .slice(0, 5),
  ).toBe('%PDF-');

  await openGiveOut(desk);
  await desk.keyboard.press('3');
  // Without a connected system a file is offered, and the search says how to connect one.
  const [fhir] = await Promise.all([
    desk.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save FHIR file' }).click(),
  ]);
  expect(JSON.parse(readFileSync(await fhir.path(), 'utf8'))).toMatchObject({ resourceType: 'Bundle' });
  await openGiveOut(desk);
  await dialog.getByRole('textbox', { name: 'Find a way out' }).fill('hl7');
  await expect(dialog.getByText('not connected')).toBeVisible();
  await desk.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Choose the system…' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await shoot(desk, 'give-out-not-connected');
  await dialog.getByRole('link', { name: 'Connect a system…' }).click();
  await expect(desk).toHaveURL(/settings\/outbox/);
});

test('each form with questions of its own opens its dialog, and the old commands do, too', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, {
    html: HTML,
    title: 'MR knee',
    status: 'preliminary',
  });
  await openExam(desk, id);
  await expect(report(desk)).toContainText('11 mm');
  const dialog = await openGiveOut(desk);
  await expect(dialog).toContainText('This version is not signed, and the copy says so.');
  await dialog.getByRole('radio', { name: 'Patient' }).click();
  await dialog.getByRole('button', { name: 'Choose a passphrase…' }).click();
  await expect(desk.getByRole('dialog', { name: /^Hand over/ })).toBeVisible();
  await desk.keyboard.press('Escape');
  await openGiveOut(desk);
  await dialog.getByRole('button', { name: 'SMART Health Link' }).click();
  await dialog.getByRole('button', { name: 'Choose the web address…' }).click();
  await expect(desk.getByRole('dialog', { name: 'SMART Health Link of MR knee' })).toBeVisible();
  await desk.keyboard.press('Escape');
  await openGiveOut(desk);
  await desk.keyboard.press('4');
  await dialog.getByRole('button', { name: 'Review the words…' }).click();
  await expect(desk.getByRole('dialog', { name: /without identity|De-identified/ })).toBeVisible();
  await desk.keyboard.press('Escape');
  await openGiveOut(desk);
  await desk.keyboard.press('5');
  await dialog.getByRole('button', { name: 'Open the letter' }).click();
  await expect(desk.locator('.a4').first()).toBeVisible();
});

test('everything comes in through Fetch, and what is not set up is found there', async ({ desk }) => {
  await goTo(desk, 'worklist');
  await desk.getByRole('button', { name: 'Fetch…' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Fetch' });
  await expect(dialog.getByRole('radio', { name: 'Files or a folder' })).toBeFocused();
  await expectAccessible(desk, 'fetch');
  await shoot(desk, 'fetch');
  await expect(dialog.getByRole('radio', { name: 'Received' })).toBeHidden();
  await dialog.getByRole('textbox', { name: 'Find a way in' }).fill('nothing of the kind');
  await expect(dialog.getByText('No way in is called «nothing of the kind».')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Find a way in' }).fill('scanner');
  await dialog.getByRole('button', { name: 'Received' }).click();
  await dialog.getByRole('link', { name: 'Set up receiving…' }).click();
  await expect(desk).toHaveURL(/settings\/receiver/);
  await goTo(desk, 'worklist');
  await desk.getByRole('button', { name: 'Fetch…' }).click();
  await desk.keyboard.press('Control+Enter');
  await expect(desk.getByRole('dialog', { name: 'Import' })).toBeVisible();
});

test('Ctrl Enter acts on nothing while a search hides what is chosen, and says so', async ({
  ready,
  desk,
}) => {
  const id = await sealExam(ready.admin, ready.group, { html: HTML, title: 'CT head', status: 'final' });
  await openExam(desk, id);
  await expect(report(desk)).toContainText('11 mm');
  let isSaved = false;
  desk.on('download', () => {
    isSaved = true;
  });
  const dialog = await openGiveOut(desk);
  const find = dialog.getByRole('textbox', { name: 'Find a way out' });
  await dialog.getByRole('button', { name: 'PDF without passphrase' }).click();
  await find.fill('fhir');
  await expect(dialog.getByRole('button', { name: 'Save PDF' })).toHaveAttribute('aria-disabled', 'true');
  await desk.keyboard.press('Control+Enter');
  await expect(dialog.getByText('Choose one from the list first.')).toBeVisible();
  await expect(find).toHaveValue('fhir');
  await shoot(desk, 'give-out-searching');

  // A way whose recipient is not listed is explained, and nobody is shown as chosen.
  await find.fill('dicomdir');
  await expect(dialog.getByText('no DICOM files', { exact: true })).toBeVisible();
  await find.press('Enter');
  await expect(dialog.getByText('This exam has no DICOM files.')).toBeVisible();
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
  await desk.keyboard.press('Control+Enter');
  await expect(dialog).toBeVisible();
  expect(isSaved).toBe(false);
  await desk.keyboard.press('Escape');

  await goTo(desk, 'worklist');
  await desk.getByRole('button', { name: 'Fetch…' }).click();
  const fetching = desk.getByRole('dialog', { name: 'Fetch' });
  await fetching.getByRole('textbox', { name: 'Find a way in' }).fill('macro');
  await desk.keyboard.press('Control+Enter');
  await expect(fetching.getByText('Choose one from the list first.')).toBeVisible();
  await desk.keyboard.press('Enter');
  await expect(fetching.getByRole('radio', { name: 'Templates' })).toBeChecked();
  await desk.keyboard.press('Control+Enter');
  await expect(desk).toHaveURL(/templates/);
});

test('the files of an exam are offered to an archive where it has DICOM files', async ({ ready, desk }) => {
  const id = await sealExam(ready.admin, ready.group, { html: HTML, title: 'CT of files', status: 'final' });
  await attach(ready.admin, ready.group, id, ['CT_small.dcm']);
  await openExam(desk, id);
  const dialog = await openGiveOut(desk);
  await expect(dialog.getByRole('radio', { name: 'Archive' })).toBeVisible();
  await expect(dialog.getByRole('radio')).toHaveCount(6);
});

for (const [language, give, fetched] of [
  ['en', 'Give out…', 'Fetch…'],
  ['de', 'Herausgeben…', 'Holen…'],
] as const) {
  test(`nothing is cut in a window of 900 px, ${language}`, async ({ page, ready }) => {
    const id = await sealExam(ready.admin, ready.group, {
      html: HTML,
      title: 'CT of the chest',
      status: 'final',
    });
    const { version_id } = await ready.admin.exams.get(id);
    await ready.admin.exams.sign(id, { version_id: String(version_id), intent: 'final' });
    await page.addInitScript(
      (text) => localStorage.setItem('appearance', text),
      JSON.stringify({ language }),
    );
    await page.setViewportSize({ width: 900, height: 700 });
    await page.goto('/');
    await page.getByRole('textbox').first().fill(ready.passphrase);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('navigation').first()).toBeVisible();
    // What the server writes as a letter is in the language of the printed page, and in its zone.
    const kept = async () => (await ready.admin.session.getPreferences())['paper_locale'];
    await expect.poll(kept).toEqual({ language, time_zone: 'Europe/Berlin' });
    await goTo(page, 'worklist');
    await page.getByRole('button', { name: fetched }).click();
    expect(await clippedTexts(page)).toEqual([]);
    await shoot(page, `fetch-${language}`);
    await page.keyboard.press('Escape');
    await goTo(page, `exams/${id}`);
    await page.getByRole('button', { name: give }).click();
    await expect(page.getByRole('dialog').getByRole('radio')).toHaveCount(5);
    expect(await clippedTexts(page)).toEqual([]);
    await shoot(page, `give-out-${language}`);
  });
}
