/**
 * Entry point of the thread of `verify-helper.ts`: runs the same checks over its own connection, for one person.
 * Read-only.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { cloneSecret, wipe } from '#crypto/bytes.ts';
import { parsePrincipalKey } from '#crypto/keys/key-types.ts';
import { openVaultForReading } from '#server/integrity/open-vault-read-only.ts';
import { reopenReadOnly } from '#server/integrity/unlock-read-only.ts';
import { systemClock } from '#server/system/clock.ts';
import { openBlobs, walksOver } from './verify-folder.ts';
import type { HelperAnswer, HelperStart, HelperTask } from './verify-helper.ts';
import { type CheckPage, pageChecker } from './verify-vault.ts';

interface Opened {
  readonly check: CheckPage;
  readonly close: () => void;
}

const { dataDir }: HelperStart = workerData;
let opened: Promise<Opened> | undefined;

async function open({ principal_id, key }: HelperTask & { kind: 'unlock' }): Promise<Opened> {
  // Copied out of shared memory; the reader owns and wipes the copy.
  const own = parsePrincipalKey(cloneSecret(key));
  wipe(key);
  const folder = await openVaultForReading(dataDir);
  const reader = reopenReadOnly(folder.db, systemClock, principal_id, own);
  const blobs = await openBlobs(folder.layout, reader, systemClock);
  const walks = walksOver(folder.db, blobs, reader, systemClock);
  return {
    check: pageChecker(walks, reader.principal.keyRing),
    close() {
      reader.close();
      folder.close();
    },
  };
}

async function checked(page: Parameters<CheckPage>[0]): Promise<HelperAnswer> {
  try {
    return (await (await opened)?.check(page)) ?? 'failed';
  } catch {
    return 'failed';
  }
}

/** Ends at once, even during a read: nothing is written, and buffers go with the thread. */
async function end(): Promise<void> {
  const vault = await opened?.catch(() => undefined);
  vault?.close();
  process.exit();
}

parentPort?.on('message', async (task: HelperTask) => {
  if (task.kind === 'unlock') {
    opened = open(task);
    // The error is reported with the next requested page.
    opened.catch(() => undefined);
  } else if (task.kind === 'check') parentPort?.postMessage(await checked(task.page));
  else await end();
});
