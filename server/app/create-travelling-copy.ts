/**
 * Creates a travelling copy from start to end: signs in at the home vault, prepares the folder, fills it by a first
 * sync, and marks it complete. After an interruption the same call continues. The caller has already agreed on the
 * vault. Source: clinic design, section 9.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalId } from '#contract/ids.ts';
import { TRAVEL_EXCHANGE_MAX_MS } from '#contract/limits.ts';
import type { SyncBootstrap } from '#contract/sync/bootstrap.ts';
import { TRAVEL_ROUTES } from '#contract/sync/routes.ts';
import type { TravellingCopyStatus } from '#contract/sync/travelling-copy.ts';
import { createClient, type VaultClient } from '#sdk/client.ts';
import { type IncomingCredential, type JoinedVault, writeJoinedVault } from '#sdk/node/joined-vault.ts';
import { nodeTransport } from '#sdk/transport-node.ts';
import { type CopiedGroup, markCopyComplete, prepareCopyFolder } from '#server/sync/prepare-copy-folder.ts';
import { systemClock } from '#server/system/clock.ts';
import { inProcessTransport } from './in-process-transport.ts';
import { openVault } from './open-vault.ts';

export interface CreateTravellingCopyOptions {
  readonly dataDir: string;
  readonly credential: IncomingCredential;
  readonly joined: JoinedVault;
  readonly passphrase: string;
  /** Required when several persons use the vault. */
  readonly principal_id?: PrincipalId | undefined;
  /** Chooses from the person's groups. */
  readonly choose: (groups: SyncBootstrap['groups']) => readonly CopiedGroup[];
  readonly signal: AbortSignal;
  readonly onProgress?: (status: TravellingCopyStatus) => void;
}

const LOOK_EVERY_MS = 500;

/**
 * Creates or continues a travelling copy.
 * @throws errors of `prepareCopyFolder`; VaultApiError, APIConnectionError; protocol_error when the home vault became
 * unavailable before the copy was complete; crypto_error where received data does not verify; the signal's reason
 */
export async function createTravellingCopy(
  options: CreateTravellingCopyOptions,
): Promise<TravellingCopyStatus> {
  const { dataDir, credential, joined, passphrase } = options;
  const { frame, principal_id } = await askForFrame(options);
  await prepareCopyFolder({
    ...{ dataDir, joined, principal_id, passphrase, frame, clock: systemClock },
    groups: options.choose(frame.groups),
    writeClinic: () => writeJoinedVault(dataDir, credential, joined, 'clinic'),
  });
  const status = await fill(options, principal_id);
  markCopyComplete(dataDir);
  return status;
}

async function askForFrame({
  credential,
  joined,
  passphrase,
  principal_id,
  signal,
}: CreateTravellingCopyOptions): Promise<{ frame: SyncBootstrap; principal_id: PrincipalId }> {
  const transport = nodeTransport({ ...credential.identity, baseUrl: joined.addresses });
  const client = createClient({ transport });
  try {
    const person = principal_id === undefined ? { passphrase } : { passphrase, principal_id };
    const { session } = await client.session.open(person, { signal });
    const frame = await client.request(TRAVEL_ROUTES.frame, { signal });
    await client.session.lock({}, { signal });
    return { frame, principal_id: session.principal.principal_id };
  } finally {
    await client.close();
  }
}

async function fill(
  { dataDir, passphrase, signal, onProgress }: CreateTravellingCopyOptions,
  principal_id: PrincipalId,
): Promise<TravellingCopyStatus> {
  const vault = await openVault({ dataDir, takesCopy: true });
  const client = createClient({ transport: inProcessTransport(vault) });
  // Locking ends the sync at once; received data stays for the next attempt.
  const lock = () => client.session.lock({}, { maxRetries: 0 }).catch(() => undefined);
  const stop = () => void lock();
  try {
    await client.session.open({ passphrase, principal_id }, { signal });
    signal.addEventListener('abort', stop);
    const ended = new AbortController();
    const telling = onProgress === undefined ? undefined : reportProgress(client, onProgress, ended.signal);
    const status = await client.copy
      .exchange({}, { signal, timeoutMs: TRAVEL_EXCHANGE_MAX_MS })
      .finally(() => ended.abort());
    await telling;
    signal.throwIfAborted();
    assertWhole(status);
    return status;
  } finally {
    signal.removeEventListener('abort', stop);
    await lock();
    await client.close();
    await vault.close();
  }
}

async function reportProgress(
  client: VaultClient,
  onProgress: (status: TravellingCopyStatus) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // A failure to read the progress must not stop the copy.
    const status = await client.copy.status({ maxRetries: 0 }).catch(() => undefined);
    if (status !== undefined && !signal.aborted) onProgress(status);
    await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

function assertWhole({ clinic, taken }: TravellingCopyStatus): void {
  if (clinic.standing !== 'with')
    throw new VaultError(
      'protocol_error',
      'Connection lost before the copy was complete. Run it again to resume.',
    );
  if (taken.some(({ is_whole }) => !is_whole))
    throw new VaultError(
      'crypto_error',
      'A record from the vault failed verification, so the copy is incomplete. Check the vault (srvault doctor, srvault verify), then run it again.',
    );
}
