/**
 * Derives a group key's subkeys for uses besides wrapping DEKs: one per purpose, so that a value authenticated for one
 * purpose is invalid for another. All have 32 bytes and change with the key's generation.
 * Source: sealing design B3.
 */
import { utf8, wipe } from '#crypto/bytes.ts';
import { hkdf } from '#crypto/hazmat/hkdf.ts';
import { engine } from '#crypto/hazmat/symmetric-engine.ts';
import { assertUsableKey, type GroupKey, KEY_BYTES } from './key-types.ts';

export interface GroupSubkeys {
  readonly rowMacKey: Uint8Array;
  readonly nameMacKey: Uint8Array;
  readonly sourceMacKey: Uint8Array;
  readonly idempotencyMacKey: Uint8Array;
  readonly searchKey: Uint8Array;
  readonly stateMacKey: Uint8Array;
}

const NO_SALT = new Uint8Array(0);

function deriveSubkey(groupKey: GroupKey, label: string): Uint8Array {
  assertUsableKey(groupKey);
  return hkdf(engine.hmac, 'sha512', groupKey, NO_SALT, utf8(label), KEY_BYTES);
}

export function deriveGroupSubkeys(groupKey: GroupKey): GroupSubkeys {
  return {
    rowMacKey: deriveSubkey(groupKey, 'srv.v1/mac/row'),
    nameMacKey: deriveSubkey(groupKey, 'srv.v1/mac/name'),
    sourceMacKey: deriveSubkey(groupKey, 'srv.v1/mac/source'),
    idempotencyMacKey: deriveSubkey(groupKey, 'srv.v1/mac/idempotency'),
    searchKey: deriveSubkey(groupKey, 'srv.v1/search'),
    stateMacKey: deriveSubkey(groupKey, 'srv.v1/mac/state'),
  };
}

export function wipeGroupSubkeys(subkeys: GroupSubkeys): void {
  const { rowMacKey, nameMacKey, sourceMacKey, idempotencyMacKey, searchKey, stateMacKey } = subkeys;
  wipe(rowMacKey, nameMacKey, sourceMacKey, idempotencyMacKey, searchKey, stateMacKey);
}

/** Computes HMAC-SHA256, 32 bytes. */
export function hmac(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  return engine.hmac('sha256', key, bytes);
}
