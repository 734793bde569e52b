/**
 * Reads a snapshot's manifest: a list with path, length and SHA-256 of every file, and over it a header signed by the
 * person who made it. Both may have been tampered with, so every path is parsed and must stay inside the snapshot. A
 * list may have a hundred million lines, so it is never in memory as a whole.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';
import { isUuidV7, type PrincipalId, type WorkspaceId } from '#contract/ids.ts';
import type { MembershipState } from '#crypto/membership/membership.ts';
import { type StatementSignature, verifyStatement } from '#crypto/principals/signed-statements.ts';
import { createSpilledTable } from '#server/storage/maintenance/spilled-table.ts';
import { HOME_VAULT_FILES } from '#server/system/config/folder/home-vault-files.ts';
import { readWholeFile } from '#server/system/files/open-regular-file.ts';
import { linesOf } from './read-lines.ts';

export interface ManifestFile {
  /** Relative to the snapshot's folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
  /** SHA-256 of the file's bytes, lower-case hex. */
  readonly sha256: string;
}

/** Signed content of a snapshot's manifest. */
export interface Manifest {
  /** 1: with the list of files inside, as until 0.8.0. 2: with a separate list. */
  readonly format: 1 | 2;
  readonly workspace_id: WorkspaceId;
  readonly created_at: string;
  readonly created_by: PrincipalId;
  /** State of the source database: an unchanged one is not copied again. */
  readonly source: string;
  readonly files: readonly ManifestFile[] | FileList;
}

/** Description of the file list, `files.jsonl`. */
export interface FileList {
  readonly count: number;
  /** Size of all listed files together. */
  readonly bytes: number;
  /** SHA-256 of the list file, lower-case hex. */
  readonly sha256: string;
}

export const MANIFEST_FILE = 'manifest.json';
export const FILE_LIST = 'files.jsonl';
export const SIGNATURE_FILE = 'manifest.sig.json';
/** Longest string of this engine: until 0.8.0 the manifest contained the list of files. */
const MANIFEST_MAX_BYTES = 512 * 1024 * 1024;
const SIGNATURE_MAX_BYTES = 64 * 1024;
const BLOBS = 'blobs/';
export const MANIFEST_LABEL = 'srv.v1/backup/manifest';
const PUBLIC_PKI = ['pki/ca.crt', 'pki/server.crt', 'pki/desktop.crt'];
export const SEALED_KEYS = 'pki/keys.sealed.json';
/** Files of a travelling copy: its marker file, and the folder with its home vault's address. */
export const COPY_MARK = 'copy';
export const CLINIC = HOME_VAULT_FILES.public.map((name) => `clinic/${name}`);
const FIXED = new Set(['vault.sqlite', SEALED_KEYS, ...PUBLIC_PKI, COPY_MARK, ...CLINIC]);
const SHA256_HEX = /^[0-9a-f]{64}$/;

export function blobPath(blobId: string): string {
  return `${BLOBS}${blobId.slice(-2)}/${blobId}`;
}

interface ReadHeader {
  readonly manifest: Manifest;
  /** The manifest's bytes as stored, which are signed. */
  readonly bytes: Uint8Array;
}

/** The listed files by path, in bounded memory. */
export interface ManifestFiles {
  readonly put: (file: ManifestFile) => void;
  readonly find: (path: string) => ManifestFile | undefined;
  readonly count: () => number;
  /** Pages of the file list in order of path. */
  readonly pages: () => Generator<readonly ManifestFile[], void, undefined>;
  /** A random sample of `limit` sealed files. */
  readonly sampleBlobs: (limit: number) => readonly ManifestFile[];
  readonly clear: () => void;
  readonly close: () => void;
}

export function createManifestFiles(): ManifestFiles {
  const table = createSpilledTable<{ name: string; bytes: number; sha256: string }>([
    'bytes INTEGER',
    'sha256 TEXT',
  ]);
  const toFile = ({ name, bytes, sha256 }: { name: string; bytes: number; sha256: string }) => {
    return { path: name, bytes, sha256 };
  };
  return {
    put: ({ path, bytes, sha256 }) => table.put({ name: path, bytes, sha256 }),
    find(path) {
      const row = table.find(path);
      return row && toFile(row);
    },
    count: table.count,
    *pages() {
      for (const page of table.pages()) yield page.map(toFile);
    },
    sampleBlobs: (limit) => table.sample(BLOBS, limit).map(toFile),
    clear: table.clear,
    close: table.close,
  };
}

export interface ReadManifest extends ReadHeader {
  /** Files the manifest lists. */
  readonly files: ManifestFiles;
  readonly close: () => void;
}

/** Reads the manifest without its list; not verified yet. @throws protocol_error when missing or malformed */
export function readHeader(snapshot: string): ReadHeader {
  let bytes: Uint8Array;
  let parsed: unknown;
  try {
    bytes = readWholeFile(join(snapshot, MANIFEST_FILE), MANIFEST_MAX_BYTES);
    parsed = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    throw noManifest(error);
  }
  if (!isManifest(parsed)) throw noManifest();
  return { manifest: parsed, bytes };
}

/** Reads manifest and list. @throws protocol_error as `readHeader`, and where the list does not match the manifest */
export async function readManifest(snapshot: string): Promise<ReadManifest> {
  const header = readHeader(snapshot);
  const files = createManifestFiles();
  try {
    await readFiles(snapshot, header.manifest, files);
  } catch (error) {
    files.close();
    throw error instanceof VaultError ? error : noManifest(error);
  }
  return { ...header, files, close: files.close };
}

async function readFiles(snapshot: string, { files: list }: Manifest, files: ManifestFiles): Promise<void> {
  if (!('sha256' in list)) {
    for (const file of list) files.put(file);
    return;
  }
  const hash = createHash('sha256');
  for await (const line of linesOf(join(snapshot, FILE_LIST), (bytes) => void hash.update(bytes))) {
    const file: unknown = JSON.parse(line);
    if (!isManifestFile(file)) throw noManifest();
    files.put(file);
  }
  if (hash.digest('hex') !== list.sha256) throw noManifest();
}

/** True for a snapshot of a travelling copy. */
function isOfCopy({ files }: ReadManifest): boolean {
  return files.find(COPY_MARK) !== undefined;
}

/**
 * True when an enabled administrator of the signed list signed exactly these bytes; for a travelling copy also when
 * `readBy` did.
 */
export function isManifestSigned(
  snapshot: string,
  read: ReadManifest,
  state: MembershipState,
  readBy?: PrincipalId,
): boolean {
  const { manifest, bytes } = read;
  const signer = state.principals.get(manifest.created_by);
  const signature = readSignature(snapshot);
  if (signer === undefined || signer.disabled || signature === undefined) return false;
  const isOwn = isOfCopy(read) && manifest.created_by === readBy;
  if (!signer.is_admin && !isOwn) return false;
  return (
    manifest.workspace_id === state.trust.workspace_id &&
    verifyStatement(signer.public_keys, MANIFEST_LABEL, bytes, signature)
  );
}

function readSignature(snapshot: string): StatementSignature | undefined {
  try {
    const parsed: unknown = JSON.parse(
      readWholeFile(join(snapshot, SIGNATURE_FILE), SIGNATURE_MAX_BYTES).toString('utf8'),
    );
    return isSignature(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function noManifest(cause?: unknown): VaultError {
  return new VaultError(
    'protocol_error',
    'There is no backup here: its manifest is missing or damaged. Use another snapshot.',
    {
      cause,
    },
  );
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
  if (!hasFields(value, fields) || !('files' in value) || !('format' in value)) return false;
  if (value.format === 2) return isFileList(value.files);
  if (value.format !== 1 || !Array.isArray(value.files)) return false;
  const files: unknown[] = value.files;
  return files.every(isManifestFile);
}

function isFileList(value: unknown): value is FileList {
  return hasFields(value, { count: 'number', bytes: 'number', sha256: 'string' });
}

function isManifestFile(value: unknown): value is ManifestFile {
  if (!hasFields(value, { path: 'string', sha256: 'string', bytes: 'number' })) return false;
  const { path, sha256 } = Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, String(field)]),
  );
  return isLength(value) && SHA256_HEX.test(sha256 ?? '') && isPathInside(path ?? '');
}

function isLength(file: object): boolean {
  return 'bytes' in file && Number.isSafeInteger(file.bytes) && Number(file.bytes) >= 0;
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
