/** Options of `srvault migrate`; test/server/integrity/migrate/migrate-vault.peer.test.ts tests the migration. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockFolder } from '#server/system/config/folder/folder-lock.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { documentOf, srvault } from './run-srvault.ts';

const PASSPHRASE = 'violet harbour mosaic 7 lantern';

test.each([
  [['--to', 'postgres://vault@127.0.0.1:1/vault']],
  [['--store', 'postgres://vault@127.0.0.1:1/vault']],
  [[]],
])(
  'with %j and no folder named it refuses, and touches the default folder as little as the vault',
  async (more) => {
    const root = testTempDir();
    const [old, home] = [join(root, 'vault'), join(root, 'home')];
    const env = { SRVAULT_STATE_DIR: join(root, 'state'), HOME: home, XDG_DATA_HOME: join(home, 'data') };
    const unlocked = { ...env, SRVAULT_PASSPHRASE: PASSPHRASE };
    await srvault(['init', '--data', old, '--workspace', 'Clinic', '--owner', 'Dr. Ada'], { env: unlocked });
    const refused = await srvault(['migrate', '--from', old, ...more], { env });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('Name with --data the folder into which');
    expect(existsSync(home)).toBe(false);
    expect(readdirSync(old)).not.toContain('migrated');
  },
);

test('moves a vault nobody holds, says what it did, and how to go back', async () => {
  const root = testTempDir();
  const [old, there] = [join(root, 'vault'), join(root, 'there')];
  const env = { SRVAULT_STATE_DIR: join(root, 'state') };
  const run = (args: readonly string[], more = {}) => srvault(args, { env: { ...env, ...more } });
  const unlocked = { SRVAULT_PASSPHRASE: PASSPHRASE };
  expect((await run(['migrate', '--from', old, '--data', there, '--json'])).exitCode).toBe(6);
  await run(['init', '--data', old, '--workspace', 'Clinic', '--owner', 'Dr. Ada'], unlocked);

  const held = lockFolder(join(old, 'lock.sqlite'));
  const refused = await run(['migrate', '--from', old, '--data', there, '--json']);
  expect(refused.exitCode).toBe(6);
  expect(documentOf(refused)).toMatchObject({ error: { code: 'already_served' } });
  held.release();
  expect((await run(['migrate', '--from', old, '--data', join(old, 'in')])).exitCode).toBe(7);
  expect(existsSync(there)).toBe(false);

  const moved = await run(['migrate', '--from', old, '--data', there, '--json'], unlocked);
  expect(moved.exitCode).toBe(0);
  expect(documentOf(moved)).toMatchObject({
    ...{ data_dir: there, store: null, blobs: null, findings: [], opened_versions: 0 },
    tables: expect.arrayContaining([expect.objectContaining({ table: 'workspace', rows: 1 })]),
  });
  expect(moved.stderr).toContain('remove the file «migrated»');
  expect(readdirSync(there)).not.toContain('migrating');
  expect((await run(['verify', '--data', there, '--json'], unlocked)).exitCode).toBe(0);
  const closed = await run(['credential', 'list', '--data', old], unlocked);
  expect(closed).toMatchObject({ exitCode: 10, stderr: expect.stringContaining(there) });
});
