/**
 * Opens a vault for administration: over the socket if the folder is being served, otherwise in this process. Source:
 * choices, "Transport and client certificates" (admin commands).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { UsageError } from '#cli/exit-codes.ts';
import type { SessionOpenBody, SessionOpened } from '#contract/access/session.ts';
import { FolderInUseError } from '#contract/errors/vault-error.ts';
import type { VaultClient } from '#sdk/client.ts';
import { APIConnectionError } from '#sdk/errors.ts';
import { severalPersons } from '#server/integrity/unlock-read-only.ts';
import { readBlobStoreAddress } from '#server/system/config/blob-store-address.ts';
import { isSameDatabase, readDatabaseAddress } from '#server/system/config/database-address.ts';
import { type DataDir, dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { readRunFile } from '#server/system/config/folder/run-file.ts';
import type { AdminVault, VaultPlaces } from './admin-session.ts';
import { assertVault } from './existing-vault.ts';
import { openVaultInProcess } from './in-process-vault.ts';
import { connectServedVault } from './served-vault.ts';

/** Longest wait for a locked folder without a responding server, which is starting or stopping. */
const START_MAX_MS = 10_000;
const LOOK_EVERY_MS = 200;

/**
 * Opens a vault for an administrative command: over the socket of its running server, else in this process. @throws
 * FolderInUseError if another process has the folder and does not respond; UsageError if a server runs for it
 * elsewhere than `places`.
 */
export async function openAdminVault(
  dataDir: string,
  signal: AbortSignal,
  places?: VaultPlaces,
): Promise<AdminVault> {
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    try {
      return await openOnce(dataDir, signal, places);
    } catch (error) {
      if (!(error instanceof FolderInUseError) || waitedMs >= START_MAX_MS) throw error;
      await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => {
        throw error;
      });
    }
  }
}

/** A `run.json` without a responding server is a leftover; the folder's lock then decides. */
async function openOnce(dataDir: string, signal: AbortSignal, places?: VaultPlaces): Promise<AdminVault> {
  const layout = dataDirLayout(dataDir);
  const running = readRunFile(layout.runFile);
  if (running !== undefined) {
    const served = connectServedVault(running.url, layout.pki, signal);
    try {
      await served.probe();
      assertServedFrom(layout, places);
      return served;
    } catch (error) {
      await served.close();
      if (!(error instanceof APIConnectionError && error.unsent)) throw error;
    }
  }
  return openVaultInProcess(dataDir, places);
}

/**
 * A running server keeps the places it was started with, so options that name others would be dropped silently.
 * @throws UsageError; invalid_request for an address that cannot be parsed
 */
function assertServedFrom(layout: DataDir, { store, blobs }: VaultPlaces = {}): void {
  const dropped = [
    ...(store !== undefined && !isRemembered(layout, store) ? ['--store'] : []),
    ...(blobs !== undefined && blobs !== readBlobStoreAddress(layout) ? ['--blobs'] : []),
  ];
  if (dropped.length === 0) return;
  const options = dropped.join(' and ');
  throw new UsageError(
    `The server that runs for this folder was started without this ${options}, and keeps its place. Nothing was changed. Stop it, move the folder away, and give ${options} to «srvault serve»; then run «srvault init» without.`,
  );
}

function isRemembered(layout: DataDir, store: string): boolean {
  const remembered = readDatabaseAddress(layout);
  return remembered !== undefined && isSameDatabase(store, remembered);
}

/**
 * Unlocks, runs the work, then always locks and closes.
 * @throws not_initialized without a vault; invalid_request if several persons unlock and none is named
 */
export async function withAdminClient<T>(
  dataDir: string,
  signal: AbortSignal,
  body: SessionOpenBody,
  work: (client: VaultClient, opened: SessionOpened) => Promise<T>,
): Promise<T> {
  assertVault(dataDir);
  const { client, close } = await openAdminVault(dataDir, signal);
  try {
    await requireWho(client, body);
    const opened = await client.session.open(body, { signal });
    try {
      return await work(client, opened);
    } finally {
      await client.session.lock({}, { maxRetries: 0 }).catch(() => undefined);
    }
  } finally {
    await close();
  }
}

/**
 * Determines the person who unlocks. @throws invalid_request listing the persons, if several unlock by a passphrase
 * and none is named.
 */
async function requireWho(client: VaultClient, { passphrase, principal_id }: SessionOpenBody): Promise<void> {
  if (passphrase === undefined || principal_id !== undefined) return;
  const { persons } = await client.vault.get();
  if (persons.length > 1) throw severalPersons(persons);
}
