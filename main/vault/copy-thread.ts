/**
 * Worker thread for a travelling copy that is not being served: creates, inspects or deletes it. Runs one order, then
 * ends. Talks only to `travelling-copy/start-copy-thread.ts`.
 */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { VaultError } from '#contract/errors/vault-error.ts';
import { parsePrincipalId, parseSecurityGroupId } from '#contract/ids.ts';
import type { TakeFailure } from '#main/preload/bridge.ts';
import type { CopyOrder, FromCopyThread, ToCopyThread } from '#main/travelling-copy/copy-messages.ts';
import { APIConnectionError, VaultApiError } from '#sdk/errors.ts';
import { readIncomingCredential, readJoinedVault } from '#sdk/node/joined-vault.ts';
import { createTravellingCopy } from '#server/app/create-travelling-copy.ts';
import { readCopySummary } from '#server/sync/copy-summary.ts';
import { deleteCopy } from '#server/sync/delete-copy.ts';

function say(message: FromCopyThread): void {
  parentPort?.postMessage(message);
}

async function take(order: Extract<CopyOrder, { does: 'take' }>, signal: AbortSignal): Promise<void> {
  const joined = readJoinedVault(order.dataDir);
  if (joined === undefined) throw new Error('This computer has not joined a vault.');
  const groups = order.groups.map(({ security_group_id, since }) => ({
    security_group_id: parseSecurityGroupId(security_group_id),
    since,
  }));
  await createTravellingCopy({
    dataDir: order.copyDir,
    credential: readIncomingCredential(join(order.dataDir, 'remote')),
    joined: joined.joined,
    passphrase: order.passphrase,
    principal_id: parsePrincipalId(order.principal_id),
    choose: () => groups,
    signal,
    onProgress({ taken }) {
      const sum = (of: (group: (typeof taken)[number]) => number) =>
        taken.reduce((total, group) => total + of(group), 0);
      const progress = {
        patients: sum(({ patients }) => patients),
        exams: sum(({ exams }) => exams),
        bytes: sum(({ bytes }) => bytes),
      };
      say({ type: 'progress', progress });
    },
  });
}

const KNOWN: ReadonlySet<string> = new Set<TakeFailure>([
  'credential_rejected',
  'rate_limited',
  'permission_denied',
  'crypto_error',
  'already_initialized',
]);

function failureOf(error: unknown, signal: AbortSignal): TakeFailure {
  if (signal.aborted) return 'canceled';
  if (error instanceof APIConnectionError) return 'away';
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return 'disk_full';
  const code = error instanceof VaultError || error instanceof VaultApiError ? error.code : '';
  if (code === 'protocol_error') return 'away';
  return KNOWN.has(code) ? (code as TakeFailure) : 'other';
}

const order = workerData as CopyOrder;
const stop = new AbortController();
parentPort?.on('message', ({ type }: ToCopyThread) => {
  if (type === 'cancel') stop.abort();
});
try {
  if (order.does === 'take') await take(order, stop.signal);
  if (order.does === 'delete') deleteCopy(order.copyDir);
  say({ type: 'done', outline: readCopySummary(order.copyDir) ?? null });
} catch (error) {
  say({ type: 'failed', failure: failureOf(error, stop.signal) });
}
parentPort?.close();
