/** Tests settings that apply while the vault is locked, after the administrator who signed them leaves. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { desktopClient } from '#scripts/desktop-client.ts';
import { freePort } from '#scripts/free-port.ts';
import { startReceivingVault } from '#test/support/dicom/receiving-vault.ts';

const NEW_PASSPHRASE = 'marble cactus anthem 9 window';

test('outlast the one who signed them: whoever disables that one signs them, and nobody disables themselves', async () => {
  const first = await startReceivingVault('as_chosen');
  await first.unlock();
  const founder = first.client;
  const port = await freePort();
  const me = (await founder.session.get()).principal.principal_id;
  const received = await founder.imaging.patchReceiver({ c_store: true, port, ae_title: 'PRAXIS' });
  const backed = await founder.backups.patch({ target: join(first.root, 'backups'), hour: 2 });
  const { invite_code, principal_id } = await founder.principals.invite({
    display_name: 'Successor',
    is_admin: true,
    groups: [{ security_group_id: first.group, role: 'owner' }],
  });
  const successor = desktopClient(first.server.url, first.dataDir);
  await successor.session.open({ invite_code, new_passphrase: NEW_PASSPHRASE });
  await expect(founder.principals.disable(me)).rejects.toMatchObject({ code: 'has_dependents' });
  expect((await founder.session.get()).state).toBe('unlocked');
  await successor.principals.disable(me);
  await successor.close();

  const vault = await first.restart();
  onTestFinished(() => vault.close());
  expect(vault.server.dicomPort).toBe(port);
  await vault.client.session.open({ principal_id, passphrase: NEW_PASSPHRASE });
  expect((await vault.client.imaging.receiver()).settings).toEqual(received.settings);
  expect((await vault.client.backups.get()).settings).toEqual(backed.settings);
});
