/** Tests the command palette and the shortcut sheet, and each listed key outside the report. */
import type { Page } from '@playwright/test';
import { COMMANDS } from '#renderer/commands/command-table.ts';
import { expect, goTo, shareVault, test, unlock } from './support/fixtures.ts';
import { type SampleIds, sealSamples } from './support/sample-records.ts';

let samples: SampleIds;

shareVault(async ({ admin, group }) => {
  samples = await sealSamples(admin, group);
});

const palette = (page: Page) => page.getByRole('dialog', { name: 'Commands' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Keyboard' });
const handbook = (page: Page) => page.getByRole('dialog', { name: 'Handbook' });

/** Opens the sheet of all keys: the second F1. */
async function openSheet(page: Page): Promise<void> {
  await page.keyboard.press('F1');
  await expect(handbook(page)).toBeVisible();
  await page.keyboard.press('F1');
  await expect(sheet(page)).toBeVisible();
}
const grid = (page: Page) => page.getByRole('grid', { name: 'Exams' });

test('the palette runs commands by name and goes back to where one was', async ({ desk }) => {
  await expect(grid(desk)).toBeFocused();
  await desk.keyboard.press('Control+K');
  await expect(palette(desk).getByRole('combobox')).toBeFocused();
  await desk.keyboard.press('Escape');
  await expect(palette(desk)).toBeHidden();
  await expect(grid(desk)).toBeFocused();
  await desk.keyboard.press('Control+K');
  await desk.keyboard.type('go to patients');
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('grid', { name: 'Patients' })).toBeVisible();
});

test('every command of the palette outside a report can be chosen', async ({ desk }) => {
  await desk.keyboard.press('Control+K');
  const names = await palette(desk).getByRole('option').allTextContents();
  for (const wanted of ['New patient', 'Go to the trash', 'Theme: dim reading room', 'Larger', 'Lock']) {
    expect(
      names.some((name) => name.includes(wanted)),
      wanted,
    ).toBe(true);
  }
  await desk.keyboard.type('dim reading');
  await desk.keyboard.press('Enter');
  await expect(desk.locator('html')).toHaveAttribute('data-theme', 'dim');
});

test('commands are found by other words than their names', async ({ desk }) => {
  for (const [words, name] of [
    ['upload', 'Import FHIR or DICOM…'],
    ['backup', 'Go to settings'],
    ['undo', 'Go to the trash'],
    ['shortcut', 'Keyboard shortcuts'],
  ] as const) {
    await desk.keyboard.press('Control+K');
    await desk.keyboard.type(words);
    await expect(palette(desk).getByRole('option', { name })).toBeVisible();
    await desk.keyboard.press('Escape');
    await expect(palette(desk)).toBeHidden();
  }
});

test('the sheet lists every command with a key, and filters', async ({ desk }) => {
  await openSheet(desk);
  // biome-ignore lint/performance/useDomNodeTextContent: keys and words are told apart by their layout
  const listed = (await sheet(desk).innerText()).replaceAll(/\s+/g, ' ');
  const keyed = COMMANDS.filter((command) => command.keys.length > 0 && !('family' in command));
  expect(keyed.length).toBeGreaterThan(20);
  for (const { keys } of keyed) {
    expect(listed).toContain((keys[0] ?? '').replaceAll('+', ' '));
  }
  await desk.keyboard.type('sign as');
  await expect(sheet(desk).getByText('Sign as final')).toBeVisible();
  await expect(sheet(desk).getByText('Seal version')).toBeHidden();
});

test('keys that the vault did not keep are told, and kept by the next try', async ({ desk, ready }) => {
  await desk.route('**/v1/session/preferences', (route) =>
    route.request().method() === 'PUT' ? route.abort('connectionrefused') : route.continue(),
  );
  await openSheet(desk);
  await sheet(desk).getByRole('button', { name: 'Change keys' }).click();
  await sheet(desk).getByRole('button', { name: 'Change the keys of Search the vault' }).click();
  await desk.keyboard.press('Control+Shift+U');
  const alert = sheet(desk).getByRole('alert');
  await expect(alert).toContainText('these shortcuts last until you lock');
  await desk.unroute('**/v1/session/preferences');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect
    .poll(async () => (await ready.admin.session.getPreferences())['keymap'])
    .toMatchObject({ search: ['Ctrl+Shift+U'] });
  await expect(alert).toBeHidden();
});

test('keys are changed per person: a taken one is told by name, the new one works after the next unlock, and the sheet prints', async ({
  desk,
  ready,
}) => {
  await openSheet(desk);
  await sheet(desk).getByRole('button', { name: 'Change keys' }).click();
  await sheet(desk).getByRole('button', { name: 'Change the keys of Search the vault' }).click();
  await desk.keyboard.press('Control+P');
  await expect(sheet(desk).getByRole('alert')).toHaveText(
    'Ctrl P belongs to «Print or save as PDF». Choose another.',
  );
  await desk.keyboard.press('Control+Shift+Y');
  await expect(
    sheet(desk)
      .locator('dd')
      .filter({ hasText: /Ctrl\s*Shift\s*Y/ }),
  ).toBeVisible();
  await expect
    .poll(async () => (await ready.admin.session.getPreferences())['keymap'])
    .toEqual({ search: ['Ctrl+Shift+Y'] });
  await unlock(desk);
  const search = desk.getByRole('textbox', { name: 'Search' });
  // Wait for the preferences, which contain the keys.
  await expect(search).toHaveAttribute('aria-keyshortcuts', 'Control+Shift+Y');
  await desk.keyboard.press('Control+Shift+Y');
  await expect(search).toBeFocused();
  await openSheet(desk);
  await desk.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await sheet(desk).getByRole('button', { name: 'Print' }).click();
  await expect(desk.locator('body')).toHaveAttribute('data-printed', '');
  await desk.evaluate(() => {
    document.documentElement.dataset['theme'] = 'dark';
  });
  await desk.emulateMedia({ media: 'print' });
  const ink = (element: Element) => getComputedStyle(element).color;
  expect(await sheet(desk).getByText('Search the vault').evaluate(ink)).toBe('rgb(0, 0, 0)');
  await expect(sheet(desk).getByText('Search the vault')).toBeVisible();
  await expect(sheet(desk).getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(desk.getByRole('grid', { name: 'Exams' })).toBeHidden();
  const pdf = await desk.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2);
  await desk.emulateMedia({ media: 'screen' });
  await sheet(desk).getByRole('button', { name: 'Restore defaults' }).click();
  await desk.keyboard.press('Escape');
  await desk.keyboard.press('Control+Shift+F');
  await expect(desk.getByRole('textbox', { name: 'Search' })).toBeFocused();
});

const EVERYWHERE: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  palette: (page) => expect(palette(page)).toBeVisible(),
  search: (page) => expect(page.getByRole('textbox', { name: 'Search' })).toBeFocused(),
  newExam: (page) => expect(page.getByRole('dialog', { name: 'New exam' })).toBeVisible(),
  nextPane: (page) => expect(page.getByRole('complementary').locator(':focus')).toHaveCount(1),
  previousPane: (page) => expect(page.getByRole('complementary').locator(':focus')).toHaveCount(1),
  lock: (page) => expect(page.getByRole('textbox', { name: 'Passphrase', exact: true })).toBeVisible(),
  handbook: (page) => expect(handbook(page)).toBeVisible(),
};

for (const { id, keys } of COMMANDS.filter(({ group, keys }) => group === 'everywhere' && keys.length > 0)) {
  test(`${keys.join(' or ')} does what the sheet says of «${id}»`, async ({ desk }) => {
    const works = EVERYWHERE[id];
    expect(works, 'a listed key without a check').toBeDefined();
    await expect(grid(desk)).toBeFocused();
    await desk.keyboard.press((keys[0] ?? '').replace('Ctrl', 'Control'));
    await works?.(desk);
  });
}

test('from an open report Ctrl PageDown and PageUp walk the worklist', async ({ desk }) => {
  const ids = [...samples.exams.values()];
  await expect(grid(desk)).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect(desk.getByTestId('report-shell')).toBeVisible();
  const first = desk.url();
  await desk.keyboard.press('Control+PageDown');
  await expect.poll(() => desk.url()).not.toBe(first);
  expect(ids.some((id) => desk.url().includes(id))).toBe(true);
  await expect(desk.getByRole('textbox', { name: 'Report' })).toBeFocused();
  await desk.keyboard.press('Control+PageUp');
  await expect.poll(() => desk.url()).toBe(first);
  await expect(desk.getByRole('textbox', { name: 'Report' })).toBeFocused();
  await desk.keyboard.press('Control+K');
  const recent = palette(desk).getByRole('group', { name: 'Recent exams' });
  await expect(recent.getByRole('option')).toHaveCount(2);
  const names = await palette(desk).getByRole('option').allTextContents();
  const here = [
    'Seal with a reason',
    'Critical result',
    'Follow-up',
    'Archive',
    'Move to trash',
    'All normal',
  ];
  for (const wanted of [...here, 'Symbols', 'New table', 'New measurement table'])
    expect(
      names.some((name) => name.includes(wanted)),
      wanted,
    ).toBe(true);
});

test('keys that would throw work away are swallowed', async ({ desk }) => {
  await goTo(desk, 'patients');
  await expect(desk.getByRole('grid', { name: 'Patients' })).toBeVisible();
  for (const key of ['F5', 'Control+R', 'Alt+ArrowLeft']) await desk.keyboard.press(key);
  await expect(desk.getByRole('grid', { name: 'Patients' })).toBeVisible();
  expect(desk.url()).toContain('#/patients');
});
