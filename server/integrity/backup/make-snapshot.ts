/**
 * Makes one snapshot of a vault, running or not: the database at one instant, then every file its rows reference, then
 * a signed manifest. Unchanged files are hard links to the previous snapshot. The snapshot is opened and a random
 * sample verified before it gets its name. Damage in the vault is reported and does not stop the rest.
 * Source: sealing design B8 (Backup).
 */
import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isUuidV7 } from '#contract/ids.ts';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import { type ReadFolder, readDatabase } from '#server/integrity/open-vault-read-only.ts';
import type { Reader } from '#server/integrity/unlock-read-only.ts';
import { distinct } from '#server/integrity/verify/verify-vault.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createReferencedBlobs, type ReferencedBlob } from '#server/storage/maintenance/referenced-blobs.ts';
import { isRemoteOnlyBlob } from '#server/storage/travelling-copy/copy-nodes-store.ts';
import type { Clock } from '#server/system/clock.ts';
import { allSettledOrThrow, mapWithConcurrency } from '#server/system/concurrency/map-with-concurrency.ts';
import { readCopyMarker } from '#server/system/config/folder/copy-marker.ts';
import { isEnoent } from '#server/system/files/is-enoent.ts';
import { openRegularFile } from '#server/system/files/open-regular-file.ts';
import { syncFolder } from '#server/system/files/sync-folder.ts';
import { COPIED_AT_ONCE, type Copied, copyHashed, linkFile, writeSynced } from './copy-sealed-file.ts';
import { contentOf, DATABASE, findPrevious, isIntact, type Previous } from './previous-snapshot.ts';
import { sealTlsKeys } from './sealed-tls-keys.ts';
import {
  blobPath,
  CLINIC,
  COPY_MARK,
  createManifestFiles,
  type Manifest,
  type ManifestFile,
  type ManifestFiles,
  type ReadManifest,
  SEALED_KEYS,
} from './snapshot-manifest.ts';
import { newSnapshotName } from './snapshots.ts';
import { writeList, writeManifest } from './write-manifest.ts';

const CERTIFICATES = ['ca.crt', 'server.crt', 'desktop.crt'];
const PARTIAL = '.partial';
/** Attempts when files are purged during copying. */
const TRIES_MAX = 4;

export interface SnapshotOptions {
  readonly target: string;
  readonly clock: Clock;
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
  readonly pagesAtOnce?: number;
  /** Looked up at the start unless given. */
  readonly previous?: Previous | undefined;
  /** Copies a sealed file from the vault's storage. @throws an error with the code ENOENT where it is missing */
  readonly copyBlob: (blobId: string, to: string, onBytes: (bytes: number) => void) => Promise<Copied>;
}

export interface Snapshot {
  readonly name: string;
  readonly path: string;
  readonly findings: readonly Finding[];
  readonly files: number;
  readonly bytes: number;
  /** Bytes that were copied; the rest was linked. */
  readonly copied_bytes: number;
}

/** Verifies a sample of the finished snapshot. */
export type ProveSample = (db: SqlEngine, root: string) => Promise<readonly Finding[]>;

export async function makeSnapshot(
  folder: ReadFolder,
  reader: Reader,
  options: SnapshotOptions,
  prove: ProveSample,
): Promise<Snapshot> {
  const { target, clock } = options;
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const name = newSnapshotName(target, clock.nowMs());
  const part = join(target, `${PARTIAL}-${name}`);
  rmSync(part, { recursive: true, force: true });
  const files = createManifestFiles();
  try {
    const content = await copyContent(folder, reader, options, part, files);
    const list = await writeList(part, files);
    const manifest: Manifest = {
      format: 2,
      workspace_id: reader.workspace_id,
      created_at: new Date(clock.nowMs()).toISOString(),
      created_by: reader.principal.principal_id,
      source: content.source,
      files: list,
    };
    // Runs both at once: the disk writes one while the other is read.
    const [unproven] = await allSettledOrThrow([
      openAndProve(part, prove, content.isKnownSound),
      writeManifest(part, manifest, reader.principal.secrets),
    ]);
    await syncFolder(part);
    renameSync(part, join(target, name));
    await syncFolder(target);
    return {
      name,
      path: join(target, name),
      findings: distinct([...content.findings, ...unproven]),
      files: list.count,
      bytes: list.bytes,
      copied_bytes: content.copied,
    };
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    throw error;
  } finally {
    files.close();
  }
}

interface Content {
  readonly findings: readonly Finding[];
  readonly source: string;
  readonly copied: number;
  /** True when this database was verified under its name in the previous snapshot. */
  readonly isKnownSound: boolean;
}

/** The previous snapshot with its manifest. */
interface Before extends Previous {
  readonly content: ReadManifest;
}

async function findBefore({ previous, target }: SnapshotOptions, { workspace_id }: Reader) {
  const found = previous ?? findPrevious(target, workspace_id);
  const content = found && (await contentOf(found));
  return found && content && { ...found, content };
}

/** Purges and uploads continue meanwhile: where a file was purged with its row, the database is copied again. */
async function copyContent(
  folder: ReadFolder,
  reader: Reader,
  options: SnapshotOptions,
  part: string,
  files: ManifestFiles,
): Promise<Content> {
  const before = await findBefore(options, reader);
  try {
    for (let attempt = 1; ; attempt += 1) {
      rmSync(join(part, DATABASE), { force: true });
      mkdirSync(part, { recursive: true, mode: 0o700 });
      files.clear();
      const source = folder.stateOf();
      const database = await copyDatabase(folder, part, before, source, options);
      files.put(database.file);
      const blobs = await copyBlobs(folder, options, part, before, files);
      if (blobs.isOutdated && attempt < TRIES_MAX) {
        rmSync(part, { recursive: true, force: true });
        continue;
      }
      for (const file of await copyPki(folder, reader, part)) files.put(file);
      return {
        findings: blobs.findings,
        source,
        copied: database.copied + blobs.copied,
        isKnownSound: database.isKnownSound,
      };
    }
  } finally {
    before?.content.close();
  }
}

async function copyDatabase(
  folder: ReadFolder,
  part: string,
  previous: Before | undefined,
  source: string,
  { pagesAtOnce, signal }: SnapshotOptions,
): Promise<{ file: ManifestFile; copied: number; isKnownSound: boolean }> {
  const path = DATABASE;
  const to = join(part, path);
  const before = previous?.source === source ? previous.content.files.find(path) : undefined;
  if (
    previous &&
    before &&
    (await isAsLong(join(previous.path, path), before)) &&
    (await linkFile(join(previous.path, path), to))
  )
    return { file: before, copied: 0, isKnownSound: previous.sound?.isUnchanged(to) ?? false };
  await folder.copyRows(to, { pagesAtOnce, signal });
  // SQLite creates the file with default permissions.
  chmodSync(to, 0o600);
  const bytes = statSync(to).size;
  return { file: { path, bytes, sha256: await hashFile(to) }, copied: bytes, isKnownSound: false };
}

export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  const source = (await openRegularFile(file)).createReadStream({ highWaterMark: 1024 * 1024 });
  for await (const chunk of source) hash.update(chunk);
  return hash.digest('hex');
}

async function isAsLong(file: string, { bytes }: ManifestFile): Promise<boolean> {
  // A link of that name would become part of the next snapshot.
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === bytes;
}

interface CopiedBlobs {
  readonly findings: readonly Finding[];
  readonly copied: number;
  /** A file and its row were purged before it was copied. */
  readonly isOutdated: boolean;
}

async function copyBlobs(
  folder: ReadFolder,
  { onProgress, signal, copyBlob }: SnapshotOptions,
  part: string,
  previous: Before | undefined,
  files: ManifestFiles,
): Promise<CopiedBlobs> {
  const findings: Finding[] = [];
  const missing: ReferencedBlob[] = [];
  let copied = 0;
  let done = 0;

  async function copyOne(blob: ReferencedBlob, isAway: boolean): Promise<void> {
    const path = blobPath(blob.blob_id);
    const before = previous?.content.files.find(path);
    if (previous && before && (await isAsLong(join(previous.path, path), before))) {
      if (await linkFile(join(previous.path, path), join(part, path))) return files.put(before);
    }
    try {
      const result = await copyBlob(blob.blob_id, join(part, path), (bytes) => {
        copied += bytes;
      });
      files.put({ path, ...result });
    } catch (error) {
      if (!isEnoent(error)) throw error;
      if (!isAway) missing.push(blob);
    }
  }

  const database = readDatabase(join(part, DATABASE), false);
  try {
    const expected = createReferencedBlobs(database.db);
    // In a travelling copy some files may be at the home vault only.
    const isAway = isRemoteOnlyBlob(database.db);
    const total = expected.count();
    for (const page of expected.pages()) {
      const copyNext = async (blob: ReferencedBlob) => {
        signal?.throwIfAborted();
        if (isUuidV7(blob.blob_id)) await copyOne(blob, isAway?.(blob) === true);
        else findings.push(finding('id_damaged', isUuidV7(blob.node_id) ? blob.node_id : null));
        done += 1;
        onProgress?.(done, total);
      };
      await mapWithConcurrency(page, copyNext, COPIED_AT_ONCE);
    }
  } finally {
    database.close();
  }
  const still = createReferencedBlobs(folder.db);
  const stays = missing.filter(({ blob_id }) => still.has(blob_id));
  for (const { node_id } of stays) findings.push(finding('blob_missing', node_id));
  return { findings, copied, isOutdated: stays.length < missing.length };
}

async function copyPki({ layout }: ReadFolder, reader: Reader, part: string): Promise<ManifestFile[]> {
  const files: ManifestFile[] = [];
  for (const name of CERTIFICATES) {
    const path = `pki/${name}`;
    files.push({ path, ...(await copyHashed(join(layout.pki, name), join(part, path), () => undefined)) });
  }
  const isCopy = readCopyMarker(layout) !== undefined;
  for (const path of isCopy ? [COPY_MARK, ...CLINIC] : [])
    files.push({ path, ...(await copyHashed(join(layout.root, path), join(part, path), () => undefined)) });
  const sealed = sealTlsKeys(layout, reader, isCopy);
  await writeSynced(join(part, SEALED_KEYS), sealed);
  const sha256 = createHash('sha256').update(sealed).digest('hex');
  return [...files, { path: SEALED_KEYS, bytes: sealed.length, sha256 }];
}

/** Opens the snapshot without leaving files beside the database, because it must equal its manifest. */
async function openAndProve(
  part: string,
  prove: ProveSample,
  isKnownSound: boolean,
): Promise<readonly Finding[]> {
  const database = readDatabase(join(part, DATABASE), false);
  try {
    const findings = isKnownSound || isIntact(database) ? [] : [finding('database_damaged')];
    return [...findings, ...(await prove(database.db, part))];
  } finally {
    database.close();
  }
}
