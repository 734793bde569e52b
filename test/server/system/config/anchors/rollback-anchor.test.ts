import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseWorkspaceId } from '#contract/ids.ts';
import { openVault } from '#server/app/open-vault.ts';
import { createRollbackAnchor } from '#server/system/config/anchors/rollback-anchor.ts';
import { idOf } from '#test/support/ids.ts';
import { PASSPHRASE } from '#test/support/start-tls-server.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const ONE = parseWorkspaceId('01900000-0000-7000-8000-000000000001');
const ANCHORED = {
  epoch: 1,
  commit_count: 9,
  chain: '0a'.repeat(32),
  groups: { 'g/1': { epoch: 1, commit_count: 8, mac: '0b'.repeat(32) } },
};
const OTHER = parseWorkspaceId('01900000-0000-7000-8000-000000000002');

describe('createRollbackAnchor', () => {
  test('reads back what it wrote, and nothing of another vault', () => {
    const anchor = createRollbackAnchor(testTempDir());
    anchor.noteRestored(ONE, { ...ANCHORED, epoch: 2 });
    anchor.write(ONE, ANCHORED);
    expect(anchor.read(ONE)).toEqual({ latest: ANCHORED, restored: [{ ...ANCHORED, epoch: 2 }] });
    expect(anchor.read(OTHER)).toEqual({ latest: undefined, restored: [] });
  });

  test('reads an anchor of a version that kept no chain', () => {
    const folder = testTempDir();
    mkdirSync(join(folder, 'anchors'));
    writeFileSync(join(folder, 'anchors', `${ONE}.json`), '{"epoch":1,"commit_count":9}');
    const latest = { epoch: 1, commit_count: 9, chain: null, groups: {} };
    expect(createRollbackAnchor(folder).read(ONE)).toEqual({ latest, restored: [] });
  });

  test('a workspace id that is none never becomes a path', () => {
    const folder = testTempDir();
    const anchor = createRollbackAnchor(join(folder, 'state'));
    expect(() => anchor.write(idOf('../../victim'), ANCHORED)).toThrow(/damaged/);
    expect(() => anchor.read(idOf('../../victim'))).toThrow(/damaged/);
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
