/**
 * Tests error messages: what happened, whether anything was lost, what to do, and a reference. Real errors where
 * possible, otherwise injected at the network with the server's text.
 */
import type { Page, Request } from '@playwright/test';
import { expect, goTo, shareVault, test, unlock } from './support/fixtures.ts';
import { holdRequests } from './support/hold-requests.ts';
import { openExam, report } from './support/report-page.ts';
import { type SampleIds, sealSamples } from './support/sample-records.ts';
import { screensOf } from './support/screens.ts';
import { PASSPHRASE } from './support/ui-vault.ts';

let samples: SampleIds;

shareVault(async ({ admin, group }) => {
  samples = await sealSamples(admin, group);
  await admin.drive(group).upload(new Blob(['one line']), { name: 'Notizen' });
  const binned = await admin.patients.create({ security_group_id: group, record: { display_name: 'Bin' } });
  await admin.patients.delete(binned.index.document_id);
});

const TRACE_ID = '7f3c2b1a9d8e4f60a1b2c3d4e5f60718';

/** Responds to one route as the server would. */
async function answer(page: Page, path: string, status: number, code: string, headers = {}): Promise<void> {
  await page.route(path, (route) =>
    route.fulfill({
      status,
      contentType: 'application/json',
      headers: { 'x-trace-id': TRACE_ID, ...headers },
      body: JSON.stringify({
        error: { code, message: 'A message for scripts.', status, trace_id: TRACE_ID },
      }),
    }),
  );
}

const KINDS = [
  [
    402,
    'insufficient_credit',
    /The storage limit of this vault is reached/,
    /Reading and reports still work/,
  ],
  [403, 'group_key_unavailable', /You have no key for this group/, /Ask an owner/],
  [403, 'permission_denied', /Your role in this group does not allow that/, /Nothing was changed/],
  [404, 'not_found', /This was not found/, /purged/],
  [409, 'version_pending', /being deleted for good/, /Your change was not stored/],
  [413, 'request_too_large', /This is too large/, /Nothing was changed/],
  [422, 'invalid_request', /The vault did not accept an entry/, /Nothing was changed/],
  [500, 'crypto_error', /did not open. It may be damaged/, /Other records and versions still open/],
  [502, 'protocol_error', /could not use its storage/, /Your text is safe in this window/],
] as const;

for (const [status, code, title, text] of KINDS) {
  test(`${status} ${code} says what happened and what to do, and gives the reference`, async ({ desk }) => {
    const id = samples.patients.get('Kastellan, Mirela');
    await answer(desk, `**/v1/patients/${id}`, status, code);
    await goTo(desk, `patients/${id}`);
    const alert = desk.getByRole('alert').filter({ hasText: title });
    await expect(alert).toBeVisible();
    await expect(alert).toContainText(text);
    await expect(alert).toContainText(TRACE_ID);
    await expect(alert).not.toContainText(code);
    await alert.getByRole('button', { name: 'Copy reference' }).click();
    expect(await desk.evaluate(() => navigator.clipboard.readText())).toBe(TRACE_ID);
  });
}

test('a list that could not be read says so in its place and is read again on demand', async ({ desk }) => {
  await answer(desk, '**/v1/templates?*', 502, 'protocol_error');
  await goTo(desk, 'templates');
  await desk.evaluate(() => location.reload());
  await desk.getByRole('textbox', { name: 'Passphrase', exact: true }).fill(PASSPHRASE);
  await desk.keyboard.press('Enter');
  const alert = desk.getByRole('alert').filter({ hasText: /could not use its storage/ });
  await expect(alert).toBeVisible();
  // Hold requests until Retry is pressed, because events reload the list too.
  const held = await holdRequests(desk, '**/v1/templates?*');
  await alert.getByRole('button', { name: 'Retry' }).click();
  held.release();
  await expect(alert).toBeHidden();
  await expect(desk.getByText('No templates yet')).toBeVisible();
});

test('typed text stays in the form when sealing is refused, and is sealed by the next try', async ({
  desk,
  ready,
}) => {
  await goTo(desk, 'patients/new');
  await desk.getByRole('textbox', { name: 'Legal name' }).fill('Kept, Through All');
  await answer(desk, '**/v1/patients', 502, 'protocol_error');
  await desk.getByRole('button', { name: /^Create patient/ }).click();
  await expect(desk.getByRole('alert').filter({ hasText: /could not use its storage/ })).toBeVisible({
    timeout: 60_000,
  });
  await expect(desk.getByRole('textbox', { name: 'Legal name' })).toHaveValue('Kept, Through All');
  await desk.unroute('**/v1/patients');
  await desk.getByRole('button', { name: /^Create patient/ }).click();
  await expect(desk.getByRole('heading', { name: 'Kept, Through All' })).toBeVisible();
  const found = await ready.admin.patients.list({ q: 'kept' }).toArray({ limit: 5 });
  expect(found).toHaveLength(1);
});

test('a vault that does not answer is told as that, with nothing lost', async ({ desk }) => {
  const id = samples.patients.get('Dunmore, Tavia');
  await desk.route(`**/v1/patients/${id}`, (route) => route.abort('connectionrefused'));
  await goTo(desk, `patients/${id}`);
  await expect(desk.getByRole('alert').filter({ hasText: 'The vault does not answer' })).toBeVisible({
    timeout: 60_000,
  });
});

test('before anybody unlocked, a vault that does not answer has a screen of its own', async ({
  page,
  ready,
}) => {
  expect(ready.group).toBeTruthy();
  await page.route('**/v1/vault', (route) => route.abort('connectionrefused'));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'The vault does not answer' })).toBeVisible({
    timeout: 60_000,
  });
  await page.unroute('**/v1/vault');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('textbox', { name: 'Passphrase', exact: true })).toBeVisible();
});

test('a record purged meanwhile is told on its page', async ({ desk, ready }) => {
  const made = await ready.admin.patients.create({
    security_group_id: ready.group,
    record: { display_name: 'Gone, Soon' },
  });
  const id = made.index.document_id;
  await goTo(desk, 'patients');
  await ready.admin.patients.delete(id);
  await ready.admin.patients.purge(id);
  await goTo(desk, `patients/${id}`);
  await expect(desk.getByRole('alert').filter({ hasText: 'This was not found' })).toBeVisible();
});

test('an address that leads nowhere shows the worklist', async ({ desk }) => {
  await goTo(desk, 'no/such/place');
  await expect(desk.getByRole('grid', { name: 'Exams' })).toBeVisible();
});

const PARTS = '**/assets/{EditorScreen,CompareView}-*.js';

/** Components prefetched; each requests what it needs. */
const FETCHED_AHEAD = [
  ...['EditorScreen', 'CompareView', 'DeidentifyDialog', 'FilesScreen', 'ImportDialog', 'PatientFormScreen'],
  ...['PatientScreen', 'PatientsScreen', 'SettingsScreen', 'TemplatesScreen', 'TrashScreen', 'VerifyScreen'],
];

test('what comes after the first screen is fetched ahead: a server that has gone takes no screen along', async ({
  page,
}) => {
  const missing = new Set(FETCHED_AHEAD);
  const underWay = new Set<Request>();
  page.on('request', (request) => {
    const part = /\/assets\/(\w+)-[^/]+\.(?:js|css)$/.exec(request.url())?.[1];
    if (part === undefined) return;
    missing.delete(part);
    underWay.add(request);
  });
  page.on('requestfinished', (request) => underWay.delete(request));
  await unlock(page);
  await expect.poll(() => [...missing, ...[...underWay].map((request) => request.url())]).toEqual([]);
  await page.route(/\/assets\/.*\.(?:js|css)$/, (route) => route.abort('connectionrefused'));
  // Leave out views that load with the worklist.
  const screens = screensOf(samples).filter(({ route }) => !route.startsWith('worklist/'));
  for (const { route, shown } of screens) {
    await goTo(page, route);
    await expect(shown(page).first()).toBeVisible();
  }
  await openExam(page, samples.exams.values().next().value ?? '');
  await expect(report(page)).toBeFocused();
});

test.describe('a part of the program that does not arrive', () => {
  test.use({ refusal: /Part of the program did not load/ });

  test('leaves the frame standing; the window loaded anew comes back to the same place', async ({ page }) => {
    await page.route(PARTS, (route) => route.abort('connectionreset'));
    await unlock(page);
    await goTo(page, `exams/${samples.exams.values().next().value}`);
    const alert = page.getByRole('alert').filter({ hasText: 'Part of the program did not load' });
    await expect(alert).toBeVisible();
    await page.unroute(PARTS);
    await alert.getByRole('button', { name: 'Reload window' }).click();
    await page.getByRole('textbox', { name: 'Passphrase', exact: true }).fill(PASSPHRASE);
    await page.keyboard.press('Enter');
    await expect(report(page)).toBeFocused();
  });
});
