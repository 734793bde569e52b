/** Tests the output at a real terminal, created by `script`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeProfile } from '#test/cli/fake-profile.ts';
import { SRVAULT } from '#test/cli/run-srvault.ts';
import { needs, unless } from '#test/support/left-out.ts';
import { type FakeVault, startFakeVault } from '#test/support/sdk-fake-server.ts';

const ID = '01890000-0000-7000-8000-000000000001';
const SECRET = 'copper heron ninth landing 17';

let root: string;
let vault: FakeVault;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'srvault-terminal-'));
  vault = await startFakeVault(({ path }) => {
    if (path === '/v1/session') return { status: 201, body: { session_token: 'bearer', session: {} } };
    if (path === '/v1/session/lock') return { body: {} };
    return { body: Buffer.alloc(2_000_000, 'x'), holdAfter: 1_000_000 };
  });
  writeProfile(join(root, 'credential'), vault);
});
afterAll(async () => {
  await vault.close();
  rmSync(root, { recursive: true });
});

const quoted = (text: string) => `'${text}'`;

/** Runs `srvault` directly in its own terminal, without a shell. */
function inTerminal(args: readonly string[]): { child: ChildProcess; shown: () => string } {
  const line = ['exec', process.execPath, SRVAULT, ...args].map((word, at) =>
    at === 0 ? word : quoted(word),
  );
  const child = spawn('script', ['--quiet', '--return', '--command', line.join(' '), '/dev/null'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, TERM: 'xterm', SRVAULT_STATE_DIR: join(root, 'state'), SRVAULT_PASSPHRASE: '' },
  });
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return { child, shown: () => text };
}

const isLinux = process.platform === 'linux';

describe('at a terminal', isLinux ? needs('script') : unless('its «script» takes other options'), () => {
  test('whoever answers the moment a question stands there is not shown', async () => {
    const data = join(root, 'vault');
    const { child, shown } = inTerminal(['init', '--data', data, '--workspace', 'W', '--owner', 'O']);
    const closed = new Promise((resolve) => child.once('close', resolve));
    let answered = 0;
    child.stdout?.on('data', () => {
      const asked = shown().split(/(?:more\)|Once more): /).length - 1;
      for (; answered < asked; answered += 1) child.stdin?.write(`${SECRET}\r`);
    });
    expect(await closed).toBe(0);
    expect(answered).toBe(2);
    expect(shown()).toContain('Recovery key, shown only now: ');
    // Words only, because keys and ids contain digits and hexadecimal letters.
    for (const word of ['copper', 'heron', 'ninth', 'landing']) expect(shown()).not.toContain(word);
  });

  test('a terminal that goes away in a download leaves nothing in clear behind', async () => {
    const folder = mkdtempSync(join(root, 'download-'));
    const out = join(folder, 'f');
    const { child } = inTerminal(['drive', 'get', ID, '--out', out, '--profile', join(root, 'credential')]);
    await expect.poll(() => readdirSync(folder).some((name) => name.endsWith('.part'))).toBe(true);
    child.kill('SIGKILL');
    await expect.poll(() => readdirSync(folder)).toEqual([]);
  });
});
