/**
 * Opens audit entries with an administrator's keys. Keeps the session keys used last, because entries of one time are
 * of the same sessions and opening a key takes as long as opening twenty entries.
 */
import { wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { PrincipalSecrets } from '#crypto/principals/principal-keys.ts';
import { auditKeyContext } from '#crypto/sealing/context.ts';
import { openHybridPacked } from '#crypto/sealing/hybrid-envelope.ts';
import type { AdminSecretStore } from '#server/storage/access/admin-secret-store.ts';
import type { AuditRow, AuditStore } from '#server/storage/audit/audit-store.ts';
import { type AuditContent, decodeContent, openContent } from './audit-content.ts';
import { openAuditSeed } from './audit-key.ts';

/** Sessions open at one time in a large clinic, several times over. */
const KEYS_MAX = 2_000;

export interface EntryOpener {
  /**
   * Undefined where the entry is under a generation of the audit key that this person does not have.
   * @throws CryptoError when the entry, or its session's key, fails verification at this position.
   */
  readonly open: (row: AuditRow, prevHash: Uint8Array) => AuditContent | undefined;
  /** Wipes every key. */
  readonly close: () => void;
}

export function createEntryOpener(
  store: Pick<AuditStore, 'findKey'>,
  adminSecrets: Pick<AdminSecretStore, 'find'>,
  secrets: PrincipalSecrets,
): EntryOpener {
  const { workspace_id } = secrets.trust;
  const seeds = new Map<number, Uint8Array | undefined>();
  /** Used last at the end. */
  const keys = new Map<string, Uint8Array | undefined>();

  function seedOf(generation: number): Uint8Array | undefined {
    if (!seeds.has(generation)) seeds.set(generation, openAuditSeed(adminSecrets, secrets, generation));
    return seeds.get(generation);
  }

  function keep(keyId: string, key: Uint8Array | undefined): Uint8Array | undefined {
    keys.delete(keyId);
    keys.set(keyId, key);
    const [oldest] = keys;
    if (keys.size > KEYS_MAX && oldest !== undefined) {
      keys.delete(oldest[0]);
      if (oldest[1]) wipe(oldest[1]);
    }
    return key;
  }

  function keyOf(keyId: string): Uint8Array | undefined {
    if (keys.has(keyId)) return keep(keyId, keys.get(keyId));
    const row = store.findKey(keyId);
    if (row === undefined) throw new CryptoError();
    const { principal_id, generation, packed } = row;
    const seed = seedOf(generation);
    const context = auditKeyContext({ workspace_id, key_id: keyId, principal_id, generation });
    return keep(keyId, seed && openHybridPacked(seed, packed, context));
  }

  return {
    open(row, prevHash) {
      if (row.key_id === null) return decodeContent(row.entry);
      const key = keyOf(row.key_id);
      if (key === undefined) return undefined;
      return openContent(key, row.key_id, row.entry, { ...row, workspace_id, prev_hash: prevHash });
    },
    close() {
      for (const secret of [...seeds.values(), ...keys.values()]) if (secret) wipe(secret);
      seeds.clear();
      keys.clear();
    },
  };
}
