/**
 * Tests the screens for creating a travelling copy in the desktop, in every theme and state. The desktop's answers
 * are scripted; test/main/travelling.peer.test.ts uses a real vault.
 */
import type { Page } from '@playwright/test';
import type { TravelCopy, TravelState } from '#main/preload/bridge.ts';
import { expectAccessible } from '#test/ui/support/axe.ts';
import { expect, goTo, shareVault, test, unlock } from '#test/ui/support/fixtures.ts';
import { inDesktop } from '#test/ui/support/in-desktop.ts';
import { sealSamples } from '#test/ui/support/sample-records.ts';
import { shoot } from '#test/ui/support/shoot.ts';

const HOUR_MS = 60 * 60 * 1000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
const PLACE = {
  kind: 'elsewhere',
  name: 'Northgate Imaging',
  founder_key: '4f18b7c2'.padEnd(64, '0'),
  certificate_ends_at: ago(-20_000),
  addresses: ['https://vault.northgate.example:8743'],
};
const NONE: TravelState = { copy: null, is_open: false, taking: null, failure: null, free_bytes: 120e9 };
const COPY: TravelCopy = {
  ...{ state: 'whole', name: 'Northgate Imaging', principal_id: '', taken_at: ago(60) },
  ...{ exchanged_at: ago(40), opens_until: ago(-680), waiting: 3 },
};

shareVault(async ({ admin, group }) => {
  await sealSamples(admin, group);
});

const desk = (page: Page, travelState: TravelState, more: object = {}) =>
  inDesktop(page, { vaultPlace: PLACE, travelState, getSettings: { content_protection: false }, ...more });

test('the form names groups, room and lease, and waits for the passphrase', async ({ page, ready }) => {
  await desk(page, NONE);
  await unlock(page, ready.passphrase);
  await goTo(page, 'settings/travel');
  await expect(page.getByText(/\d+ exams, .* sealed; 120 GB free here/)).toBeVisible();
  await expect(page.getByText('The copy opens without the clinic for 30 days')).toBeVisible();
  await page.getByRole('button', { name: 'Take along' }).click();
  await expect(page.getByLabel('Your passphrase', { exact: true })).toBeFocused();
  await expectAccessible(page, 'take along');
  await shoot(page, 'desk-form');
});

test('too little room, and why the last one failed, are told', async ({ page, ready }) => {
  await desk(page, { ...NONE, free_bytes: 100, failure: 'away' });
  await unlock(page, ready.passphrase);
  await goTo(page, 'settings/travel');
  await expect(page.getByText(/do not fit/)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('What arrived stays');
  await expect(page.getByRole('button', { name: 'Take along' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page, 'no room');
  await shoot(page, 'desk-failed');
});

test('what has come is counted while it comes', async ({ page, ready }) => {
  await desk(page, { ...NONE, taking: { patients: 40, exams: 112, bytes: 9e6 } });
  await unlock(page, ready.passphrase);
  await goTo(page, 'settings/travel');
  await expect(page.getByText('112 exams, 9 MB')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await expectAccessible(page, 'taking');
  await shoot(page, 'desk-taking');
});

test('the copy that is here says what waits, opens, and is deleted only on a tick', async ({
  page,
  ready,
}) => {
  await desk(page, { ...NONE, copy: COPY });
  await unlock(page, ready.passphrase);
  await goTo(page, 'settings/travel');
  await expect(page.getByText('3 changes')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open the travelling copy' })).toBeVisible();
  await expectAccessible(page, 'the copy here');
  await shoot(page, 'desk-copy');
  await page.getByRole('button', { name: 'Delete this copy' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('3 changes are not at the clinic and would be lost.');
  await expect(dialog.getByRole('button', { name: 'Delete this copy' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expectAccessible(page, 'delete');
  await shoot(page, 'desk-delete');
  await dialog.getByRole('checkbox').check({ force: true });
  await expect(dialog.getByRole('button', { name: 'Delete this copy' })).not.toHaveAttribute('aria-disabled');
});

test('at the door: the copy beside the clinic, and instead of one that does not answer', async ({ page }) => {
  await desk(page, { ...NONE, copy: COPY });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Open the travelling copy' })).toBeVisible();
  await expectAccessible(page, 'unlock, with a copy');
  await shoot(page, 'desk-unlock');
  await page.route('**/v1/vault', (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Northgate Imaging does not answer' })).toBeVisible();
  await expect(page.getByText('You can work with the travelling copy on this computer')).toBeVisible();
  await expectAccessible(page, 'unreachable, with a copy');
  await shoot(page, 'desk-unreachable');
});
