/**
 * Keys that seal audit entries, one per unlocked principal: created with its first entry, sealed to the audit key,
 * wiped after its last. Source: sealing design B8 (Audit).
 */
import type { PrincipalId } from '#contract/ids.ts';
import { auditKeyHash } from '#crypto/audit/entry-hash.ts';
import { wipe } from '#crypto/bytes.ts';
import { randomBytes } from '#crypto/random.ts';
import { auditKeyContext } from '#crypto/sealing/context.ts';
import { sealHybridPacked } from '#crypto/sealing/hybrid-envelope.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import type { AuditKeyRow } from '#server/storage/audit/audit-store.ts';

const KEY_BYTES = 32;

export interface SessionKey {
  readonly row: AuditKeyRow;
  /** `auditKeyHash()` of the stored key row. */
  readonly rowHash: Uint8Array;
  readonly key: Uint8Array;
}

export interface SessionKeys {
  /**
   * Returns the key that seals a principal's entries. Undefined when the principal is locked, or the vault has no
   * audit key yet.
   */
  readonly of: (principalId: PrincipalId | null) => SessionKey | undefined;
  /** Wipes the key of a principal that is no longer unlocked. */
  readonly dropIfGone: (principalId: PrincipalId) => void;
  readonly close: () => void;
}

export function createSessionKeys(core: Pick<AccessCore, 'ledger' | 'unlocked' | 'newId'>): SessionKeys {
  const { ledger, unlocked, newId } = core;
  const keys = new Map<PrincipalId, SessionKey>();

  function make(principalId: PrincipalId): SessionKey | undefined {
    const state = ledger.findState();
    const current = state?.audit_keys.at(-1);
    if (state === undefined || current === undefined || !unlocked.find(principalId)) return undefined;
    const ids = {
      key_id: newId<string>(),
      principal_id: principalId,
      generation: state.audit_keys.length,
    };
    const key = randomBytes(KEY_BYTES);
    const context = auditKeyContext({ ...ids, workspace_id: state.trust.workspace_id });
    const row = { ...ids, packed: sealHybridPacked(current.kem, key, context) };
    const made = { key, row, rowHash: auditKeyHash(row) };
    keys.set(principalId, made);
    return made;
  }

  function drop(principalId: PrincipalId): void {
    const known = keys.get(principalId);
    keys.delete(principalId);
    if (known) wipe(known.key);
  }

  return {
    of: (principalId) => (principalId === null ? undefined : (keys.get(principalId) ?? make(principalId))),
    dropIfGone(principalId) {
      if (!unlocked.find(principalId)) drop(principalId);
    },
    close() {
      for (const principalId of [...keys.keys()]) drop(principalId);
    },
  };
}
