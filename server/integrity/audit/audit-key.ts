/**
 * The key of the audit log: an X-Wing pair whose public half is in the signed membership list and whose seed is sealed
 * to each administrator. Sessions seal their own keys to it, so every session can write and only administrators can
 * read. It is rotated at an administrator's unlock after another administrator has left; older seeds stay, for older
 * entries.
 * Source: sealing design B3 (admin secrets), B8 (Audit).
 */
import type { PrincipalId, WorkspaceId } from '#contract/ids.ts';
import { encodeBase64Url, wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { MembershipRecord, MembershipState } from '#crypto/membership/membership.ts';
import type { PrincipalSecrets } from '#crypto/principals/principal-keys.ts';
import { randomBytes } from '#crypto/random.ts';
import { adminSecretContext } from '#crypto/sealing/context.ts';
import {
  deriveHybridPublicKey,
  openHybridPacked,
  sealHybridPacked,
} from '#crypto/sealing/hybrid-envelope.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import type { UnlockedPrincipal } from '#server/identity/core/unlocked-principals.ts';
import type { AdminSecretStore } from '#server/storage/access/admin-secret-store.ts';

const SEED_BYTES = 32;

function nameOf(generation: number): string {
  return `audit_key/${generation}`;
}

function contextOf(workspaceId: WorkspaceId, generation: number, principalId: PrincipalId) {
  return adminSecretContext({
    workspace_id: workspaceId,
    name: nameOf(generation),
    principal_id: principalId,
  });
}

function adminsIn(state: MembershipState): PrincipalId[] {
  return [...state.principals].flatMap(([id, { is_admin, disabled }]) => (is_admin && !disabled ? [id] : []));
}

/** Creates and rotates the key, and seals it to new administrators. */
export function manageAuditKey(core: AccessCore): void {
  const { ledger, unlocked } = core;
  const { adminSecrets } = core.stores;

  function sealTo(state: MembershipState, generation: number, seed: Uint8Array, id: PrincipalId): void {
    const kem = state.principals.get(id)?.public_keys.kem;
    if (kem === undefined) return;
    const context = contextOf(state.trust.workspace_id, generation, id);
    adminSecrets.insert(nameOf(generation), id, sealHybridPacked(kem, seed, context));
  }

  function turnIfDue({ is_admin, kind, principal_id, secrets }: UnlockedPrincipal): void {
    if (!is_admin || core.isCopy || !isTurnDue(ledger.state(), ledger.records())) return;
    const seed = randomBytes(SEED_BYTES);
    try {
      const audit_kem = encodeBase64Url(deriveHybridPublicKey(seed));
      ledger.change(secrets, (append) => {
        const state = append({ action: 'set_audit_key', principal_id, kind, is_admin, audit_kem });
        for (const id of adminsIn(state)) sealTo(state, state.audit_keys.length, seed, id);
      });
    } catch {
      // Ignored, because a vault that cannot be written to must stay readable; the next unlock tries again.
    } finally {
      wipe(seed);
    }
  }

  function follow(
    state: MembershipState,
    granter: PrincipalSecrets,
    records: readonly MembershipRecord[],
  ): void {
    if (!records.some(({ action }) => action === 'enrol' || action === 'disable')) return;
    const admins = adminsIn(state);
    for (let generation = 1; generation <= state.audit_keys.length; generation += 1) {
      const holders = adminSecrets.listHolders(nameOf(generation));
      for (const id of holders) if (!admins.includes(id)) adminSecrets.delete(nameOf(generation), id);
      const newcomers = admins.filter((id) => !holders.includes(id));
      if (newcomers.length === 0) continue;
      const seed = openAuditSeed(adminSecrets, granter, generation);
      if (seed === undefined) continue;
      for (const id of newcomers) sealTo(state, generation, seed, id);
      wipe(seed);
    }
  }

  unlocked.onOpened(turnIfDue);
  ledger.onChange(follow);
}

function isTurnDue(
  { audit_keys }: MembershipState,
  records: readonly { readonly record: MembershipRecord }[],
): boolean {
  const current = audit_keys.at(-1);
  if (current === undefined) return true;
  return records
    .slice(current.seq)
    .some(({ record: { action, is_admin } }) => action === 'disable' && is_admin);
}

/** The seed of one generation, if it was sealed to this principal and opens. The caller must wipe it. */
export function openAuditSeed(
  adminSecrets: Pick<AdminSecretStore, 'find'>,
  { principal_id, trust, kemSeed, kemPublicKey }: PrincipalSecrets,
  generation: number,
): Uint8Array | undefined {
  const packed = adminSecrets.find(nameOf(generation), principal_id);
  if (packed === undefined) return undefined;
  try {
    const context = contextOf(trust.workspace_id, generation, principal_id);
    return openHybridPacked(kemSeed, packed, context, kemPublicKey);
  } catch (error) {
    if (error instanceof CryptoError) return undefined;
    throw error;
  }
}
