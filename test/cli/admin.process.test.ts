import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentOf, srvault, startSrvault, textOf } from './run-srvault.ts';

const PASSPHRASE = 'correct horse battery staple';
const NO_VAULT_YET = /^srvault: no vault has been made in .* yet[^\n]*\n$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let root: string;
let data: string;
let group: string;
let env: Record<string, string>;
let passphraseFile: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'srvault-admin-'));
  data = join(root, 'vault');
  env = { SRVAULT_STATE_DIR: join(root, 'state') };
  passphraseFile = join(root, 'passphrase');
  writeFileSync(passphraseFile, `${PASSPHRASE}\n`, { mode: 0o600 });
  const names = ['--workspace', 'Práctice', '--owner', 'Dr A'];
  const run = await srvault(
    ['init', '--data', data, ...names, '--passphrase-file', passphraseFile, '--json'],
    { env },
  );
  const created = documentOf(run);
  expect(run.exitCode).toBe(0);
  expect(created).toEqual({
    workspace_id: expect.stringMatching(UUID),
    security_group_id: expect.stringMatching(UUID),
    recovery_key: expect.stringMatching(/^([0-9A-Z]{5}-?)+/),
    data_dir: data,
  });
  group = created.security_group_id;
});
afterAll(() => rmSync(root, { recursive: true }));

/**
 * Serves the folder, runs `work` with the address, then stops the server by `signal`. `said` is the allowed output on
 * stderr, `more` are further options.
 */
async function served(
  signal: NodeJS.Signals,
  work: (url: string) => Promise<void>,
  said = /^$/,
  more: readonly string[] = [],
): Promise<void> {
  const child = startSrvault(['serve', '--data', data, '--port', '0', ...more], { env });
  const stderr = textOf(child.stderr);
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout ?? process.stdin });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const first = new Promise<string>((resolve, reject) => {
    reader.on('line', (line) => {
      lines.push(line);
      resolve(line);
    });
    ended.then(async (code) => reject(new Error(`srvault serve ended with ${code}: ${await stderr}`)));
  });
  try {
    const event = JSON.parse(await first);
    expect(event).toEqual({ event: 'listening', url: expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+$/) });
    await work(event.url);
  } finally {
    child.kill(signal);
  }
  expect({ exitCode: await ended, stderr: await stderr, lines: lines.length }).toEqual({
    exitCode: 0,
    stderr: expect.stringMatching(said),
    lines: 1,
  });
}

/** Returns the SHA-256 of every file below a folder. */
function hashes(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  return Object.fromEntries(
    files.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  );
}

function create(name: string, ...more: string[]) {
  const out = join(root, name);
  const args = ['--data', data, '--name', name, '--group', group, '--role', 'editor', '--out', out];
  return srvault(['credential', 'create', ...args, ...more], {
    env: { ...env, SRVAULT_PASSPHRASE: PASSPHRASE },
  });
}

describe('srvault init', () => {
  test('leaves an existing vault as it is and ends with 6', async () => {
    const before = hashes(data);
    const run = await srvault(
      [
        'init',
        '--data',
        data,
        '--workspace',
        'X',
        '--owner',
        'Y',
        '--passphrase-file',
        passphraseFile,
        '--json',
      ],
      { env },
    );
    expect(run.exitCode).toBe(6);
    expect(documentOf(run).error.code).toBe('already_initialized');
    expect(hashes(data)).toEqual(before);
  });

  test('refuses a weak passphrase with 7 and makes no vault', async () => {
    const weak = join(root, 'weak');
    const run = await srvault(['init', '--data', weak, '--workspace', 'X', '--owner', 'Y', '--json'], {
      env: { ...env, SRVAULT_PASSPHRASE: 'passwordpassword' },
    });
    expect(run.exitCode).toBe(7);
    expect(documentOf(run).error.code).toBe('invalid_request');
    const again = await srvault(['init', '--data', weak, '--workspace', 'X', '--owner', 'Y', '--json'], {
      env: { ...env, SRVAULT_PASSPHRASE: PASSPHRASE },
    });
    expect(again.exitCode).toBe(0);
  });

  test('needs a passphrase, and says where it may come from', async () => {
    const run = await srvault(['init', '--data', join(root, 'none'), '--workspace', 'X', '--owner', 'Y'], {
      env,
    });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain('--passphrase-file');
    expect(readdirSync(root)).not.toContain('none');
  });
});

describe('srvault credential', () => {
  test('create writes a folder whose secrets are private, on a folder nobody serves', async () => {
    const run = await create('offline', '--json');
    expect(run.exitCode).toBe(0);
    const out = join(root, 'offline');
    expect(documentOf(run)).toEqual({
      credential_id: expect.stringMatching(UUID),
      principal_id: expect.stringMatching(UUID),
      client_cn: expect.stringMatching(/^offline-[0-9a-f]{8}$/),
      out,
    });
    expect(readdirSync(out).sort()).toEqual([
      'ca.crt',
      'client.crt',
      'client.key',
      'credential.json',
      'token',
    ]);
    for (const name of ['client.key', 'token']) expect(statSync(join(out, name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(out, 'credential.json'), 'utf8')).not.toContain(
      readFileSync(join(out, 'token'), 'utf8').trim(),
    );
  });

  test('create never writes over a credential', async () => {
    const before = readFileSync(join(root, 'offline', 'token'));
    const run = await create('offline');
    expect(run.exitCode).toBe(2);
    expect(readFileSync(join(root, 'offline', 'token')).equals(before)).toBe(true);
  });

  test('a wrong passphrase ends with 3', async () => {
    const run = await srvault(['credential', 'list', '--data', data, '--json'], {
      env: { ...env, SRVAULT_PASSPHRASE: 'quite another passphrase' },
    });
    expect(run.exitCode).toBe(3);
    expect(documentOf(run).error.code).toBe('credential_rejected');
  });

  test('a credential that does not come about leaves no folder, and no vault where there was none', async () => {
    const out = join(root, 'not-issued');
    const elsewhere = join(root, 'no-vault');
    const args = ['--name', 'x', '--group', group, '--role', 'editor', '--out', out];
    const wrong = await srvault(['credential', 'create', '--data', data, ...args], {
      env: { ...env, SRVAULT_PASSPHRASE: 'quite another passphrase' },
    });
    const nowhere = await srvault(
      ['credential', 'create', '--data', elsewhere, ...args, '--passphrase-file', passphraseFile],
      { env },
    );
    expect([wrong.exitCode, nowhere.exitCode]).toEqual([3, 6]);
    expect(nowhere.stderr).toContain('srvault init');
    expect([existsSync(out), existsSync(elsewhere)]).toEqual([false, false]);
  });

  test('works while the server runs, and revoking ends the credential at once', async () => {
    await served('SIGTERM', async (url) => {
      const created = documentOf(await create('online', '--expires-days', '30', '--json'));
      const profile = ['--profile', join(root, 'online')];
      const status = documentOf(await srvault(['status', ...profile, '--check', '--json']));
      expect(status).toMatchObject({ base_url: url, is_expired: false, check: { state: 'unlocked' } });
      expect(status.check.groups).toEqual([
        { security_group_id: group, name: expect.any(String), role: 'editor', key_available: true },
      ]);
      const withPassphrase = { env: { ...env, SRVAULT_PASSPHRASE: PASSPHRASE } };
      const list = await srvault(['credential', 'list', '--data', data, '--json'], withPassphrase);
      expect(
        documentOf(list)
          .items.map(({ name }: { name: string }) => name)
          .sort(),
      ).toEqual(['offline', 'online']);
      const revoke = await srvault(
        ['credential', 'revoke', created.credential_id, '--data', data, '--json'],
        withPassphrase,
      );
      expect(documentOf(revoke).revoked_at).not.toBeNull();
      expect((await srvault(['status', ...profile, '--check'])).exitCode).toBe(3);
    });
  });
});

describe('srvault serve', () => {
  test('drains and ends with 0 on SIGINT too, and takes no second process on its folder', async () => {
    await served('SIGINT', async (url) => {
      const second = await srvault(['serve', '--data', data, '--port', '0'], { env });
      expect(second.exitCode).toBe(6);
      expect(second.stdout).toBe('');
      expect(second.stderr).toContain(`already using this vault folder: it is served at ${url}/ by process `);
    });
    expect(readdirSync(data)).not.toContain('run.json');
    expect(readdirSync(data)).not.toContain('vault.sqlite-wal');
  });

  test('says plainly what is in its way: a taken port, a folder that is none', async () => {
    await served('SIGTERM', async (url) => {
      const port = new URL(url).port;
      const taken = await srvault(['serve', '--data', join(root, 'second'), '--port', port], { env });
      expect(taken).toMatchObject({ exitCode: 2, stdout: '' });
      expect(taken.stderr).toContain(`port ${port} is in use`);
    });
    const file = await srvault(['serve', '--data', passphraseFile, '--port', '0'], { env });
    expect(file).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is not a folder') });
  });

  test('serves an empty folder as an uninitialised vault that init reaches over its socket', async () => {
    const whole = data;
    data = join(root, 'empty');
    try {
      await served(
        'SIGTERM',
        async () => {
          const run = await srvault(['init', '--data', data, '--workspace', 'X', '--owner', 'Y', '--json'], {
            env: { ...env, SRVAULT_PASSPHRASE: PASSPHRASE },
          });
          expect(run.exitCode).toBe(0);
        },
        NO_VAULT_YET,
      );
    } finally {
      data = whole;
    }
  });

  test('init names no other place for a folder that is served, and makes no vault there', async () => {
    const whole = data;
    data = join(root, 'placed');
    const shared = join(root, 'shared');
    mkdirSync(shared);
    const unlocked = { ...env, SRVAULT_PASSPHRASE: PASSPHRASE };
    const init = (...places: string[]) =>
      srvault(['init', '--data', data, '--workspace', 'X', '--owner', 'Y', ...places, '--json'], {
        env: unlocked,
      });
    try {
      await served(
        'SIGTERM',
        async () => {
          const store = 'postgres://vault@127.0.0.1:1/vault';
          for (const [places, option] of [
            [['--store', store], '--store'],
            [['--blobs', shared], '--blobs'],
            [['--store', store, '--blobs', shared], '--store and --blobs'],
          ] as const) {
            const refused = await init(...places);
            expect(refused.exitCode).toBe(2);
            expect(documentOf(refused).error).toMatchObject({
              code: 'usage',
              message: expect.stringContaining(`without this ${option}, and keeps its place`),
            });
          }
          for (const name of ['store', 'files']) expect(readdirSync(data)).not.toContain(name);
          expect(readdirSync(shared)).toEqual([]);
          const health = await srvault(['health', '--ready', '--data', data], { env });
          expect(health.exitCode).toBe(6);
        },
        NO_VAULT_YET,
      );
      await served(
        'SIGTERM',
        async () => {
          expect((await init('--blobs', shared)).exitCode).toBe(0);
        },
        NO_VAULT_YET,
        ['--blobs', shared],
      );
    } finally {
      data = whole;
    }
  });

  test('says whom a list of common names shuts out that leaves out the desktop', async () => {
    const before = env;
    try {
      env = { ...before, SERVICE_API_ALLOWED_CLIENT_CN: 'nightly' };
      const words = /^srvault: SERVICE_API_ALLOWED_CLIENT_CN does not name «desktop»: [^\n]*\n$/;
      await served('SIGTERM', async () => undefined, words);
      env = { ...before, SERVICE_API_ALLOWED_CLIENT_CN: 'nightly, desktop' };
      await served('SIGTERM', async () => undefined);
    } finally {
      env = before;
    }
  });

  test('ends tidily where its terminal goes away', () => served('SIGHUP', async () => undefined));

  test.each(['-1', '65536', 'x', ''])('refuses the port «%s»', async (port) => {
    expect((await srvault(['serve', '--data', data, '--port', port], { env })).exitCode).toBe(2);
  });
});
