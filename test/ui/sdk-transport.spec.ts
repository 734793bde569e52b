/** Tests the SDK's browser transport in a real page: fetch, XHR uploads, ranges and hashes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { build } from 'vite';
import type { VaultClient } from '#sdk/client.ts';
import { type LiveVault, PASSPHRASE, startLiveVault } from '#test/support/live-vault.ts';

declare global {
  var vaultClient: VaultClient;
}

const ROOT = join(import.meta.dirname, '..', '..');
const ENTRY = join(ROOT, 'sdk', 'entry-of-the-spec.ts');
const CODE = `import { createClient, fetchTransport } from '#sdk/index.ts';
globalThis.vaultClient = createClient({ transport: fetchTransport() });`;

let uiDir: string;
let vault: LiveVault;
let page: Page;

test.beforeAll(async ({ browser }) => {
  uiDir = mkdtempSync(join(tmpdir(), 'srvault-page-'));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    build: { outDir: uiDir, lib: { entry: ENTRY, formats: ['es'], fileName: () => 'sdk.js' } },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? ENTRY : undefined),
        load: (id) => (id === ENTRY ? CODE : undefined),
      },
    ],
  });
  writeFileSync(
    join(uiDir, 'index.html'),
    '<!doctype html><title>SDK</title><script type="module" src="/sdk.js"></script>',
  );
  vault = await startLiveVault({ uiDir });
  const pki = join(vault.dataDir, 'pki');
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    clientCertificates: [
      { origin: vault.url, certPath: join(pki, 'desktop.crt'), keyPath: join(pki, 'desktop.key') },
    ],
  });
  page = await context.newPage();
  await page.goto(`${vault.url}/`);
  await page.waitForFunction(() => 'vaultClient' in globalThis);
  await page.evaluate(async (passphrase) => {
    await globalThis.vaultClient.session.open({ passphrase });
  }, PASSPHRASE);
});

test.afterAll(async () => {
  await vault.close();
  rmSync(uiDir, { recursive: true });
});

test('writes, lists and refuses like everywhere', async () => {
  const answer = await page.evaluate(async (security_group_id) => {
    const client = globalThis.vaultClient;
    const { index } = await client.patients.create({ security_group_id, record: { display_name: 'Page' } });
    const found = await client.patients.list({ q: 'pag' }).toArray({ limit: 2 });
    const refused = await client.patients
      .update(index.document_id, { record: {}, expected_latest_version_id: null })
      .catch((error: { code: string; status: number }) => ({ code: error.code, status: error.status }));
    return { found: found.length, refused };
  }, vault.group);
  expect(answer).toEqual({ found: 1, refused: { code: 'invalid_request', status: 422 } });
});

for (const [size, requests] of [
  [0, 1],
  [300_000, 1],
  [10_000_000, 4],
] as const) {
  test(`uploads ${size} bytes with progress, and reads them back by hash`, async () => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.method());
    });
    const answer = await page.evaluate(
      async ({ group, bytes }) => {
        const drive = globalThis.vaultClient.drive(group);
        const content = new Uint8Array(bytes).map((_byte, at) => at % 251);
        const progress: number[] = [];
        const file = new File([content], `größe-${bytes}.bin`);
        const node = await drive.upload(file, {
          verify: true,
          onProgress: ({ loaded }) => progress.push(loaded),
        });
        const download = await drive.download(node.node_id, { sha256: node.sha256 });
        const back = await download.bytes();
        return {
          name: node.name,
          size: node.size,
          same: back.length === bytes && back.every((byte, at) => byte === at % 251),
          last: progress.at(-1) ?? 0,
        };
      },
      { group: vault.group, bytes: size },
    );
    page.removeAllListeners('request');
    expect(answer).toMatchObject({ name: `größe-${size}.bin`, size, same: true });
    expect(answer.last).toBe(size);
    expect(sent).toHaveLength(requests);
  });
}

test('an abort in the middle of an upload is told as one', async () => {
  const name = await page.evaluate(async (group) => {
    const aborter = new AbortController();
    const pending = globalThis.vaultClient.drive(group).upload(new Blob([new Uint8Array(20_000_000)]), {
      name: 'aborted.bin',
      signal: aborter.signal,
      onProgress: () => aborter.abort(),
    });
    return pending.then(
      () => 'nothing',
      (error: Error) => error.name,
    );
  }, vault.group);
  expect(name).toBe('APIUserAbortError');
});
