/** Converts principal rows to the types of `lib/crypto`, and inserts new principals with their key wraps. */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalId } from '#contract/ids.ts';
import { encodeBase64Url } from '#crypto/bytes.ts';
import { NAME_SALT_BYTES } from '#crypto/membership/name-commitment.ts';
import type { GeneratedPrincipal, PrincipalPublicKeys } from '#crypto/principals/principal-keys.ts';
import type { WrappedKey } from '#crypto/principals/principal-wraps.ts';
import { randomBytes } from '#crypto/random.ts';
import type { PrincipalRow, PrincipalStore, WrapRow } from '#server/storage/access/principal-store.ts';
import { storeLastSeenHead } from './last-seen-head.ts';

export function publicKeysOfRow(row: PrincipalRow): PrincipalPublicKeys {
  return { kem: row.public_kem, ed25519: row.public_ed25519, mldsa65: row.public_mldsa65 };
}

export function wrapRowOf(principalId: PrincipalId, wrapped: WrappedKey, createdAt: string): WrapRow {
  return {
    principal_id: principalId,
    kind: wrapped.kind,
    argon2_m: wrapped.params?.m ?? null,
    argon2_t: wrapped.params?.t ?? null,
    argon2_p: wrapped.params?.p ?? null,
    salt: wrapped.salt,
    packed: wrapped.packed,
    created_at: createdAt,
  };
}

export function wrappedKeyOf(row: WrapRow): WrappedKey {
  const { argon2_m: m, argon2_t: t, argon2_p: p } = row;
  const params = m === null || t === null || p === null ? null : { m, t, p };
  return { kind: row.kind, params, salt: row.salt, packed: row.packed };
}

/** Inserts the principal and its wraps; call inside the transaction that signs its `found` or `enrol`. */
export function insertPrincipal(
  store: PrincipalStore,
  generated: GeneratedPrincipal,
  clear: Pick<PrincipalRow, 'kind' | 'display_name' | 'created_at' | 'invite_expires_at' | 'name_salt'>,
  wraps: readonly WrappedKey[],
): void {
  const { secrets, publicKeys, sealedSeeds } = generated;
  store.insert({
    ...clear,
    principal_id: secrets.principal_id,
    public_kem: publicKeys.kem,
    public_ed25519: publicKeys.ed25519,
    public_mldsa65: publicKeys.mldsa65,
    sealed_seeds: sealedSeeds,
    disabled_at: null,
  });
  storeLastSeenHead(store, secrets);
  for (const wrap of wraps) store.updateWrap(wrapRowOf(secrets.principal_id, wrap, clear.created_at));
}

/** Persons who can unlock: not disabled, invite accepted. In a travelling copy only its own person. */
export function listPersons(store: PrincipalStore): PrincipalRow[] {
  const able = new Set(store.listWraps('passphrase').map(({ principal_id }) => principal_id));
  return store
    .list()
    .filter(
      (row) =>
        row.kind === 'person' &&
        row.disabled_at === null &&
        row.invite_expires_at === null &&
        able.has(row.principal_id),
    );
}

/** A fresh salt for a name's commitment, base64url. */
export function newNameSalt(): string {
  return encodeBase64Url(randomBytes(NAME_SALT_BYTES));
}

/** The text committed to for a credential: with its expiry, so that the expiry cannot be moved in the database either. */
export function nameWithEnd(name: string, expiresAt: string | null): string {
  return JSON.stringify([name, expiresAt]);
}

/**
 * Normalises a name for storing: NFC, without white space at its ends.
 * @throws invalid_request on half of a surrogate pair or control characters.
 */
export function cleanName(text: string, field: string): string {
  const name = text.normalize('NFC').trim();
  if (!name.isWellFormed() || /\p{Cc}/u.test(name)) {
    throw new VaultError('invalid_request', `${field}: control characters and broken text are not allowed.`);
  }
  return name;
}
