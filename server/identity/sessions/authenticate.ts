/**
 * The six methods to unlock, each returning the principal's row and its key. A wrong secret of any kind gives
 * `credential_rejected` with one message.
 * Source: choices, "Sessions and principals".
 */

import { parseCredentialToken } from '#contract/access/credential-token.ts';
import type { SessionOpenBody } from '#contract/access/session.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { CredentialId, PrincipalId } from '#contract/ids.ts';
import { decodeBase64Url, wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { PrincipalKey } from '#crypto/keys/key-types.ts';
import {
  type SecretWrapKind,
  unwrapWithPassphrase,
  unwrapWithSecret,
} from '#crypto/principals/principal-wraps.ts';
import { parseRecoveryKey } from '#crypto/principals/recovery-key.ts';
import { joinRecoveryShares } from '#crypto/principals/recovery-shares.ts';
import { TOKEN_CODEC } from '#server/identity/actor/credential-token-codec.ts';
import type { Peer } from '#server/identity/actor/peer-certificate.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import { listPersons, wrappedKeyOf } from '#server/identity/core/membership/principal-rows.ts';
import type { PrincipalRow } from '#server/storage/access/principal-store.ts';
import { acceptInvite } from './invite-acceptance.ts';
import type { OpeningMethod } from './live-session.ts';

export interface AuthenticatedPrincipal {
  readonly method: OpeningMethod;
  readonly row: PrincipalRow;
  readonly principalKey: PrincipalKey;
  readonly credential: { readonly credential_id: CredentialId; readonly expires_at: string | null } | null;
  /** Recovery key of the person, only when an invite was accepted. */
  readonly recovery_key?: string;
}

const METHODS = [
  'passphrase',
  'recovery_key',
  'recovery_shares',
  'token',
  'invite_code',
  'device_secret',
] as const;

export function credentialRejected(): VaultError {
  return new VaultError(
    'credential_rejected',
    'This did not open the vault: it is wrong, used up, expired or revoked.',
  );
}

/**
 * Determines the unlock method of a request.
 * @throws invalid_request unless the body names exactly one method with its own fields.
 */
export function methodOf(body: SessionOpenBody): OpeningMethod {
  const given = METHODS.filter((method) => body[method] !== undefined);
  const [method, ...others] = given;
  if (method === undefined || others.length > 0) {
    throw new VaultError('invalid_request', `Send exactly one of ${METHODS.join(', ')}.`);
  }
  if (body.principal_id !== undefined && method !== 'passphrase') {
    throw new VaultError('invalid_request', 'principal_id: send it only together with passphrase.');
  }
  if ((body.new_passphrase !== undefined) !== (method === 'invite_code')) {
    throw new VaultError(
      'invalid_request',
      'new_passphrase: required with invite_code, and allowed only there.',
    );
  }
  return method;
}

/**
 * Verifies the secret and returns its principal.
 * @throws credential_rejected; permission_denied for a device secret with a certificate other than the desktop's.
 */
export async function authenticate(
  core: AccessCore,
  body: SessionOpenBody,
  peer: Peer,
): Promise<AuthenticatedPrincipal> {
  const method = methodOf(body);
  switch (method) {
    case 'passphrase':
      return openByPassphrase(core, body.passphrase ?? '', body.principal_id);
    case 'recovery_key':
      return { method, credential: null, ...findBySecret(core, 'recovery', readCode(body.recovery_key)) };
    case 'recovery_shares': {
      const secret = await joinRecoveryShares(body.recovery_shares ?? []).catch((error: unknown) => {
        throw error instanceof CryptoError ? credentialRejected() : error;
      });
      return { method, credential: null, ...findBySecret(core, 'recovery', secret) };
    }
    case 'device_secret':
      requireDesktop(peer);
      return { method, credential: null, ...findBySecret(core, 'device', readSecret(body.device_secret)) };
    case 'invite_code': {
      const found = findBySecret(core, 'invite', readCode(body.invite_code));
      const recovery_key = await acceptInvite(core, found, body.new_passphrase ?? '');
      return { method, credential: null, ...found, recovery_key };
    }
    case 'token':
      return openByToken(core, body.token ?? '');
  }
}

/** Refuses a connection without the desktop's certificate. @throws permission_denied */
export function requireDesktop(peer: Peer): void {
  if (peer.isDesktop) return;
  throw new VaultError('permission_denied', 'Only the desktop application can use a device secret.');
}

async function openByPassphrase(
  core: AccessCore,
  passphrase: string,
  principalId?: PrincipalId,
): Promise<AuthenticatedPrincipal> {
  const row = principalId === undefined ? onlyPerson(core) : core.stores.principals.find(principalId);
  const wrap = row && core.stores.principals.findWrap(row.principal_id, 'passphrase');
  if (!row || !wrap || row.disabled_at !== null) throw credentialRejected();
  const ids = { workspace_id: core.workspace().workspace_id, principal_id: row.principal_id };
  try {
    const principalKey = await unwrapWithPassphrase(wrappedKeyOf(wrap), passphrase, ids);
    return { method: 'passphrase', row, principalKey, credential: null };
  } catch (error) {
    throw error instanceof CryptoError ? credentialRejected() : error;
  }
}

/** The person whose passphrase is tried; null for other secrets, and for an unknown id. */
export function unlockTargetOf(core: AccessCore, body: SessionOpenBody): PrincipalId | null {
  const { passphrase, principal_id } = body;
  if (passphrase === undefined) return null;
  if (principal_id !== undefined) return core.stores.principals.find(principal_id)?.principal_id ?? null;
  const [person, ...others] = listPersons(core.stores.principals);
  return others.length === 0 ? (person?.principal_id ?? null) : null;
}

/** The vault's single person, assumed when the request names none. @throws invalid_request when there are several. */
function onlyPerson(core: AccessCore): PrincipalRow | undefined {
  const [person, ...others] = listPersons(core.stores.principals);
  if (others.length === 0) return person;
  throw new VaultError('invalid_request', 'principal_id: required, because several persons use this vault.');
}

function openByToken(core: AccessCore, text: string): AuthenticatedPrincipal {
  const token = text.isWellFormed() ? parseCredentialToken(text, TOKEN_CODEC) : undefined;
  if (token === undefined) throw credentialRejected();
  try {
    return openByParsedToken(core, token);
  } finally {
    wipe(token.secret);
  }
}

function openByParsedToken(
  core: AccessCore,
  { payload, secret }: NonNullable<ReturnType<typeof parseCredentialToken>>,
): AuthenticatedPrincipal {
  if (payload.workspace_id !== core.workspace().workspace_id) throw credentialRejected();
  const { principal_id } = payload;
  const credential = core.stores.credentials.findByPrincipal(principal_id);
  const row = core.stores.principals.find(principal_id);
  if (!credential || !row || credential.revoked_at !== null) throw credentialRejected();
  if (credential.expires_at !== null && Date.parse(credential.expires_at) <= core.clock.nowMs())
    throw credentialRejected();
  const principalKey = tryUnwrap(core, 'token', row.principal_id, secret);
  if (principalKey === undefined) throw credentialRejected();
  core.refusedNames.learn(principal_id, payload.name);
  return { method: 'token', row, principalKey, credential };
}

/** Finds the principal by its secret alone: tries every wrap of the kind, some 50 µs each. */
function findBySecret(
  core: AccessCore,
  kind: SecretWrapKind,
  secret: Uint8Array,
): { readonly row: PrincipalRow; readonly principalKey: PrincipalKey } {
  try {
    for (const { principal_id } of core.stores.principals.listWraps(kind)) {
      const principalKey = tryUnwrap(core, kind, principal_id, secret);
      const row = core.stores.principals.find(principal_id);
      if (principalKey !== undefined && row !== undefined && row.disabled_at === null) {
        return { row, principalKey };
      }
      if (principalKey !== undefined) wipe(principalKey);
    }
  } finally {
    wipe(secret);
  }
  throw credentialRejected();
}

function tryUnwrap(
  core: AccessCore,
  kind: SecretWrapKind,
  principalId: PrincipalId,
  secret: Uint8Array,
): PrincipalKey | undefined {
  const wrap = core.stores.principals.findWrap(principalId, kind);
  if (wrap === undefined) return undefined;
  const ids = { workspace_id: core.workspace().workspace_id, principal_id: principalId };
  try {
    return unwrapWithSecret(kind, wrappedKeyOf(wrap), secret, ids);
  } catch (error) {
    if (error instanceof CryptoError) return undefined;
    throw error;
  }
}

/** Parses recovery keys and invite codes, which share one written form. */
function readCode(text = ''): Uint8Array {
  return orRejected(() => parseRecoveryKey(text));
}

function readSecret(text = ''): Uint8Array {
  return orRejected(() => decodeBase64Url(text));
}

function orRejected(read: () => Uint8Array): Uint8Array {
  try {
    return read();
  } catch (error) {
    throw error instanceof CryptoError ? credentialRejected() : error;
  }
}
