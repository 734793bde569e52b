/** Tests the DICOM port's settings, `GET|PATCH /v1/receiver`, with DCMTK and restarts. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SecurityGroupId } from '#contract/ids.ts';
import type { ReceiverSettingsBody } from '#contract/imaging/receiver-settings.ts';
import { runPeer } from '#test/support/dicom/peer.ts';
import { type ReceivingVault, startReceivingVault } from '#test/support/dicom/receiving-vault.ts';
import { writeStudy } from '#test/support/dicom/study.ts';
import { needs } from '#test/support/left-out.ts';
import { startLiveVault } from '#test/support/live-vault.ts';

const UNKNOWN = '0192d3a0-0000-7000-8000-000000000000' as SecurityGroupId;
const STUDY = '1.2.826.0.1.3680043.10.99.1';

async function vaultAsChosen(): Promise<ReceivingVault> {
  const vault = await startReceivingVault('as_chosen');
  onTestFinished(() => vault.close());
  return vault;
}

/** Returns a free port; `held` keeps it occupied. */
async function freePort(): Promise<{ readonly port: number; readonly held: Server }> {
  const held = createServer().listen(0, '127.0.0.1');
  await once(held, 'listening');
  const address = held.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, held };
}

async function portToUse(): Promise<number> {
  const { port, held } = await freePort();
  await new Promise((resolve) => held.close(resolve));
  return port;
}

const echo = (port: number, called = 'PRAXIS', calling = 'CT1') =>
  runPeer('echoscu', ['-aet', calling, '-aec', called, '127.0.0.1', String(port)]);
const patch = (vault: ReceivingVault, body: ReceiverSettingsBody) => vault.client.imaging.patchReceiver(body);

describe('PATCH /v1/receiver', needs('echoscu'), () => {
  test('opens the port under its title for those it names, at once, and shuts it again', async () => {
    const vault = await vaultAsChosen();
    await vault.unlock();
    expect(await vault.client.imaging.receiver()).toMatchObject({ open: null, source: 'settings' });
    const port = await portToUse();
    const allow = [{ ae_title: 'CT1', address: '127.0.0.1' }];
    const state = await patch(vault, { c_store: true, port, ae_title: 'PRAXIS', allow });
    expect(state).toMatchObject({ open: { port, ae_title: 'PRAXIS', allow }, has_failed: false });
    expect(await echo(port)).toMatchObject({ code: 0 });
    expect((await echo(port, 'SRVAULT')).output).toContain('Called AE Title Not Recognized');
    expect((await echo(port, 'PRAXIS', 'CT2')).output).toContain('Calling AE Title Not Recognized');
    expect(await patch(vault, { c_store: false })).toMatchObject({ open: null, settings: { port, allow } });
    expect((await echo(port)).code).not.toBe(0);
  });

  test('holds after a restart, locked: what comes waits, and is told with its sender', async () => {
    const first = await startReceivingVault('as_chosen');
    await first.unlock();
    const port = await portToUse();
    await patch(first, { c_store: true, port });
    const vault = await first.restart();
    onTestFinished(() => vault.close());
    const target = ['-aet', 'US-2', '-aec', 'SRVAULT', '127.0.0.1', String(port)];
    const files = writeStudy(join(vault.root, 'send'), STUDY, 2);
    expect(await runPeer('storescu', [...target, ...files])).toMatchObject({ code: 0 });
    expect(await vault.client.imaging.inbox()).toMatchObject({ studies: 1, images: 2 });
    await vault.unlock();
    expect(await vault.client.imaging.receiver()).toMatchObject({ received: 2, last_sender: 'US-2' });
  });

  test('refuses what cannot be, and changes nothing', async () => {
    const vault = await vaultAsChosen();
    await vault.unlock();
    const port = await portToUse();
    await patch(vault, { c_store: true, port });
    const before = await vault.client.imaging.receiver();
    const { port: taken, held } = await freePort();
    onTestFinished(() => void held.close());
    const refused: [ReceiverSettingsBody, RegExp][] = [
      [{ port: taken }, /cannot be opened/],
      [{ allow: [{ ae_title: 'CT1', address: 'ct1.example' }] }, /IP address/],
      [{ security_group_id: UNKNOWN }, /security group was not found/],
      [{ ae_title: ' SRVAULT' }, /ae_title/],
    ];
    for (const [body, message] of refused) {
      await expect(patch(vault, body)).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringMatching(message),
      });
      const after = await vault.client.imaging.receiver();
      expect(after.settings).toEqual(before.settings);
      expect(await echo(port, 'SRVAULT')).toMatchObject({ code: 0 });
    }
  });

  test('is kept and waits where the command line rules the run', async () => {
    const vault = await startReceivingVault();
    onTestFinished(() => vault.close());
    await vault.unlock();
    const state = await patch(vault, { c_store: true, port: await portToUse(), ae_title: 'PRAXIS' });
    expect(state).toMatchObject({
      source: 'command_line',
      settings: { ae_title: 'PRAXIS' },
      open: { port: vault.dicomPort, ae_title: 'SRVAULT' },
    });
    expect(await echo(vault.dicomPort, 'SRVAULT')).toMatchObject({ code: 0 });
  });

  test('is for administrators', async () => {
    const vault = await startLiveVault();
    onTestFinished(() => vault.close());
    const owner = vault.connect();
    const refused = { code: 'permission_denied' };
    await expect(owner.imaging.receiver()).rejects.toMatchObject(refused);
    await expect(owner.imaging.patchReceiver({ c_store: true })).rejects.toMatchObject(refused);
  });
});

describe('settings that no administrator signed', () => {
  test('open nothing', async () => {
    const first = await startReceivingVault('as_chosen');
    await first.unlock();
    const port = await portToUse();
    await patch(first, { c_store: true, port });
    const vault = await first.restart(() => {
      const db = new Database(join(first.dataDir, 'vault.sqlite'));
      db.exec(`UPDATE receiver_settings SET settings_json = replace(settings_json, 'SRVAULT', 'EVIL')`);
      db.close();
    });
    onTestFinished(() => vault.close());
    expect(vault.server.dicomPort).toBeUndefined();
    await vault.unlock();
    expect(await vault.client.imaging.receiver()).toMatchObject({ open: null, settings: { c_store: false } });
  });
});
