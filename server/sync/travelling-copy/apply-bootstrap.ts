/**
 * Verifies and stores what the home vault sent besides documents: first the signed membership list, then names, grants,
 * settings and the person's own passphrase wrap. Stores nothing that the list or a key does not prove.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { SyncBootstrap } from '#contract/sync/bootstrap.ts';
import { equalBytes, wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { grantHash } from '#crypto/membership/group-grants.ts';
import {
  extendState,
  type MembershipState,
  type SignedMembershipRecord,
} from '#crypto/membership/membership.ts';
import { unwrapWithPassphrase } from '#crypto/principals/principal-wraps.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { parseRecord } from '#server/identity/core/membership/membership-row.ts';
import { wrappedKeyOf } from '#server/identity/core/membership/principal-rows.ts';
import { settingsHash } from '#server/identity/core/settings-hash.ts';
import type { UnlockedPrincipal } from '#server/identity/core/unlocked-principals.ts';
import { decodeRow } from '#server/identity/requests/row-as-json.ts';
import type { GrantRow, MembershipRow } from '#server/storage/access/membership-store.ts';
import type { PrincipalRow, WrapRow } from '#server/storage/access/principal-store.ts';

const PRINCIPAL_BYTES = {
  public_kem: true,
  public_ed25519: true,
  public_mldsa65: true,
  sealed_seeds: true,
} as const;

/** Decodes a received principal. Servers before 1.0.0 send no salt. */
export function decodePrincipal(packed: SyncBootstrap['principals'][number]): PrincipalRow {
  return decodeRow<PrincipalRow>({ name_salt: null, ...packed }, PRINCIPAL_BYTES);
}

/** Received data after verification against the list. */
export interface VerifiedBootstrap {
  readonly state: MembershipState;
  /** Stores it; call inside a transaction. */
  readonly store: () => void;
}

/**
 * Verifies what the home vault sent. @throws CryptoError where the list does not continue the known one;
 * protocol_error for another vault
 */
export async function verifyBootstrap(
  core: AccessCore,
  me: UnlockedPrincipal,
  frame: SyncBootstrap,
  passphrase: string,
): Promise<VerifiedBootstrap> {
  const known = core.ledger.state();
  if (frame.workspace.workspace_id !== core.workspace().workspace_id)
    throw new VaultError('protocol_error', 'Another vault answers at this address. Check the address.');
  const records = newerThan(frame.membership, known.head.seq);
  const signed = records.map(parseRecord);
  const state = signed.reduce(extendState, known);
  const grants = frame.grants.map((packed) => decodeRow<GrantRow>(packed, { packed: true }));
  assertAnnounced(grants, [...core.ledger.records(), ...signed]);
  const wrap = await provenWrap(core, me, frame, passphrase);
  return { state, store: () => storeFrame(core, frame, { records, grants, wrap, state }) };
}

/** Refuses a grant that the list does not announce. @throws CryptoError */
function assertAnnounced(grants: readonly GrantRow[], list: readonly SignedMembershipRecord[]): void {
  for (const { security_group_id, generation, member_id, seq, packed } of grants) {
    const record = list[seq - 1]?.record;
    const isAnnounced =
      record?.security_group_id === security_group_id &&
      record.generation === generation &&
      record.grants_sha256?.[member_id] === grantHash(packed);
    if (!isAnnounced) throw new CryptoError();
  }
}

function newerThan(rows: readonly MembershipRow[], seq: number): readonly MembershipRow[] {
  return rows.filter((row) => row.seq > seq);
}

/** The received passphrase wrap, if it differs from the stored one and opens to the same key. */
async function provenWrap(
  { stores, workspace }: AccessCore,
  { principal_id, secrets }: UnlockedPrincipal,
  frame: SyncBootstrap,
  passphrase: string,
): Promise<WrapRow | undefined> {
  const packed = frame.wraps.find((row) => row.kind === 'passphrase' && row.principal_id === principal_id);
  if (packed === undefined) return undefined;
  const row = decodeRow<WrapRow>(packed, { salt: true, packed: true });
  const here = stores.principals.findWrap(principal_id, 'passphrase');
  if (here !== undefined && equalBytes(here.packed, row.packed)) return undefined;
  const ids = { workspace_id: workspace().workspace_id, principal_id };
  const key = await unwrapWithPassphrase(wrappedKeyOf(row), passphrase, ids);
  try {
    if (!equalBytes(key, secrets.principalKey)) throw new CryptoError();
  } finally {
    wipe(key);
  }
  return row;
}

interface Proven {
  readonly records: readonly MembershipRow[];
  readonly grants: readonly GrantRow[];
  readonly wrap: WrapRow | undefined;
  readonly state: MembershipState;
}

function storeFrame(
  { stores }: AccessCore,
  frame: SyncBootstrap,
  { records, grants, wrap, state }: Proven,
): void {
  const { membership, principals, workspace } = stores;
  for (const row of records) membership.insertRecord(row);
  for (const packed of frame.principals) {
    const row = decodePrincipal(packed);
    if (principals.find(row.principal_id) === undefined) principals.insert(row);
    else principals.fillNameSalt(row.principal_id, row.name_salt);
    if (row.disabled_at !== null) principals.updateDisabled(row.principal_id, row.disabled_at);
  }
  for (const { security_group_id, name, created_at, name_salt = null } of frame.groups) {
    if (membership.findGroup(security_group_id) === undefined)
      membership.insertGroup({ security_group_id, name, created_at, name_salt });
    else membership.fillNameSalt(security_group_id, name_salt);
  }
  for (const grant of grants) membership.updateGrant(grant);
  if (settingsHash(frame.settings) === state.settings_sha256) workspace.updateSettings(frame.settings);
  if (wrap !== undefined) principals.updateWrap(wrap);
}
