/** Tests that a start failing after its checks releases everything: socket, folder lock, run.json. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseSecurityGroupId } from '#contract/ids.ts';
import { startServer } from '#server/app/start-server.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { srvault } from '#test/cli/run-srvault.ts';
import { startReceivingVault } from '#test/support/dicom/receiving-vault.ts';

const UNKNOWN = parseSecurityGroupId('0192d3a0-0000-7000-8000-000000000000');

async function stoppedVault(): Promise<{ readonly dataDir: string; readonly stateDir: string }> {
  const vault = await startReceivingVault('as_chosen');
  onTestFinished(vault.close);
  await vault.unlock();
  await vault.client.groups.create({ name: 'Second' });
  await vault.client.close();
  await vault.server.close();
  return { dataDir: vault.dataDir, stateDir: join(vault.root, 'state') };
}

async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('startServer', () => {
  test.each([
    ['the group is not named', { port: 0 }, 'invalid_request'],
    ['the group is unknown', { port: 0, group: UNKNOWN }, 'invalid_request'],
    ['the DICOM port is taken', { group: 'of the vault', port: 'taken' }, 'protocol_error'],
  ] as const)('closes everything where %s', async (_what, given, code) => {
    const folder = await stoppedVault();
    const port = given.port === 'taken' ? await takenPort() : given.port;
    const opened = await startServer({ ...folder, port: 0 });
    const [first] = opened.services.receiver.groups();
    await opened.close();
    const named = 'group' in given ? given.group : undefined;
    const group = named === 'of the vault' ? first?.security_group_id : named;
    const start = startServer({ ...folder, port: 0, dicom: { port, group, ae: 'SRVAULT', allow: [] } });
    await expect(start).rejects.toMatchObject({ code });
    expect(existsSync(dataDirLayout(folder.dataDir).runFile)).toBe(false);
    // The folder is free: the failed start has released it.
    await (await startServer({ ...folder, port: 0 })).close();
  });
});

describe('srvault serve', () => {
  test('without --dicom-group ends with 2 where the vault has two', async () => {
    const { dataDir, stateDir } = await stoppedVault();
    const run = await srvault(['serve', '--data', dataDir, '--port', '0', '--dicom-port', '0'], {
      env: { XDG_STATE_HOME: stateDir },
    });
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('--dicom-group');
  });
});
