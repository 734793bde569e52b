/**
 * Encodes and parses credential tokens: `srv1.` + base64url(JSON payload) + `.` + base64url(32-byte secret) + `.` +
 * base64url(first 8 bytes of SHA-256 over all before the last dot). The payload only informs; the server's record
 * decides. `srvault status` parses it offline.
 * Source: choices, "Sessions and principals".
 */
import type { PrincipalId, WorkspaceId } from '#contract/ids.ts';
import type { GroupRole } from './roles.ts';

export interface CredentialTokenPayload {
  readonly workspace_id: WorkspaceId;
  readonly workspace_name: string;
  readonly principal_id: PrincipalId;
  readonly name: string;
  readonly base_url: string;
  readonly groups: readonly (GroupRole & { readonly name: string })[];
  readonly issued_at: string;
  readonly expires_at: string | null;
}

/** Byte functions passed in, so that this file stays pure and runs anywhere. */
export interface TokenCodec {
  readonly encodeUtf8: (text: string) => Uint8Array;
  /** Decodes UTF-8. @throws on malformed input. */
  readonly decodeUtf8: (bytes: Uint8Array) => string;
  readonly sha256: (bytes: Uint8Array) => Uint8Array;
  readonly encodeBase64Url: (bytes: Uint8Array) => string;
  /** Throws on anything but canonical unpadded base64url. */
  readonly decodeBase64Url: (text: string) => Uint8Array;
}

const PREFIX = 'srv1';
const SECRET_BYTES = 32;
const CHECKSUM_BYTES = 8;

export function encodeCredentialToken(
  payload: CredentialTokenPayload,
  secret: Uint8Array,
  codec: TokenCodec,
): string {
  const payloadText = codec.encodeBase64Url(codec.encodeUtf8(JSON.stringify(payload)));
  const body = `${PREFIX}.${payloadText}.${codec.encodeBase64Url(secret)}`;
  return `${body}.${checksum(body, codec)}`;
}

/** Parses a credential token, whose secret has 32 bytes. Undefined for anything but a complete, unchanged token. */
export function parseCredentialToken(
  text: string,
  codec: TokenCodec,
): { payload: CredentialTokenPayload; secret: Uint8Array } | undefined {
  const [prefix, payloadText, secretText, sum, ...rest] = text.trim().split('.');
  if (prefix !== PREFIX || !payloadText || !secretText || !sum || rest.length > 0) return undefined;
  if (checksum(`${prefix}.${payloadText}.${secretText}`, codec) !== sum) return undefined;
  try {
    const secret = codec.decodeBase64Url(secretText);
    const payload: unknown = JSON.parse(codec.decodeUtf8(codec.decodeBase64Url(payloadText)));
    return secret.length === SECRET_BYTES && isPayload(payload) ? { payload, secret } : undefined;
  } catch {
    return undefined;
  }
}

function checksum(body: string, codec: TokenCodec): string {
  return codec.encodeBase64Url(codec.sha256(codec.encodeUtf8(body)).slice(0, CHECKSUM_BYTES));
}

function isPayload(value: unknown): value is CredentialTokenPayload {
  if (typeof value !== 'object' || value === null) return false;
  const texts = ['workspace_id', 'workspace_name', 'principal_id', 'name', 'base_url', 'issued_at'];
  const fields = new Map(Object.entries(value));
  return (
    texts.every((key) => typeof fields.get(key) === 'string') &&
    Array.isArray(fields.get('groups')) &&
    (fields.get('expires_at') === null || typeof fields.get('expires_at') === 'string')
  );
}
