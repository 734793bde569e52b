/** Tests unlock and lock, and what a lock removes from screen and memory. */
import type { Page } from '@playwright/test';
import { expect, goTo, shareVault, test, unlock } from './support/fixtures.ts';
import { holdRequests } from './support/hold-requests.ts';
import { inDesktop } from './support/in-desktop.ts';
import { type SampleIds, sealSamples } from './support/sample-records.ts';
import { OWNER_NAME, PASSPHRASE, VAULT_NAME } from './support/ui-vault.ts';

let samples: SampleIds;

shareVault(async ({ admin, group }) => {
  samples = await sealSamples(admin, group);
});

const passphrase = (page: Page) => page.getByRole('textbox', { name: 'Passphrase', exact: true });

test('the unlock screen names the vault and its person and takes the passphrase by keyboard', {
  tag: '@smoke',
}, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: VAULT_NAME })).toBeVisible();
  await expect(page.getByText(OWNER_NAME)).toBeVisible();
  await expect(passphrase(page)).toBeFocused();
  await page.keyboard.type('not the passphrase');
  await page.keyboard.press('Enter');
  await expect(passphrase(page)).toHaveAccessibleDescription(/does not open the vault/);
  await expect(passphrase(page)).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: 'Exams' })).toBeVisible();
});

test('words typed while an answer is awaited are kept when it refuses the ones before', {
  tag: '@smoke',
}, async ({ page }) => {
  await page.goto('/');
  const held = await holdRequests(page, '**/v1/session');
  await expect(passphrase(page)).toBeFocused();
  await page.keyboard.type('not the passphrase');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Unlocking…' })).toBeVisible();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(PASSPHRASE.slice(0, 5));
  held.release();
  await expect(passphrase(page)).toHaveAccessibleDescription(/does not open the vault/);
  await page.keyboard.type(PASSPHRASE.slice(5));
  await expect(passphrase(page)).toHaveValue(PASSPHRASE);
});

test('the passphrase can be shown and hidden again', { tag: '@smoke' }, async ({ page }) => {
  await page.goto('/');
  await passphrase(page).fill('copper');
  await expect(passphrase(page)).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show passphrase' }).click();
  await expect(passphrase(page)).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide passphrase' }).click();
  await expect(passphrase(page)).toHaveAttribute('type', 'password');
});

test('the recovery key opens the vault, typed in lower case and with spaces', { tag: '@smoke' }, async ({
  page,
  ready,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Use the recovery key' }).click();
  const field = page.getByRole('textbox', { name: 'Recovery key' });
  await expect(field).toBeFocused();
  await page.keyboard.type('0000');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription(/does not open the vault|13 groups/);
  await field.fill(ready.recovery_key.toLowerCase().replaceAll('-', ' '));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Worklist' })).toBeVisible();
});

test('a browser, which keeps titles in its history, is told of no patient and no exam', {
  tag: '@smoke',
}, async ({ desk }) => {
  await goTo(desk, `patients/${samples.patients.get('Kastellan, Mirela')}`);
  await expect(desk.getByRole('heading', { name: /Kastellan/ })).toBeVisible();
  await expect(desk).toHaveTitle(`Patients – ${VAULT_NAME}`);
  const [title, id] = [...samples.exams].find(([name]) => name.endsWith('Kastellan, Mirela')) ?? [];
  await goTo(desk, `exams/${id}`);
  await expect(desk.getByText(String(title).split(' @ ')[0] ?? '').first()).toBeVisible();
  await expect(desk).toHaveTitle(`Report – ${VAULT_NAME}`);
});

test('the window of the desktop is called by the patient it shows, until it locks', {
  tag: '@smoke',
}, async ({ page, ready }) => {
  await inDesktop(page, { vaultPlace: { kind: 'here' }, getSettings: { content_protection: false } });
  await unlock(page, ready.passphrase);
  await expect(page.getByRole('grid', { name: 'Exams' })).toBeVisible();
  await goTo(page, `patients/${samples.patients.get('Kastellan, Mirela')}`);
  await expect(page).toHaveTitle(`Kastellan, Mirela – ${VAULT_NAME}`);
  await page.keyboard.press('Control+Alt+L');
  await expect(passphrase(page)).toBeFocused();
  expect(await page.title()).toBe(VAULT_NAME);
});

test('a lock by key takes every record off the page and ends the session', { tag: '@smoke' }, async ({
  desk,
  ready,
}) => {
  const tokens: string[] = [];
  desk.on('request', (request) => {
    const { authorization } = request.headers();
    if (authorization) tokens.push(authorization.replace('Bearer ', ''));
  });
  const id = samples.patients.get('Kastellan, Mirela');
  await goTo(desk, `patients/${id}`);
  await expect(desk.getByRole('heading', { name: /Kastellan/ })).toBeVisible();
  await desk.keyboard.press('Control+Alt+L');
  await expect(passphrase(desk)).toBeFocused();
  expect(await desk.title()).toBe(VAULT_NAME);
  // Covered at once; removed when drafts are saved.
  await expect.poll(() => desk.content()).not.toContain('Kastellan');
  expect(await desk.title()).toBe(VAULT_NAME);
  expect(await desk.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(
    tokens.at(-1),
  );
  const sessions = await ready.admin.session.list().toArray({ limit: 100 });
  expect(sessions.some(({ state }) => state === 'locked')).toBe(true);

  // The same place returns.
  await passphrase(desk).fill(PASSPHRASE);
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('heading', { name: /Kastellan/ })).toBeVisible();
});

test('after the lock no patient name is left in the memory of the page', { tag: '@smoke' }, async ({
  desk,
}) => {
  await expect(
    desk.getByRole('grid', { name: 'Exams' }).getByText('Kastellan, Mirela').first(),
  ).toBeVisible();
  await desk.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(passphrase(desk)).toBeVisible();
  const session = await desk.context().newCDPSession(desk);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot');
  const heap = chunks.join('');
  // Not the text itself: a failure would print all of it.
  expect(heap.includes(VAULT_NAME)).toBe(true);
  expect(heap.includes('Kastellan')).toBe(false);
});

test('a reload means unlocking again; the address keeps the place and no name', { tag: '@smoke' }, async ({
  page,
}) => {
  await unlock(page);
  await goTo(page, `patients/${samples.patients.get('Dunmore, Tavia')}`);
  await expect(page.getByRole('heading', { name: /Dunmore/ })).toBeVisible();
  expect(page.url()).not.toMatch(/dunmore/i);
  await page.reload();
  await expect(passphrase(page)).toBeVisible();
  await passphrase(page).fill(PASSPHRASE);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /Dunmore/ })).toBeVisible();
});

test('an ended session covers the place, and the same person returns to it', { tag: '@smoke' }, async ({
  desk,
  ready,
}) => {
  await goTo(desk, `patients/${samples.patients.get('Dunmore, Tavia')}`);
  await expect(desk.getByRole('heading', { name: /Dunmore/ })).toBeVisible();
  const own = await ready.admin.session.get();
  for (const { session_id } of await ready.admin.session.list().toArray({ limit: 100 })) {
    if (session_id !== own.session_id) await ready.admin.session.end(session_id);
  }
  // The page learns of it automatically.
  await expect(desk.getByRole('status').filter({ hasText: 'The session has ended' })).toBeVisible();
  await expect.poll(() => desk.content()).not.toContain('Dunmore');
  await passphrase(desk).fill(PASSPHRASE);
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('heading', { name: /Dunmore/ })).toBeVisible();
});
