import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkRollback, createRollbackAnchor } from '#server/config/rollback-anchor.ts';
import { openVault } from '#server/open-vault.ts';
import { PASSPHRASE } from '#test/support/start-tls-server.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const ONE = '01900000-0000-7000-8000-000000000001';
const OTHER = '01900000-0000-7000-8000-000000000002';

describe('checkRollback', () => {
  test('goes on where the database is where the anchor is, or further', () => {
    expect(checkRollback(undefined, { epoch: 1, commit_count: 0 }, false)).toBe(1);
    expect(checkRollback({ epoch: 1, commit_count: 5 }, { epoch: 1, commit_count: 5 }, false)).toBe(1);
    expect(checkRollback({ epoch: 1, commit_count: 5 }, { epoch: 2, commit_count: 1 }, false)).toBe(2);
  });

  test('refuses a database behind the anchor, or begins a new epoch where that is accepted', () => {
    const anchor = { epoch: 3, commit_count: 5 };
    expect(() => checkRollback(anchor, { epoch: 3, commit_count: 4 }, false)).toThrow(/--accept-rollback/);
    expect(() => checkRollback(anchor, { epoch: 2, commit_count: 99 }, false)).toThrow(/--accept-rollback/);
    expect(checkRollback(anchor, { epoch: 3, commit_count: 4 }, true)).toBe(4);
  });
});

describe('createRollbackAnchor', () => {
  test('reads back what it wrote, and nothing of another vault', () => {
    const anchor = createRollbackAnchor(testTempDir());
    anchor.write(ONE, { epoch: 1, commit_count: 9 });
    expect(anchor.read(ONE)).toEqual({ epoch: 1, commit_count: 9 });
    expect(anchor.read(OTHER)).toBeUndefined();
  });

  test('a workspace id that is none never becomes a path', () => {
    const folder = testTempDir();
    const anchor = createRollbackAnchor(join(folder, 'state'));
    expect(() => anchor.write('../../victim', { epoch: 1, commit_count: 9 })).toThrow(/damaged/);
    expect(() => anchor.read('../../victim')).toThrow(/damaged/);
    expect(existsSync(join(folder, 'victim.json'))).toBe(false);
  });
});

describe('openVault where the anchor cannot be written', () => {
  test('works on and reports it', async () => {
    const base = testTempDir();
    const stateDir = join(base, 'state');
    writeFileSync(stateDir, 'a file where the folder should be');
    const failures: string[] = [];
    const vault = await openVault({
      dataDir: join(base, 'vault'),
      stateDir,
      onBackgroundFailure: (what) => failures.push(what),
    });
    await vault.services.vault.init({ name: 'W', owner: { display_name: 'O' }, passphrase: PASSPHRASE });
    vault.commits.checkpoint();
    expect(failures).toContain('rollback anchor');
    await vault.close();
  });
});

describe('openVault on a folder that was set back', () => {
  test('refuses, and opens once the rollback is accepted', async () => {
    const base = testTempDir();
    const options = { dataDir: join(base, 'vault'), stateDir: join(base, 'state') };
    const first = await openVault(options);
    await first.services.vault.init({ name: 'W', owner: { display_name: 'O' }, passphrase: PASSPHRASE });
    await first.close();
    cpSync(options.dataDir, join(base, 'copy'), { recursive: true });
    await (await openVault(options)).close();

    rmSync(options.dataDir, { recursive: true });
    cpSync(join(base, 'copy'), options.dataDir, { recursive: true });
    await expect(openVault(options)).rejects.toThrow(/older than it was/);
    await (await openVault({ ...options, acceptRollback: true })).close();
    await (await openVault(options)).close();
  });
});
