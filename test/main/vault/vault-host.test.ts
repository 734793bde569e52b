/** Tests the vault in its worker thread, without a window. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { request } from 'undici';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createLoopbackAgent } from '#main/host/loopback-agent.ts';
import { startVaultHost, type VaultHost } from '#main/vault/vault-host.ts';
import { buildAll } from '#scripts/build/build.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { readCa } from '#test/support/certificates.ts';
import { createRawClient } from '#test/support/client.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const THREAD_FILE = join(ROOT, 'dist', 'main', 'vault-thread.js');
beforeAll(() => buildAll());

async function testHost(): Promise<{ host: VaultHost; dataDir: string; lines: string[] }> {
  const folder = testTempDir();
  process.env['SRVAULT_STATE_DIR'] = join(folder, 'state');
  const dataDir = join(folder, 'vault');
  const lines: string[] = [];
  const host = await startVaultHost({
    dataDir,
    uiDir: join(folder, 'none'),
    threadFile: THREAD_FILE,
    port: 0,
    log: (line) => lines.push(line),
  });
  onTestFinished(host.close);
  return { host, dataDir, lines };
}

describe('startVaultHost', () => {
  test('answers the desktop certificate and nobody without one', async () => {
    const { host, dataDir } = await testHost();
    const dispatcher = createLoopbackAgent(dataDir);
    onTestFinished(() => dispatcher.close());
    const { statusCode } = await request(`${host.url}/healthz`, { dispatcher });
    expect(statusCode).toBe(200);
    const nobody = createRawClient(host.url, readCa(dataDir));
    onTestFinished(nobody.close);
    expect((await nobody.send('/healthz')).status).toBe(401);
  });

  test('close gives the folder free; a second close is the same one', async () => {
    const { host, dataDir, lines } = await testHost();
    expect(existsSync(join(dataDir, 'run.json'))).toBe(true);
    expect(host.close()).toBe(host.close());
    await host.close();
    expect(existsSync(join(dataDir, 'run.json'))).toBe(false);
    const again = await startVaultHost({
      dataDir,
      uiDir: dataDir,
      threadFile: THREAD_FILE,
      port: 0,
      log: (line) => lines.push(line),
    });
    await again.close();
    expect(lines).toEqual([]);
  });

  test('says in words why a folder cannot be opened', async () => {
    const { dataDir } = await testHost();
    const second = startVaultHost({
      dataDir,
      uiDir: dataDir,
      threadFile: THREAD_FILE,
      port: 0,
      log: () => undefined,
    });
    await expect(second).rejects.toThrow('Another process is already using this vault folder.');
  });

  test('the main thread stays free while the vault derives keys and writes', async () => {
    const { host, dataDir } = await testHost();
    const dispatcher = createLoopbackAgent(dataDir);
    onTestFinished(() => dispatcher.close());
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const { statusCode } = await request(`${host.url}/v1/vault`, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Practice',
        owner: { display_name: 'Dr. Test' },
        passphrase: 'violet harbour mosaic 7 lantern',
      }),
    });
    clearInterval(timer);
    delay.disable();
    expect(statusCode).toBe(201);
    // Creating a vault computes for hundreds of milliseconds; in this thread hardly a turn would have run.
    expect(turns).toBeGreaterThan(20);
  });
});
