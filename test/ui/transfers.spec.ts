/** Tests transfers: pause and resume of a large upload, cancel, refusal, previews, and a lock. */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import type { Page, Route } from '@playwright/test';
import { expect, goTo, shareVault, test } from './support/fixtures.ts';
import { smallPdf, smallPng } from './support/sample-files.ts';

shareVault();

/** Long, because a held part passes through the browser's driver. */
const PART_MS = 60_000;
/** Above the browser's single-request limit, so that it is sent in parts. */
const LARGE_BYTES = 20_000_000;

const grid = (page: Page) => page.getByRole('grid', { name: 'Files and folders' });
const row = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });
const preview = (page: Page) => page.getByRole('complementary', { name: 'Preview' });
const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' });

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer });
}

/** Lets the first `free` parts pass and holds the others until `open` is called. */
async function holdParts(page: Page, free: number): Promise<{ sent: string[]; open: () => void }> {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const sent: string[] = [];
  await page.route('**/parts/*', async (route: Route) => {
    sent.push(new URL(route.request().url()).pathname);
    if (sent.length > free) await gate;
    await route.continue().catch(() => undefined);
  });
  return { sent, open };
}

test('a large upload is paused, goes on where it was, and arrives whole', async ({ desk, ready }) => {
  const content = randomBytes(LARGE_BYTES);
  const { sent, open } = await holdParts(desk, 1);
  await goTo(desk, 'files');
  await choose(desk, 'scan.bin', content);
  await expect(tray(desk).getByRole('progressbar', { name: 'scan.bin' })).toBeVisible();
  await expect.poll(() => sent.length, { timeout: PART_MS }).toBeGreaterThan(1);
  await tray(desk).getByRole('button', { name: 'Pause scan.bin' }).click();
  await expect(tray(desk).getByText(/^Paused at/)).toBeVisible();
  const first = sent[0];
  open();
  await tray(desk).getByRole('button', { name: 'Resume scan.bin' }).click();
  await expect(tray(desk).getByRole('status')).toHaveText(/^1 sealed/, { timeout: PART_MS });
  // The part that had arrived is not sent again.
  expect(sent.filter((part) => part === first)).toHaveLength(1);
  const nodes = await ready.admin.drive(ready.group).list({}).toArray({ limit: 10 });
  const node = nodes.find(({ name }) => name === 'scan.bin');
  expect(node).toMatchObject({ status: 'ready', size: LARGE_BYTES });
  const download = await ready.admin.drive(ready.group).download(node?.node_id ?? '');
  const stored = createHash('sha256').update(await download.bytes());
  expect(stored.digest('hex')).toBe(createHash('sha256').update(content).digest('hex'));
});

test('a file that changed while its upload was paused becomes no mixture', async ({ desk, ready }, info) => {
  const path = info.outputPath('changed.bin');
  writeFileSync(path, Buffer.alloc(LARGE_BYTES, 'A'));
  const { sent, open } = await holdParts(desk, 1);
  await goTo(desk, 'files');
  const chooser = desk.waitForEvent('filechooser');
  await desk.getByRole('button', { name: 'Upload', exact: true }).click();
  await (await chooser).setFiles(path);
  await expect.poll(() => sent.length, { timeout: PART_MS }).toBeGreaterThan(1);
  await tray(desk).getByRole('button', { name: 'Pause changed.bin' }).click();
  await expect(tray(desk).getByText(/^Paused at/)).toBeVisible();
  writeFileSync(path, Buffer.alloc(LARGE_BYTES, 'B'));
  // Change the time, because Chromium identifies a file by the second it was written.
  utimesSync(path, new Date(), new Date(Date.now() + 60_000));
  open();
  await tray(desk).getByRole('button', { name: 'Resume changed.bin' }).click();
  await expect(tray(desk).getByRole('button', { name: 'Retry changed.bin' })).toBeVisible({
    timeout: PART_MS,
  });
  const nodes = await ready.admin.drive(ready.group).list({}).toArray({ limit: 20 });
  expect(nodes.filter(({ name }) => name === 'changed.bin')).toMatchObject([{ status: 'pending' }]);
});

test('an upload that a lock stopped goes on after unlocking where it was, and says so', async ({
  desk,
  ready,
}) => {
  const content = randomBytes(LARGE_BYTES);
  const { sent, open } = await holdParts(desk, 1);
  await goTo(desk, 'files');
  await choose(desk, 'locked-scan.bin', content);
  await expect.poll(() => sent.length, { timeout: PART_MS }).toBeGreaterThan(1);
  const first = sent[0];
  await row(desk, 'locked-scan.bin').click();
  await expect(preview(desk).getByText('See its progress under Uploads')).toBeVisible();
  await desk.keyboard.press('Control+Alt+L');
  await expect(desk.getByRole('textbox', { name: 'Passphrase', exact: true })).toBeVisible();
  await expect(desk.getByText('locked-scan.bin')).toHaveCount(0);
  open();
  await desk.getByRole('textbox', { name: 'Passphrase', exact: true }).fill(ready.passphrase);
  await desk.keyboard.press('Enter');
  await expect(desk.getByText('1 upload was stopped by the lock and continues now')).toBeVisible();
  await expect(tray(desk).getByRole('status')).toHaveText(/^1 sealed/, { timeout: PART_MS });
  // The part that had arrived is not sent again.
  expect(sent.filter((part) => part === first)).toHaveLength(1);
  const nodes = await ready.admin.drive(ready.group).list({}).toArray({ limit: 20 });
  const arrived = nodes.filter(({ name }) => name === 'locked-scan.bin');
  expect(arrived).toMatchObject([{ status: 'ready', size: LARGE_BYTES }]);
  const download = await ready.admin.drive(ready.group).download(arrived[0]?.node_id ?? '');
  const stored = createHash('sha256').update(await download.bytes());
  expect(stored.digest('hex')).toBe(createHash('sha256').update(content).digest('hex'));
});

test('a file that never arrived whole says so', async ({ desk, ready }) => {
  const drive = ready.admin.drive(ready.group);
  const abort = new AbortController();
  const begun = drive.upload(new Blob([randomBytes(LARGE_BYTES)]), {
    name: 'half.bin',
    signal: abort.signal,
    onStart: () => abort.abort(),
  });
  await expect(begun).rejects.toThrow();
  await goTo(desk, `files/${ready.group}`);
  await row(desk, 'half.bin').click();
  await expect(preview(desk).getByText('Not complete: only a part of it arrived.')).toBeVisible();
});

test('a cancelled upload in parts leaves no file', async ({ desk, ready }) => {
  const { sent, open } = await holdParts(desk, 0);
  await goTo(desk, 'files');
  await choose(desk, 'unwanted.bin', randomBytes(LARGE_BYTES));
  await expect.poll(() => sent.length, { timeout: PART_MS }).toBeGreaterThan(0);
  await tray(desk).getByRole('button', { name: 'Cancel unwanted.bin' }).click();
  await expect(tray(desk)).toBeHidden();
  open();
  await expect(row(desk, 'unwanted.bin')).toHaveCount(0);
  const nodes = await ready.admin.drive(ready.group).list({}).toArray({ limit: 20 });
  expect(nodes.filter(({ name, status }) => name === 'unwanted.bin' && status === 'ready')).toEqual([]);
});

test('a refused upload says so and the file is untouched; a second try succeeds', async ({ desk, ready }) => {
  await ready.admin.settings.patch({ max_file_bytes: 1_000_000 });
  await goTo(desk, 'files');
  await choose(desk, 'too-large.bin', randomBytes(2_000_000));
  await expect(tray(desk).getByText(/Your file is untouched/)).toBeVisible();
  await ready.admin.settings.patch({ max_file_bytes: 100_000_000 });
  await tray(desk).getByRole('button', { name: 'Retry too-large.bin' }).click();
  await expect(row(desk, 'too-large.bin')).toBeVisible();
});

test('text, pictures and PDF are shown; other kinds say that they have no preview', async ({
  desk,
  ready,
}) => {
  const drive = ready.admin.drive(ready.group);
  const { node_id: parent_id } = await drive.mkdir({ name: 'Looks', parent_id: null });
  await drive.upload(new Blob(['Findings: <b>unremarkable</b>']), { name: 'letter.txt', parent_id });
  await drive.upload(new Blob([smallPng()]), { name: 'slice.png', parent_id });
  await drive.upload(new Blob([smallPdf('Outside report')]), { name: 'report.pdf', parent_id });
  await drive.upload(new Blob([randomBytes(300)]), { name: 'raw.bin', parent_id });
  await goTo(desk, `files/${ready.group}/${parent_id}`);
  await row(desk, 'letter.txt').click();
  await expect(desk.getByLabel('Preview of letter.txt')).toHaveText('Findings: <b>unremarkable</b>');
  await row(desk, 'slice.png').click();
  const picture = preview(desk).getByRole('img', { name: 'Preview of slice.png' });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(2);
  await row(desk, 'report.pdf').click();
  await expect(preview(desk).getByTitle('Preview of report.pdf')).toHaveAttribute('src', /^blob:/);
  await row(desk, 'raw.bin').click();
  await expect(preview(desk).getByText('This kind has no preview')).toBeVisible();
});

test('a lock takes the preview away and its blob address opens nothing', async ({ desk, ready }) => {
  await ready.admin.drive(ready.group).upload(new Blob([smallPng()]), { name: 'locked.png' });
  await goTo(desk, `files/${ready.group}`);
  await row(desk, 'locked.png').click();
  const picture = preview(desk).getByRole('img', { name: 'Preview of locked.png' });
  await expect(picture).toHaveAttribute('src', /^blob:/);
  const address = (await picture.getAttribute('src')) ?? '';
  // A different fragment each time, because the page caches pictures by full address.
  expect(await opening(desk, `${address}#before`)).toBe('opened');
  await desk.keyboard.press('Control+Alt+L');
  await expect(desk.getByRole('textbox', { name: 'Passphrase', exact: true })).toBeVisible();
  // While the session ends the content is covered, then removed.
  await expect(desk.locator('[src^="blob:"]')).toHaveCount(0);
  expect(await opening(desk, `${address}#after`)).toBe('gone');
});

test('a file moved into a folder by the dialog is found there by keyboard', async ({ desk, ready }) => {
  const drive = ready.admin.drive(ready.group);
  await drive.upload(new Blob(['to move']), { name: 'move-me.txt' });
  await drive.mkdir({ name: 'Referrals', parent_id: null });
  await goTo(desk, `files/${ready.group}`);
  await row(desk, 'move-me.txt').click();
  await desk.getByRole('button', { name: 'Move', exact: true }).click();
  await desk.getByRole('combobox', { name: 'To folder' }).selectOption({ label: 'Referrals' });
  await desk.getByRole('button', { name: 'Move here' }).click();
  await expect(row(desk, 'move-me.txt')).toHaveCount(0);
  await row(desk, 'Referrals').click();
  await grid(desk).focus();
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('heading', { name: 'Referrals' })).toBeVisible();
  await expect(row(desk, 'move-me.txt')).toBeVisible();
});

test('a name that is taken is told in the dialog, and nothing changes', async ({ desk, ready }) => {
  await ready.admin.drive(ready.group).mkdir({ name: 'Taken', parent_id: null });
  await goTo(desk, `files/${ready.group}`);
  await desk.getByRole('button', { name: 'New folder' }).click();
  await desk.keyboard.type('Taken');
  await desk.keyboard.press('Enter');
  const dialog = desk.getByRole('dialog', { name: 'New folder' });
  await expect(dialog.getByText('This name is taken here')).toBeVisible();
  await desk.keyboard.press('Escape');
  await desk.getByRole('button', { name: 'Throw away' }).click();
  await expect(dialog).toBeHidden();
});

test('a file is downloaded byte for byte', async ({ desk, ready }) => {
  const content = randomBytes(70_000);
  await ready.admin.drive(ready.group).upload(new Blob([content]), { name: 'original.bin' });
  await goTo(desk, `files/${ready.group}`);
  await row(desk, 'original.bin').click();
  const started = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'Download' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe('original.bin');
  expect(readFileSync(await download.path()).equals(content)).toBe(true);
});

function opening(desk: Page, address: string): Promise<'opened' | 'gone'> {
  return desk.evaluate(
    (url) =>
      new Promise<'opened' | 'gone'>((resolve) => {
        const image = new Image();
        image.onload = () => resolve('opened');
        image.onerror = () => resolve('gone');
        image.src = url;
      }),
    address,
  );
}
