/**
 * What a snapshot is made of: every file with its length and SHA-256, signed by the person who made it. A manifest
 * is read from a place anyone may have written to, so every path is parsed: nothing outside the snapshot is named.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isUuidV7, type PrincipalId, type WorkspaceId } from '#contract/ids.ts';
import { VaultError } from '#contract/vault-error.ts';
import type { MembershipState } from '#crypto/membership/membership.ts';
import type { PrincipalSecrets } from '#crypto/principals/principal-keys.ts';
import { isStatementOf, type StatementSignature, signStatement } from '#crypto/principals/statements.ts';
import { CLINIC_FILES } from '#server/config/clinic-files.ts';

export interface ManifestFile {
  /** From the snapshot's folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
  /** Of the bytes as they lie there, lower-case hex. */
  readonly sha256: string;
}

export interface Manifest {
  readonly format: 1;
  readonly workspace_id: WorkspaceId;
  readonly created_at: string;
  readonly created_by: PrincipalId;
  /** The state of the database it was taken from: an unchanged one is not copied again. */
  readonly source: string;
  readonly files: readonly ManifestFile[];
}

export const MANIFEST_FILE = 'manifest.json';
export const SIGNATURE_FILE = 'manifest.sig.json';
const LABEL = 'srv.v1/backup/manifest';
const PUBLIC_PKI = ['pki/ca.crt', 'pki/server.crt', 'pki/desktop.crt'];
export const SEALED_KEYS = 'pki/keys.sealed.json';
/** Of a travelling copy: its mark, and how its vault is reached. */
export const COPY_MARK = 'copy';
export const CLINIC = CLINIC_FILES.public.map((name) => `clinic/${name}`);
const FIXED = new Set(['vault.sqlite', SEALED_KEYS, ...PUBLIC_PKI, COPY_MARK, ...CLINIC]);
const SHA256_HEX = /^[0-9a-f]{64}$/;

export function blobPath(blobId: string): string {
  return `blobs/${blobId.slice(-2)}/${blobId}`;
}

export function encodeManifest(manifest: Manifest): Buffer {
  return Buffer.from(`${JSON.stringify(manifest)}\n`);
}

export function signManifest(signer: PrincipalSecrets, bytes: Uint8Array): Buffer {
  return Buffer.from(`${JSON.stringify(signStatement(signer, LABEL, bytes))}\n`);
}

export interface ReadManifest {
  readonly manifest: Manifest;
  /** As they lie there: what is signed. */
  readonly bytes: Uint8Array;
}

/** @throws protocol_error when there is none that makes sense; what it says is not yet believed. */
export function readManifest(snapshot: string): ReadManifest {
  let bytes: Uint8Array;
  let parsed: unknown;
  try {
    bytes = readFileSync(join(snapshot, MANIFEST_FILE));
    parsed = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    throw noManifest(error);
  }
  if (!isManifest(parsed)) throw noManifest();
  return { manifest: parsed, bytes };
}

/** Of a travelling copy. */
function isOfCopy({ files }: Manifest): boolean {
  return files.some(({ path }) => path === COPY_MARK);
}

/**
 * Whether an administrator the signed list knows, and has not disabled, signed these very bytes; of a travelling copy `readBy` may have.
 */
export function isManifestSigned(
  snapshot: string,
  { manifest, bytes }: ReadManifest,
  state: MembershipState,
  readBy?: PrincipalId,
): boolean {
  const signer = state.principals.get(manifest.created_by);
  const signature = readSignature(snapshot);
  if (signer === undefined || signer.disabled || signature === undefined) return false;
  const isOwn = isOfCopy(manifest) && manifest.created_by === readBy;
  if (!signer.is_admin && !isOwn) return false;
  return (
    manifest.workspace_id === state.trust.workspace_id &&
    isStatementOf(signer.public_keys, LABEL, bytes, signature)
  );
}

function readSignature(snapshot: string): StatementSignature | undefined {
  try {
    const parsed: unknown = JSON.parse(readFileSync(join(snapshot, SIGNATURE_FILE), 'utf8'));
    return isSignature(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function noManifest(cause?: unknown): VaultError {
  return new VaultError('protocol_error', 'There is no backup here: its manifest is missing or damaged.', {
    cause,
  });
}

function isSignature(value: unknown): value is StatementSignature {
  return hasFields(value, { signature_ed25519: 'string', signature_mldsa65: 'string' });
}

function isManifest(value: unknown): value is Manifest {
  const fields = {
    workspace_id: 'string',
    created_at: 'string',
    created_by: 'string',
    source: 'string',
  } as const;
  if (!hasFields(value, fields) || !('files' in value) || !Array.isArray(value.files)) return false;
  if (!('format' in value) || value.format !== 1) return false;
  const files: unknown[] = value.files;
  return files.every(isManifestFile);
}

function isManifestFile(value: unknown): value is ManifestFile {
  if (!hasFields(value, { path: 'string', sha256: 'string', bytes: 'number' })) return false;
  const { path, sha256 } = Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, String(field)]),
  );
  return SHA256_HEX.test(sha256 ?? '') && isPathInside(path ?? '');
}

function isPathInside(path: string): boolean {
  if (FIXED.has(path)) return true;
  const id = path.slice(path.lastIndexOf('/') + 1);
  return isUuidV7(id) && path === blobPath(id);
}

function hasFields(value: unknown, fields: Readonly<Record<string, 'string' | 'number'>>): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const entries = new Map<string, unknown>(Object.entries(value));
  return Object.entries(fields).every(([name, type]) => typeof entries.get(name) === type);
}
