/** Tests the interface in other languages; the report keeps its own. */
import { es } from '#renderer/messages/es.ts';
import { clippedTexts } from './support/clipped-text.ts';
import { expect, goTo, shareVault, test, unlock } from './support/fixtures.ts';
import { field, SHORT_REPORT, sealExam, sealPatient, section } from './support/report-page.ts';
import { PASSPHRASE } from './support/ui-vault.ts';

let exam: string;
let patient: string;
shareVault(async ({ admin, group }) => {
  patient = await sealPatient(admin, group);
  // Months with the longest short names.
  for (const month of ['02', '07', '09', '12']) {
    const exam_date = `2024-${month}-28T00:00:00Z`;
    await sealExam(admin, group, { patient_id: patient, title: 'CT chest', exam_date });
  }
  await admin.templates.create({ security_group_id: group, record: { title: 'CT chest', modality: 'CT' } });
  const number = field('size', 'Size', { kind: 'number', unit: 'mm' });
  const html = section('59776-5', 'Befund', `<p>Herd ${number} im Segment 6.</p>`) + SHORT_REPORT;
  exam = await sealExam(admin, group, { html });
  await admin.exams.edit(exam, (record) => ({ ...record, custom_attributes: { language: 'de' } }));
  // The preview shows how long it is unsealed.
  const { record } = await admin.exams.get(exam);
  await admin.exams.draft.put(exam, { base_version_id: null, record });
});

test('Español is spoken at once and at the next start; report and print stay German; a comma is a decimal mark', async ({
  page,
}) => {
  await unlock(page);
  await goTo(page, 'settings/appearance');
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Español' });
  await expect(page.getByRole('link', { name: es.frame.worklist })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('button', { name: es.gate.unlock, exact: true })).toBeVisible();
  await page.locator('input[type=password]').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: es.frame.worklist })).toBeVisible();
  await goTo(page, `exams/${exam}`);
  const text = page.getByTestId('report-shell').getByRole('textbox');
  await expect(text).toHaveAttribute('lang', 'de');
  await text.getByText('Befund').click();
  await page.keyboard.press('F8');
  await page.keyboard.type(',6');
  await text.getByText('Lungs clear.').click();
  await expect(text).toContainText('Herd 0,6\u00A0mm im Segment 6.');
  await page.keyboard.press('Control+P');
  await expect(page.getByText('Durchgeführt').first()).toBeVisible();
});

for (const language of ['de', 'es', 'fr', 'pt']) {
  test(`in ${language} the lists show every date whole and break no title within a word`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.addInitScript(
      (text) => localStorage.setItem('appearance', text),
      JSON.stringify({ language }),
    );
    await page.goto('/');
    await page.locator('input[type=password]').fill(PASSPHRASE);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('grid')).toBeVisible();
    for (const route of ['worklist', `patients/${patient}`, 'patients', 'templates']) {
      await goTo(page, route);
      await expect(page.getByRole('columnheader').first()).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      expect.soft(await clippedTexts(page), route).toEqual([]);
      expect.soft(await page.getByRole('columnheader').evaluateAll(brokenWords), route).toEqual([]);
    }
  });
}

/** Finds single-word titles broken over two lines. */
function brokenWords(titles: readonly Element[]): string[] {
  return titles.flatMap((title) => {
    const range = document.createRange();
    range.selectNodeContents(title);
    const words = title.textContent?.trim() ?? '';
    const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
    const isOne = !/\s/.test(words) && !title.querySelector('svg, .vh');
    return isOne && tops.size > 1 ? [words] : [];
  });
}

test('a system that speaks Spanish is answered in Spanish', async ({ browser, vault }) => {
  const context = await browser.newContext({
    ...{ baseURL: vault.url, ignoreHTTPSErrors: true, locale: 'es-MX' },
    clientCertificates: [vault.clientCertificate],
  });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('button', { name: es.gate.unlock, exact: true })).toBeVisible();
  await context.close();
});

test('only the chosen language is fetched', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible();
  expect(fetched.filter((path) => /\/(es|fr|pt|pseudo)-[^/]+\.js$/.test(path))).toEqual([]);
});

test('a language that does not arrive leaves the page as it speaks, and says so', async ({ page }) => {
  await unlock(page);
  await page.route('**/assets/es-*.js', (route) => route.abort('connectionrefused'));
  await goTo(page, 'settings/appearance');
  const choice = page.getByRole('combobox', { name: 'Language' });
  await choice.selectOption({ label: 'Español' });
  await expect(page.getByRole('alert')).toContainText('Part of the program did not load');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(choice).toHaveValue('system');
});
