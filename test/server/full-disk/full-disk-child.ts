/**
 * Child process with a data folder on a full 48 MiB file system in its own mount namespace. Prints the responses of a
 * served vault and of one that starts.
 */
import { closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { desktopClient } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import { VaultApiError } from '#sdk/errors.ts';
import { startServer } from '#server/app/start-server.ts';
import { createDiskReserve } from '#server/system/config/folder/disk-reserve.ts';
import { FOUNDING } from '#test/support/live-vault.ts';
import { copyPreparedVault } from '#test/support/prepared-vault.ts';

const RESERVE_WAIT_MAX_MS = 240_000;

const root = process.argv[2] ?? '';
const filler = join(root, 'filler');
const { security_group_id, device_secret } = await copyPreparedVault(root, FOUNDING);
const dataDir = join(root, 'vault');
const reserve = join(dataDir, 'reserve');

function fill(): void {
  const handle = openSync(filler, 'a');
  try {
    for (let size = 1 << 20; size >= 1; size >>= 1) {
      try {
        while (writeSync(handle, new Uint8Array(size)) === size);
      } catch {
        // The disk is full for pieces of this size.
      }
    }
  } finally {
    closeSync(handle);
  }
}

async function outcomeOf(request: Promise<unknown>): Promise<string> {
  try {
    await request;
    return 'done';
  } catch (error) {
    return error instanceof VaultApiError ? error.message : String(error);
  }
}

const create = (client: VaultClient) =>
  client.patients.create({
    security_group_id,
    record: { legal_name: 'Anna Ek', internal_notes: 'x'.repeat(50_000) },
  });

async function serve() {
  const server = await startServer({ dataDir, port: 0, stateDir: join(root, 'state'), rateLimit: 'off' });
  const client = desktopClient(server.url, dataDir);
  await client.session.open({ device_secret });
  return {
    client,
    async close() {
      await client.close();
      await server.close();
    },
  };
}

const answers: Record<string, unknown> = {};
const first = await serve();
for (let waited = 0; waited < RESERVE_WAIT_MAX_MS && !existsSync(reserve); waited += 50) await sleep(50);
answers['reserved'] = existsSync(reserve);
const { index } = await create(first.client);
const credential = await first.client.credentials.create({
  name: 'PACS bridge',
  groups: [{ security_group_id, role: 'editor' }],
});
fill();
let created = 0;
while (created < 500 && (await outcomeOf(create(first.client))) === 'done') created += 1;
answers['created_when_full'] = created;
answers['reserve_given_free'] = !existsSync(reserve);
answers['create'] = await outcomeOf(create(first.client));
answers['read'] = await outcomeOf(first.client.patients.get(index.document_id));
answers['revoke'] = await outcomeOf(first.client.credentials.revoke(credential.credential_id));
answers['trash'] = await outcomeOf(first.client.patients.delete(index.document_id));
answers['purge'] = await outcomeOf(first.client.patients.purge(index.document_id));
answers['lock'] = await outcomeOf(first.client.session.lock());
await first.close();

rmSync(filler);
createDiskReserve(dataDir).allocate();
fill();
const second = await serve();
answers['create_after_start'] = await outcomeOf(create(second.client));
answers['list_after_start'] = await outcomeOf(second.client.patients.list().toArray({ limit: 200 }));
rmSync(filler);
answers['create_with_room'] = await outcomeOf(create(second.client));
await second.close();
process.stdout.write(`${JSON.stringify(answers)}\n`);
