/** Tests folders owned by another user, and folders without a vault: commands must write nothing unasked. */
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onlyWhere } from '#test/support/left-out.ts';
import { type LiveVault, PASSPHRASE, startLiveVault } from '#test/support/live-vault.ts';
import { documentOf, srvault } from './run-srvault.ts';

const SERVICE_UID = 61_184;
const isRoot = process.geteuid?.() === 0;

let vault: LiveVault;
beforeAll(async () => {
  vault = await startLiveVault();
});
afterAll(() => vault.close());

function run(...args: string[]) {
  const env = { SRVAULT_STATE_DIR: join(vault.root, 'state'), SRVAULT_PASSPHRASE: PASSPHRASE };
  return srvault(args[0] === 'serve' ? args : [...args, '--json'], { env });
}

function ofService(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(join(folder, entry), SERVICE_UID, SERVICE_UID);
  chownSync(folder, SERVICE_UID, SERVICE_UID);
}

describe('as root', onlyWhere(isRoot, 'needs root'), () => {
  test.each([
    ['credential', 'list'],
    ['certificate', 'renew'],
    ['serve', '--port', '0'],
  ])('%s %s on the vault of a service that is stopped is refused and changes nothing', async (...command) => {
    const data = join(vault.root, `of-service-${command[0]}`);
    cpSync(vault.dataDir, data, { recursive: true, filter: (path) => !path.endsWith('run.json') });
    ofService(data);
    const before = readdirSync(data, { recursive: true }).sort();
    const told = await run(...command, '--data', data);
    expect(told.exitCode).toBe(4);
    expect(told.stderr + told.stdout).toContain(String(SERVICE_UID));
    expect(readdirSync(data, { recursive: true }).sort()).toEqual(before);
  });

  test('restore and migrate into the folder of a service, or out of its vault, change nothing', async () => {
    const [state, own] = [join(vault.root, 'state-of-restored'), join(vault.root, 'of-root')];
    const [backups, old] = [join(vault.root, 'backups'), join(vault.root, 'of-service-moved')];
    expect((await run('backup', '--data', vault.dataDir, '--to', backups)).exitCode).toBe(0);
    mkdirSync(state);
    ofService(state);
    cpSync(vault.dataDir, old, { recursive: true, filter: (path) => !path.endsWith('run.json') });
    ofService(old);
    const before = readdirSync(old, { recursive: true }).sort();
    for (const command of [
      ['restore', '--from', backups, '--data', join(state, 'vault')],
      ['migrate', '--from', vault.dataDir, '--data', join(state, 'vault')],
      ['migrate', '--from', 'postgres://vault@127.0.0.1:1/vault', '--data', join(state, 'vault')],
      ['migrate', '--from', old, '--data', own],
    ]) {
      const told = await run(...command);
      expect(told.exitCode).toBe(4);
      expect(documentOf(told).error.message).toContain(`belongs to user number ${SERVICE_UID}`);
      expect(documentOf(told).error.message).not.toContain('while the service runs');
    }
    expect([readdirSync(state), existsSync(own)]).toEqual([[], false]);
    expect(readdirSync(old, { recursive: true }).sort()).toEqual(before);
  });

  test('init in the folder of a service makes nothing', async () => {
    const state = join(vault.root, 'state-of-service');
    mkdirSync(state);
    ofService(state);
    const data = join(state, 'vault');
    const told = await run('init', '--data', data, '--workspace', 'W', '--owner', 'O');
    expect(told.exitCode).toBe(4);
    expect(existsSync(data)).toBe(false);
  });
});

test('serve --existing makes no vault and no folder', async () => {
  const data = join(vault.root, 'not-mounted');
  const told = await srvault(['serve', '--existing', '--data', data, '--port', '0']);
  expect(told.exitCode).toBe(6);
  expect(existsSync(data)).toBe(false);
});

test('health says that a server has no vault, and --ready fails there', async () => {
  expect(documentOf(await run('health', '--data', vault.dataDir))).toMatchObject({ state: 'ready' });
  expect((await run('health', '--ready', '--data', vault.dataDir)).exitCode).toBe(0);
});
