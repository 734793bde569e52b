/** The settings at a glance: six headings, what holds now, and every setting found by its name and other words. */
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, goTo, shareVault, test } from './support/fixtures.ts';
import { shoot } from './support/shoot.ts';

shareVault(async ({ admin, group }) => {
  for (const title of ['CT chest', 'MR knee'])
    await admin.templates.create({ security_group_id: group, record: { title } });
});

const overview = (page: Page) => page.getByRole('main', { name: 'Settings' });
const search = (page: Page) => overview(page).getByRole('textbox', { name: 'Search settings' });
const rows = (page: Page) => overview(page).getByRole('listitem');

test('six headings, each row a link with what holds now', async ({ desk }) => {
  await desk.getByRole('link', { name: 'Settings', exact: true }).click();
  // Nothing is connected yet.
  await expect(overview(desk).getByRole('heading', { level: 2 })).toHaveText([
    'Me',
    'Practice',
    'People and keys',
    'Safety',
    'About',
  ]);
  await expect(search(desk)).toBeFocused();
  await expect(rows(desk).filter({ hasText: 'Templates and macros' })).toContainText(/2 templates$/);
  await expect(rows(desk).filter({ hasText: 'Passphrase and lock' })).toContainText(
    /Locks after \d+ minutes/,
  );
  await expect(rows(desk).filter({ hasText: /^People/ })).toContainText('1 active');
  await expect(rows(desk).filter({ hasText: /^Backup/ })).toContainText('never');
  await expect(overview(desk).getByText('…', { exact: true })).toHaveCount(0);
  await expectAccessible(desk, 'overview of the settings');
  await shoot(desk, 'settings-overview');
});

test('what nobody has used is found by other words, and Enter opens the first', async ({ desk }) => {
  await goTo(desk, 'settings');
  await expect(search(desk)).toBeFocused();
  await expect(rows(desk).filter({ hasText: /^Backup/ })).toContainText('never');
  await expect(rows(desk).filter({ hasText: 'Receiving DICOM' })).toHaveCount(0);
  await desk.keyboard.type('port');
  await expect(rows(desk).filter({ hasText: 'Receiving DICOM' })).toContainText('Not connected');
  await search(desk).fill('password');
  await expect(rows(desk)).toHaveCount(1);
  await search(desk).fill('nothing like it');
  await expect(overview(desk).getByText('No setting is called «nothing like it»')).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(search(desk)).toHaveValue('');
  await expect(rows(desk).first()).toBeVisible();
  await desk.keyboard.type('fax');
  await expect(rows(desk)).toHaveCount(1);
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused();
  expect(desk.url()).toContain('settings/outbox');
});

test('Ctrl F in a section leads to the search of settings', async ({ desk }) => {
  await goTo(desk, 'settings/appearance');
  await expect(desk.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused();
  await desk.keyboard.press('Control+F');
  await expect(search(desk)).toBeFocused();
});

test('in German the rows and their other words are German', async ({ desk }) => {
  await goTo(desk, 'settings/appearance');
  await desk.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' });
  await expect(desk.getByRole('link', { name: 'Arbeitsliste' })).toBeVisible();
  await goTo(desk, 'settings');
  const main = desk.getByRole('main', { name: 'Einstellungen' });
  await main.getByRole('textbox', { name: 'Einstellungen durchsuchen' }).fill('kennwort');
  await expect(main.getByRole('listitem')).toHaveText(/Passphrase und Sperre/);
  await main.getByRole('textbox', { name: 'Einstellungen durchsuchen' }).fill('');
  await shoot(desk, 'settings-overview-de');
});
