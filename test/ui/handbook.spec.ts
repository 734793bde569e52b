/** Tests the handbook: F1 from the text and back, search, the keys beside a page, while locked, narrow, in German. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { clippedTexts } from './support/clipped-text.ts';
import { expect, goTo, shareVault, test, unlock } from './support/fixtures.ts';
import { openExam, report } from './support/report-page.ts';
import { type SampleIds, sealSamples } from './support/sample-records.ts';
import { shoot } from './support/shoot.ts';
import { PASSPHRASE } from './support/ui-vault.ts';

let samples: SampleIds;

shareVault(async ({ admin, group }) => {
  samples = await sealSamples(admin, group);
});

const book = (page: Page, name = 'Handbook') => page.getByRole('dialog', { name });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard' });
const article = (page: Page) => book(page).getByRole('article');
const search = (page: Page) => book(page).getByRole('textbox', { name: 'Search the handbook' });
const keysBeside = (page: Page) => book(page).getByRole('complementary', { name: 'On this screen' });

async function openReport(page: Page): Promise<void> {
  const [exam] = samples.exams.values();
  await openExam(page, exam ?? '');
  await expect(report(page)).toBeFocused();
}

async function prefer(page: Page, appearance: object): Promise<void> {
  await page.addInitScript((text) => localStorage.setItem('appearance', text), JSON.stringify(appearance));
}

test('F1 in the report opens its page, Esc returns to the caret, and the draft goes on being saved', async ({
  desk,
}) => {
  await openReport(desk);
  const text = report(desk);
  await text.locator('p').first().click();
  await desk.keyboard.press('Home');
  await desk.keyboard.type('abc');
  await desk.keyboard.press('ArrowLeft');
  const saved = desk.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await desk.keyboard.type('1');
  await desk.keyboard.press('F1');
  await expect(article(desk)).toHaveAccessibleName('Write a report');
  await expect(search(desk)).toBeFocused();
  await saved;
  await expectAccessible(desk, 'handbook');
  await desk.keyboard.press('Escape');
  await expect(book(desk)).toBeHidden();
  await expect(text).toBeFocused();
  await desk.keyboard.type('2');
  await expect(text.locator('p').first()).toContainText('ab12c');
});

test('F1 pressed again shows all keys, and Esc returns to the caret from there too', async ({ desk }) => {
  await openReport(desk);
  await desk.keyboard.press('F1');
  await expect(article(desk)).toBeVisible();
  await desk.keyboard.press('F1');
  await expect(sheet(desk)).toBeVisible();
  await expect(book(desk)).toBeHidden();
  await desk.keyboard.press('F1');
  await expect(sheet(desk)).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(report(desk)).toBeFocused();
});

test('the page is that of the region in focus', async ({ desk }) => {
  await expect(desk.getByRole('grid', { name: 'Exams' })).toBeFocused();
  await desk.keyboard.press('F1');
  await expect(article(desk)).toHaveAccessibleName('Work through the worklist');
  await desk.keyboard.press('Escape');
  for (const [route, name] of [
    ['patients', 'Find a patient or an exam'],
    ['templates', 'Templates'],
    ['files', 'Files'],
    ['trash', 'Archive and trash'],
    ['worklist/follow-ups', 'Follow-ups'],
    ['settings', 'Find a setting'],
    ['settings/backup', 'Back up and test it'],
  ] as const) {
    await goTo(desk, route);
    await expect(desk.getByRole('main').first()).toBeVisible();
    await desk.keyboard.press('F1');
    await expect(article(desk), route).toHaveAccessibleName(name);
    await desk.keyboard.press('Escape');
    await expect(book(desk)).toBeHidden();
  }
  await openReport(desk);
  await desk.keyboard.press('Control+Shift+Enter');
  await expect(desk.getByRole('complementary', { name: 'Sign as final' })).toBeVisible();
  await desk.keyboard.press('F1');
  await expect(article(desk)).toHaveAccessibleName('Sign a report');
  await desk.keyboard.press('Escape');
  await desk.keyboard.press('Escape');
  await desk.keyboard.press('Control+Shift+H');
  await expect(desk.getByRole('complementary', { name: 'Versions' })).toBeVisible();
  await desk.keyboard.press('F1');
  await expect(article(desk)).toHaveAccessibleName('Versions and drafts');
});

test('in a dialog F1 opens its page above it, and what was typed stays', async ({ desk }) => {
  await desk.keyboard.press('Alt+N');
  const form = desk.getByRole('dialog', { name: 'New exam' });
  await form.getByRole('textbox', { name: 'Title' }).fill('US abdomen');
  await desk.keyboard.press('F1');
  await expect(article(desk)).toHaveAccessibleName('New patient, new exam');
  await desk.keyboard.press('F1');
  await expect(sheet(desk)).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(form.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('US abdomen');
});

test('typing lists pages with the sentence that matches; Alt Left goes back', async ({ desk }) => {
  await expect(desk.getByRole('grid', { name: 'Exams' })).toBeFocused();
  await desk.keyboard.press('F1');
  await expect(search(desk)).toBeFocused();
  const address = desk.url();
  await desk.keyboard.type('watermark');
  const found = book(desk)
    .locator('.pages-found')
    .getByRole('listitem')
    .filter({ hasText: 'Print a letter' });
  await expect(found.getByRole('button')).toContainText('A page that is no signed version has a watermark.');
  await expect(found.locator('mark')).toHaveText(['watermark']);
  await expectAccessible(desk, 'pages found');
  await desk.keyboard.press('ArrowDown');
  await desk.keyboard.press('Enter');
  await expect(article(desk)).toHaveAccessibleName('Print a letter');
  await expect(search(desk)).toHaveValue('');
  await book(desk).getByRole('button', { name: 'Hand over a sealed file' }).last().click();
  await expect(article(desk)).toHaveAccessibleName('Hand over a sealed file');
  await desk.keyboard.press('Alt+ArrowLeft');
  await expect(article(desk)).toHaveAccessibleName('Print a letter');
  await book(desk).getByRole('button', { name: 'Back', exact: true }).click();
  await expect(article(desk)).toHaveAccessibleName('Work through the worklist');
  // A letter typed on the page goes to the search.
  await desk.keyboard.type('zebra');
  await expect(search(desk)).toHaveValue('zebra');
  await expect(book(desk).getByText('No page mentions «zebra»')).toBeVisible();
  expect(desk.url()).toBe(address);
  await desk.keyboard.press('Escape');
  await expect(desk.getByRole('grid', { name: 'Exams' })).toBeFocused();
});

test('every page of the contents opens', async ({ desk }) => {
  await desk.keyboard.press('F1');
  const contents = book(desk).getByRole('navigation', { name: 'Contents' });
  await expect(contents).toBeVisible();
  const names = await contents.getByRole('button').filter({ visible: true }).allTextContents();
  expect(names.length).toBeGreaterThan(30);
  for (const name of names) {
    await contents.getByRole('button', { name, exact: true }).click();
    await expect(article(desk)).toHaveAccessibleName(name);
    await expect(article(desk).getByRole('heading', { name, exact: true })).toBeFocused();
  }
});

test('the keys of the region are listed, at most fourteen, as they are set', async ({ desk, ready }) => {
  await ready.admin.session.putPreferences({ keymap: { seal: ['Ctrl+Shift+Y'] } });
  await unlock(desk);
  await openReport(desk);
  await desk.keyboard.press('F1');
  const keys = keysBeside(desk);
  await expect(keys.getByRole('heading')).toHaveText('On this screenReport');
  const rows = await keys.getByRole('term').allTextContents();
  expect(rows.length).toBeGreaterThan(8);
  expect(rows.length).toBeLessThanOrEqual(14);
  await expect(keys.getByRole('term').filter({ hasText: 'Seal version' })).toBeVisible();
  await expect(keys.getByRole('definition').filter({ hasText: /Ctrl Shift Y/ })).toBeVisible();
  // The pages say the same.
  await book(desk).getByRole('button', { name: 'Seal a version' }).first().click();
  await expect(article(desk).getByRole('listitem').first()).toContainText('Ctrl Shift Y');
  await keys.getByRole('button', { name: 'Change keys' }).click();
  await expect(sheet(desk).getByRole('button', { name: 'Done changing' })).toBeVisible();
  await desk.keyboard.press('Escape');
  await ready.admin.session.putPreferences({});
});

test('the palette and the status bar open it', async ({ desk }) => {
  await desk.keyboard.press('Control+K');
  await desk.keyboard.type('handbook');
  await desk.keyboard.press('Enter');
  await expect(book(desk)).toBeVisible();
  await desk.keyboard.press('Escape');
  await openReport(desk);
  await desk.getByRole('contentinfo').getByRole('button', { name: 'handbook' }).click();
  await expect(article(desk)).toHaveAccessibleName('Write a report');
  await desk.keyboard.press('Escape');
  await expect(report(desk)).toBeFocused();
});

test('while locked it opens without keys, and a lock closes it', async ({ page }) => {
  await page.goto('/');
  const passphrase = page.getByRole('textbox', { name: 'Passphrase', exact: true });
  await expect(passphrase).toBeFocused();
  await page.keyboard.press('F1');
  await expect(article(page)).toHaveAccessibleName('Lock, passphrase, recovery key');
  await expect(keysBeside(page)).toHaveCount(0);
  await expect(book(page).getByRole('button', { name: 'Keys', exact: true })).toHaveCount(0);
  await expectAccessible(page, 'handbook while locked');
  await page.keyboard.press('F1');
  await expect(article(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(passphrase).toBeFocused();
  // The key is named where somebody who does not know it looks.
  const opener = page.getByRole('main').getByRole('button', { name: 'Handbook', exact: true });
  await expect(opener).toContainText('F1');
  await shoot(page, 'unlock');
  await opener.click();
  await expect(article(page)).toHaveAccessibleName('Lock, passphrase, recovery key');
  await page.keyboard.press('Escape');
  await unlock(page);
  await page.keyboard.press('F1');
  await expect(keysBeside(page)).toBeVisible();
  await page.keyboard.press('Control+Alt+L');
  await expect(passphrase).toBeVisible();
  await expect(book(page)).toHaveCount(0);
});

for (const [words, zoom, size] of [
  ['at 200 %', 200, { width: 1280, height: 800 }],
  ['in a window of 1000 px', 100, { width: 1000, height: 700 }],
] as const) {
  test(`${words} the keys are a page, nothing is cut and nothing scrolls sideways`, async ({ page }) => {
    await page.setViewportSize(size);
    await prefer(page, { zoom });
    await unlock(page);
    await page.keyboard.press('F1');
    await expect(article(page)).toBeVisible();
    await expect(keysBeside(page)).toBeHidden();
    expect(await clippedTexts(page)).toEqual([]);
    const sideways = await book(page).evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(sideways).toBeLessThanOrEqual(0);
    await book(page).getByRole('button', { name: 'Keys', exact: true }).click();
    await expect(
      book(page).getByRole('term').filter({ hasText: 'Open report', visible: true }),
    ).toBeVisible();
    await book(page).getByRole('button', { name: 'Sign a report', exact: true }).click();
    await expect(article(page).getByRole('heading', { name: 'Sign a report' })).toBeInViewport();
    await expectAccessible(page, words);
  });
}

test('in German its text and its keys are German', async ({ page }) => {
  await prefer(page, { language: 'de' });
  await page.goto('/');
  await page.locator('input[type=password]').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid')).toBeVisible();
  await page.keyboard.press('F1');
  const german = book(page, 'Handbuch');
  await german.getByRole('button', { name: 'Einen Befund signieren' }).first().click();
  const signing = german.getByRole('article', { name: 'Einen Befund signieren' });
  await expect(signing.getByRole('listitem').first()).toContainText('Strg Umschalt Eingabe');
  await expect(german.getByText('Das Handbuch ist auf Englisch')).toHaveCount(0);
  await expectAccessible(page, 'in German');
});

test('in a language it is not written in, the English page says so', async ({ page }) => {
  await prefer(page, { language: 'fr' });
  await page.goto('/');
  await page.locator('input[type=password]').fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid')).toBeVisible();
  await page.keyboard.press('F1');
  await expect(book(page, 'Manuel').getByText('Cette page est en anglais.')).toBeVisible();
  await expect(book(page, 'Manuel').getByRole('article')).toHaveAttribute('lang', 'en');
});
