/** Tests `npm start` without a window: states the reason, serves the vault, ends like a server. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { readCa, readDesktop } from '#test/support/certificates.ts';
import { createRawClient } from '#test/support/client.ts';
import { onlyWhere } from '#test/support/left-out.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

interface Started {
  readonly dataDir: string;
  /** Output until the vault was ready. */
  readonly text: string;
  readonly url: string;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly exited: Promise<number | null>;
}

async function start(args: readonly string[] = [], extra: NodeJS.ProcessEnv = {}): Promise<Started> {
  const folder = testTempDir();
  const dataDir = join(folder, 'vault');
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...environment } = process.env;
  const child = spawn(
    process.execPath,
    [join(ROOT, 'scripts', 'start.ts'), '--data', dataDir, '--port', '0', ...args],
    {
      env: { ...environment, ...extra, SRVAULT_STATE_DIR: join(folder, 'state') },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (line.startsWith('Ctrl+C')) break;
  }
  const { url } = JSON.parse(lines[0] ?? '');
  return { dataDir, text: lines.join('\n'), url, kill: (signal) => void child.kill(signal), exited };
}

describe('npm start', () => {
  test(
    'without a display says so, and how to go on',
    onlyWhere(process.platform === 'linux', 'other systems have a display without DISPLAY'),
    async () => {
      const { text, url, dataDir } = await start();
      expect(text).toContain('No window was opened: there is no display');
      expect(text).toContain(`${url}/`);
      expect(text).toContain(join(dataDir, 'pki', 'desktop.p12'));
      expect(text).toContain('create the vault');
      expect(text).toContain(`ssh -L ${new URL(url).port}:127.0.0.1:${new URL(url).port} `);
    },
  );

  test('serves the interface and the API to the desktop certificate', async () => {
    const { url, dataDir } = await start(['--headless']);
    const client = createRawClient(url, readCa(dataDir), readDesktop(dataDir));
    onTestFinished(client.close);
    expect((await client.send('/')).text).toContain('<div id="root">');
    expect((await client.send('/v1/vault')).json.state).toBe('uninitialized');
  });

  test('a second start on the same folder says where the first one is, and ends with 1', async () => {
    const { url, dataDir } = await start(['--headless']);
    const second = spawnSync(
      process.execPath,
      [join(ROOT, 'scripts', 'start.ts'), '--data', dataDir, '--headless'],
      { encoding: 'utf8' },
    );
    expect(second.status).toBe(1);
    expect(second.stderr).toContain('Another process is already using this vault folder.');
    expect(second.stderr).toContain(`It is served at ${url}/`);
  });

  test('ends when the shell that npm had put in between is gone', async () => {
    const folder = testTempDir();
    const dataDir = join(folder, 'vault');
    const shell = spawn(
      'sh',
      [
        '-c',
        '"$0" "$@"; true',
        process.execPath,
        join(ROOT, 'scripts', 'start.ts'),
        '--data',
        dataDir,
        '--port',
        '0',
        '--headless',
      ],
      {
        env: { ...process.env, npm_lifecycle_event: 'start', SRVAULT_STATE_DIR: join(folder, 'state') },
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    const closed = new Promise<void>((resolve) => shell.once('close', () => resolve()));
    const runFile = join(dataDir, 'run.json');
    await expect.poll(() => existsSync(runFile)).toBe(true);
    shell.kill('SIGTERM');
    // Resolves once the server has closed the pipe.
    await closed;
    expect(existsSync(runFile)).toBe(false);
  });

  test(
    'as root it opens no window, because the sandbox would be off',
    onlyWhere(process.platform === 'linux' && process.getuid?.() === 0, 'needs root'),
    async () => {
      const { text } = await start([], { DISPLAY: ':99' });
      expect(text).toContain("Chromium's sandbox does not run as root");
    },
  );

  test('a folder that opens a vault on another machine makes none of its own beside it', () => {
    const dataDir = join(testTempDir(), 'vault');
    mkdirSync(join(dataDir, 'remote'), { recursive: true });
    const agreed = { workspace_id: 'w', name: 'Northgate', founder_key: 'f', addresses: ['https://a:1'] };
    writeFileSync(join(dataDir, 'remote', 'vault.json'), JSON.stringify(agreed));
    const args = [join(ROOT, 'scripts', 'start.ts'), '--data', dataDir, '--headless'];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain('opens «Northgate» on another machine, which needs a window of Electron');
    expect(readdirSync(dataDir)).toEqual(['remote']);
  });

  test('--help says what there is, and what is downloaded', () => {
    const args = [join(ROOT, 'scripts', 'start.ts'), '--help'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('ELECTRON_SKIP_BINARY_DOWNLOAD=1');
  });

  test('a reader of its help that goes away is no failure', async () => {
    const child = spawn(process.execPath, [join(ROOT, 'scripts', 'start.ts'), '--help']);
    child.stdout.destroy();
    const closed = new Promise((resolve) => child.once('close', resolve));
    expect(await text(child.stderr)).toBe('');
    expect(await closed).toBe(0);
  });

  test.each([
    ['--colour', 'blue'],
    ['--port', 'abc'],
    ['--port', '65536'],
    ['--port', ''],
    ['--port', '1e3'],
    ['--port', '0x50'],
    ['--data', ''],
  ])('a wrong option (%s %s) is told with the usage, and ends with 2', (...wrong) => {
    const args = [join(ROOT, 'scripts', 'start.ts'), ...wrong];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toContain('Usage: npm start');
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s ends it with 0', async (signal) => {
    const { kill, exited } = await start(['--headless']);
    kill(signal);
    expect(await exited).toBe(0);
  });
});
