/**
 * Unlocks a person's keys over a database that is only read: passphrase, trust root, the whole signed list, the grants.
 * Writes nothing and opens no session.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalId, WorkspaceId } from '#contract/ids.ts';
import { wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { PrincipalKey } from '#crypto/keys/key-types.ts';
import { unwrapWithPassphrase } from '#crypto/principals/principal-wraps.ts';
import { runSelfTest } from '#crypto/self-test.ts';
import { createMembershipLedger } from '#server/identity/core/membership/membership-ledger.ts';
import { listPersons, wrappedKeyOf } from '#server/identity/core/membership/principal-rows.ts';
import { createTamperedNames } from '#server/identity/core/membership/tampered-names.ts';
import { type PrincipalReader, readPrincipal } from '#server/identity/core/unlock-principal.ts';
import { type UnlockedPrincipal, wipePrincipalKeys } from '#server/identity/core/unlocked-principals.ts';
import { createAccessStores } from '#server/storage/access/access-stores.ts';
import type { PrincipalRow } from '#server/storage/access/principal-store.ts';
import { createCommitQueue } from '#server/storage/commit-queue.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import type { Clock } from '#server/system/clock.ts';
import { disableCoreDumps } from '#server/system/config/disable-core-dumps.ts';
import { readCopyMarker } from '#server/system/config/folder/copy-marker.ts';
import type { DataDir } from '#server/system/config/folder/data-dir.ts';

export interface UnlockSecrets {
  readonly passphrase: string;
  /** Required when the vault has several persons. */
  readonly principal_id?: PrincipalId;
}

export interface Reader {
  readonly workspace_id: WorkspaceId;
  readonly stores: PrincipalReader['stores'];
  readonly ledger: PrincipalReader['ledger'];
  readonly principal: UnlockedPrincipal;
  /** Wipes every key. */
  readonly close: () => void;
}

/** Selects the person of a travelling copy. @throws protocol_error where its marker file is damaged */
export function unlockSecretsFor(layout: DataDir, opening: UnlockSecrets): UnlockSecrets {
  const mark = readCopyMarker(layout);
  return mark === undefined ? opening : { principal_id: mark.principal_id, ...opening };
}

/**
 * Runs the self-test of the primitives while the passphrase is derived.
 * @throws not_initialized; credential_rejected; invalid_request when the person is ambiguous; CryptoError when list,
 * names or grants fail verification.
 */
export async function unlockReadOnly(db: SqlEngine, clock: Clock, opening: UnlockSecrets): Promise<Reader> {
  disableCoreDumps();
  const stores = createAccessStores(db);
  const workspace = stores.workspace.findWorkspace();
  if (workspace === undefined) throw new VaultError('not_initialized', 'There is no vault in this folder.');
  const row = personOf(stores.principals, opening.principal_id);
  const wrap = row && stores.principals.findWrap(row.principal_id, 'passphrase');
  if (!row || !wrap || row.disabled_at !== null) throw rejected();
  const { workspace_id } = workspace;
  const ids = { workspace_id, principal_id: row.principal_id };
  const unwrapping = unwrapWithPassphrase(wrappedKeyOf(wrap), opening.passphrase, ids).catch(
    (error: unknown) => {
      throw error instanceof CryptoError ? rejected() : error;
    },
  );
  const [key] = await Promise.all([unwrapping, runSelfTest()]);
  return readerWith(db, clock, row, key);
}

/**
 * Runs `work` while a passphrase is derived in another thread; returns both results. If `work` fails, wipes the
 * unlocked keys.
 * @throws the error of `work`, or else of `unlocking`
 */
export async function whileUnlocking<Opened extends Reader | undefined, Found>(
  unlocking: Promise<Opened>,
  work: () => Found,
): Promise<{ readonly reader: Opened; readonly found: Found }> {
  // Awaited below.
  unlocking.catch(() => undefined);
  let found: Found;
  try {
    // Await once, so that the derivation has started.
    await runSelfTest();
    found = work();
  } catch (error) {
    await unlocking.then(
      (reader) => reader?.close(),
      () => undefined,
    );
    throw error;
  }
  return { reader: await unlocking, found };
}

/**
 * Unlocks the same person over another connection with a copy of the key, for a helper thread.
 * @throws CryptoError as `unlockReadOnly`
 */
export function reopenReadOnly(
  db: SqlEngine,
  clock: Clock,
  principalId: PrincipalId,
  key: PrincipalKey,
): Reader {
  const row = createAccessStores(db).principals.find(principalId);
  if (row !== undefined) return readerWith(db, clock, row, key);
  wipe(key);
  throw new CryptoError();
}

/** Creates a reader of the person's data. Takes ownership of `key`. */
function readerWith(db: SqlEngine, clock: Clock, row: PrincipalRow, key: PrincipalKey): Reader {
  const stores = createAccessStores(db);
  const workspace = stores.workspace.findWorkspace();
  if (workspace === undefined) throw new VaultError('not_initialized', 'There is no vault in this folder.');
  const ledger = createMembershipLedger({ store: stores.membership, commits: createCommitQueue(db), clock });
  // Reports no findings here: the checks return them, and the folder must not be written to.
  const refusedNames = createTamperedNames(stores, { report: () => undefined, resolve: () => undefined });
  const principal = readPrincipal({ stores, ledger, workspace: () => workspace, refusedNames }, row, key);
  return {
    workspace_id: workspace.workspace_id,
    stores,
    ledger,
    principal,
    close() {
      wipePrincipalKeys(principal);
    },
  };
}

function personOf(
  store: PrincipalReader['stores']['principals'],
  principalId: PrincipalId | undefined,
): PrincipalRow | undefined {
  if (principalId !== undefined) return store.find(principalId);
  const persons = listPersons(store);
  if (persons.length <= 1) return persons[0];
  throw severalPersons(persons);
}

/** Lists names beside ids, because a person at a terminal knows only the name. */
export function severalPersons(
  persons: readonly { readonly principal_id: string; readonly display_name: string }[],
): VaultError {
  const ways = persons.map(({ principal_id, display_name }) => `--as ${principal_id} (${display_name})`);
  return new VaultError(
    'invalid_request',
    `Several persons use this vault. Say who unlocks it: ${ways.join(', ')}.`,
  );
}

function rejected(): VaultError {
  return new VaultError(
    'credential_rejected',
    'This did not open the vault: it is wrong, or has been ended.',
  );
}
