/**
 * Wraps a principal's single key (PK) any number of times: adding or removing a passphrase, recovery key or device
 * changes nothing else. Kind, Argon2id parameters and salt of a wrap are in its context, so none can be changed in
 * storage.
 * Source: sealing design B3.
 */
import type { PrincipalId, WorkspaceId } from '#contract/ids.ts';
import { wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { deriveKek, type WrapKind } from '#crypto/keys/kek.ts';
import { type PrincipalKey, parsePrincipalKey } from '#crypto/keys/key-types.ts';
import { randomBytes } from '#crypto/random.ts';
import { principalWrapContext } from '#crypto/sealing/context.ts';
import type { SealContext } from '#crypto/sealing/context-bytes.ts';
import { openPacked, sealPacked } from '#crypto/sealing/envelope.ts';
import {
  ARGON2_PARAMS,
  type Argon2Params,
  derivePassphraseKek,
  PASSPHRASE_SALT_BYTES,
} from './passphrase.ts';

export type { WrapKind } from '#crypto/keys/kek.ts';
export type SecretWrapKind = Exclude<WrapKind, 'passphrase'>;

export interface WrapIds {
  readonly workspace_id: WorkspaceId;
  readonly principal_id: PrincipalId;
}

export interface WrappedKey {
  readonly kind: WrapKind;
  /** Argon2id parameters; null for every kind but the passphrase. */
  readonly params: Argon2Params | null;
  /** 16 bytes for a passphrase, else empty. */
  readonly salt: Uint8Array;
  readonly packed: Uint8Array;
}

const NO_SALT = new Uint8Array(0);

function wrapContext(
  ids: WrapIds,
  kind: WrapKind,
  params: Argon2Params | null,
  salt: Uint8Array,
): SealContext {
  return principalWrapContext({
    workspace_id: ids.workspace_id,
    principal_id: ids.principal_id,
    wrap_kind: kind,
    argon2_m: params?.m ?? null,
    argon2_t: params?.t ?? null,
    argon2_p: params?.p ?? null,
    wrap_salt: salt,
  });
}

function openWrap(kek: Uint8Array, { kind, params, salt, packed }: WrappedKey, ids: WrapIds): PrincipalKey {
  try {
    return parsePrincipalKey(openPacked(kek, packed, wrapContext(ids, kind, params, salt)));
  } finally {
    wipe(kek);
  }
}

export async function wrapWithPassphrase(
  pk: PrincipalKey,
  passphrase: string,
  ids: WrapIds,
): Promise<WrappedKey> {
  const salt = randomBytes(PASSPHRASE_SALT_BYTES);
  const kek = await derivePassphraseKek(passphrase, salt, ARGON2_PARAMS);
  const packed = sealPacked(kek, pk, wrapContext(ids, 'passphrase', ARGON2_PARAMS, salt), 1);
  wipe(kek);
  return { kind: 'passphrase', params: ARGON2_PARAMS, salt, packed };
}

/** Unwraps a principal's key with a passphrase. @throws CryptoError on a wrong passphrase, and on a changed wrap. */
export async function unwrapWithPassphrase(
  wrapped: WrappedKey,
  passphrase: string,
  ids: WrapIds,
): Promise<PrincipalKey> {
  if (wrapped.kind !== 'passphrase' || wrapped.params === null) throw new CryptoError();
  return openWrap(await derivePassphraseKek(passphrase, wrapped.salt, wrapped.params), wrapped, ids);
}

/** `secret` is 32 random bytes; use `wrapWithPassphrase` for a secret a person chose. */
export function wrapWithSecret(
  kind: SecretWrapKind,
  pk: PrincipalKey,
  secret: Uint8Array,
  ids: WrapIds,
): WrappedKey {
  const kek = deriveKek(kind, secret);
  const packed = sealPacked(kek, pk, wrapContext(ids, kind, null, NO_SALT), 1);
  wipe(kek);
  return { kind, params: null, salt: NO_SALT, packed };
}

/**
 * Unwraps a principal's key with a random secret.
 * @throws CryptoError on a wrong secret, another kind, and on a changed wrap.
 */
export function unwrapWithSecret(
  kind: SecretWrapKind,
  wrapped: WrappedKey,
  secret: Uint8Array,
  ids: WrapIds,
): PrincipalKey {
  if (wrapped.kind !== kind) throw new CryptoError();
  return openWrap(deriveKek(kind, secret), wrapped, ids);
}
