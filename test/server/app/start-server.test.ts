import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openVault } from '#server/app/open-vault.ts';
import { startServer } from '#server/app/start-server.ts';
import { UI_CONTENT_SECURITY_POLICY } from '#server/http/ui/ui-headers.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { readRunFile } from '#server/system/config/folder/run-file.ts';
import { readDesktop } from '#test/support/certificates.ts';
import { createTestClock } from '#test/support/clock.ts';
import {
  PASSPHRASE,
  startInitialisedServer,
  startTestServer,
  testServer,
} from '#test/support/start-tls-server.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('startServer', () => {
  test('on an empty folder makes the PKI and answers uninitialized', async () => {
    const vault = await testServer();
    const state = await vault.desktop.send('/v1/vault');
    expect(state.json).toEqual({
      state: 'uninitialized',
      workspace_id: null,
      name: null,
      founder_key: null,
      persons: [],
    });
    const refused = await vault.desktop.send('/v1/session', {
      method: 'POST',
      body: { passphrase: 'x'.repeat(12) },
    });
    expect(refused.json.error.code).toBe('not_initialized');
    expect(statSync(vault.dataDir).mode & 0o777).toBe(0o700);
  });

  test('says in run.json where it is, for as long as it runs', async () => {
    const vault = await startTestServer();
    const { runFile } = dataDirLayout(vault.dataDir);
    expect(readRunFile(runFile)).toEqual({ url: vault.server.url, pid: process.pid });
    expect(statSync(runFile).mode & 0o777).toBe(0o600);
    await vault.server.close();
    expect(existsSync(runFile)).toBe(false);
    await vault.stop();
  });

  test('refuses a port in use and leaves the folder free', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void blocker.close());
    await new Promise((resolve) => blocker.once('listening', resolve));
    const address = blocker.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const base = testTempDir();
    const options = { dataDir: join(base, 'vault'), stateDir: join(base, 'state') };
    await expect(startServer({ ...options, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await (await openVault(options)).close();
  });

  test('two servers cannot have one folder', async () => {
    const vault = await testServer();
    const { dataDir, stateDir } = vault;
    await expect(startServer({ dataDir, stateDir, port: 0 })).rejects.toThrow(/already using/);
  });
});

describe('server certificate', () => {
  test('is renewed at an unlock from 60 days before its end, for connections from then on', async () => {
    const now = Date.now();
    const clock = createTestClock(now - 2 * 365 * DAY_MS + 50 * DAY_MS);
    const vault = await startTestServer({ clock });
    onTestFinished(vault.stop);
    const fingerprint = () => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const socket = connect({ port: vault.server.port, host: '127.0.0.1', ca: vault.ca }, () => {
        resolve(socket.getPeerCertificate().fingerprint256);
        socket.destroy();
      });
      socket.once('error', reject);
      return promise;
    };
    const first = await fingerprint();
    clock.advance(now - clock.nowMs());
    const body = { name: 'W', owner: { display_name: 'O' }, passphrase: PASSPHRASE };
    await vault.desktop.send('/v1/vault', { method: 'POST', body });
    await vault.desktop.send('/v1/session', { method: 'POST', body: { passphrase: PASSPHRASE } });
    await expect.poll(fingerprint).not.toBe(first);
    expect((await vault.desktop.send('/healthz')).status).toBe(200);
  });
});

describe('close', () => {
  test('does not wait for a peer that connected and never shook hands', async () => {
    const vault = await startTestServer();
    const silent = createConnection(vault.server.port, '127.0.0.1');
    onTestFinished(() => void silent.destroy());
    await once(silent, 'connect');

    const cut = once(silent, 'close');
    await vault.stop();

    await cut;
  });

  test('lets a request in flight end, refuses new connections, and locks every session', async () => {
    const vault = await startInitialisedServer();
    const { cert, key } = readDesktop(vault.dataDir);
    const url = `${vault.server.url}/v1/patients`;
    const body = JSON.stringify({
      security_group_id: vault.security_group_id,
      record: { display_name: 'Last' },
    });
    const slow = request(url, {
      method: 'POST',
      ca: vault.ca,
      cert,
      key,
      headers: {
        authorization: `Bearer ${vault.token}`,
        'content-type': 'application/json',
        'content-length': body.length,
      },
    });
    const status = new Promise((resolve, reject) => {
      slow.once('response', (response) => resolve(response.statusCode));
      slow.once('error', reject);
    });
    await new Promise<void>((resolve) => slow.write(body.slice(0, 10), () => resolve()));
    // The request has arrived once a later one on another connection is answered.
    await vault.desktop.send('/healthz');
    const closing = vault.server.close();
    slow.end(body.slice(10));
    expect(await status).toBe(201);
    await closing;
    await expect(vault.desktop.send('/healthz')).rejects.toThrow();
    await vault.stop();
  });

  test('leaves an empty write-ahead log and a clean mark', async () => {
    const vault = await startInitialisedServer();
    await vault.server.close();
    const { database } = dataDirLayout(vault.dataDir);
    expect(existsSync(`${database}-wal`)).toBe(false);
    const db = new SqliteDatabase(database, { readonly: true });
    expect(db.prepare('SELECT is_clean FROM service_state').pluck().get()).toBe(1);
    db.close();
    await vault.stop();
  });
});

describe('openVault after a crash', () => {
  test('refuses a damaged database and touches nothing', async () => {
    const base = testTempDir();
    const options = { dataDir: join(base, 'vault'), stateDir: join(base, 'state') };
    await (await openVault(options)).close();
    const { database } = dataDirLayout(options.dataDir);
    const db = new SqliteDatabase(database);
    db.exec('UPDATE service_state SET is_clean = 0');
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
    const bytes = readFileSync(database);
    bytes.fill(0xee, 3 * 4096, 6 * 4096);
    writeFileSync(database, bytes);
    await expect(openVault(options)).rejects.toMatchObject({ code: 'protocol_error' });
    expect(readFileSync(database).equals(bytes)).toBe(true);
  });
});

describe('interface files', () => {
  test('are served at / behind the gate, with a strict policy and no caching', async () => {
    const uiDir = join(testTempDir(), 'renderer');
    mkdirSync(join(uiDir, 'assets'), { recursive: true });
    writeFileSync(join(uiDir, 'index.html'), '<!doctype html><title>Vault</title>');
    writeFileSync(join(uiDir, 'assets', 'main.js'), 'export {};');
    writeFileSync(join(uiDir, '..', 'outside.txt'), 'outside');
    const vault = await testServer({ uiDir });
    const page = await vault.desktop.send('/');
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.headers['content-security-policy']).toBe(UI_CONTENT_SECURITY_POLICY);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    const script = await vault.desktop.send('/assets/main.js', {
      headers: { range: 'bytes=0-1', 'if-none-match': '*' },
    });
    expect(script.status).toBe(200);
    expect(script.text).toBe('export {};');
    for (const path of ['/../outside.txt', '/%2e%2e/outside.txt', '/assets/', '/assets', '/missing.js']) {
      expect((await vault.desktop.send(path)).status, path).toBe(404);
    }
    expect((await vault.desktop.send('/', { method: 'POST' })).status).toBe(404);
  });
});
