/**
 * Copies every sealed file that a row references to another storage: hashed while reading, read back and compared.
 * Identical files already there are not written again. Missing ones are reported and do not stop the rest. Has no key.
 */
import { createHash } from 'node:crypto';
import { VaultError } from '#contract/errors/vault-error.ts';
import { isUuidV7 } from '#contract/ids.ts';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import type { BlobReader, BlobStore } from '#server/drives/blobs/blob-store.ts';
import type { ExpectedBlobs, ReferencedBlob } from '#server/storage/maintenance/referenced-blobs.ts';
import { mapWithConcurrency } from '#server/system/concurrency/map-with-concurrency.ts';
import { isEnoent } from '#server/system/files/is-enoent.ts';

const BUFFER_BYTES = 1024 * 1024;

export interface CopiedBlobs {
  readonly files: number;
  readonly bytes: number;
  /** Bytes written; the rest was already there. */
  readonly copied_bytes: number;
  readonly findings: readonly Finding[];
}

export interface CopyBlobsOptions {
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

interface Hashed {
  readonly bytes: number;
  readonly sha256: string;
}

/** Copies all referenced files. @throws protocol_error where a written file differs from its source */
export async function copyBlobs(
  expected: Pick<ExpectedBlobs, 'pages' | 'count'>,
  from: BlobStore,
  to: BlobStore,
  { onProgress, signal }: CopyBlobsOptions,
): Promise<CopiedBlobs> {
  const findings: Finding[] = [];
  let [files, bytes, copied_bytes, done] = [0, 0, 0, 0];

  async function copyOne({ blob_id, node_id, kind }: ReferencedBlob): Promise<void> {
    const source = await openIfThere(from, blob_id);
    if (source === undefined) {
      findings.push(finding(kind === 'picture' ? 'picture_damaged' : 'blob_missing', node_id));
      return;
    }
    try {
      const copied = await copyUnlessThere(source, to, blob_id, signal);
      files += 1;
      bytes += source.size;
      copied_bytes += copied;
    } finally {
      await source.close();
    }
  }

  const total = expected.count();
  for (const page of expected.pages()) {
    await mapWithConcurrency(page, async (blob) => {
      signal?.throwIfAborted();
      if (isUuidV7(blob.blob_id)) await copyOne(blob);
      else findings.push(finding('id_damaged', isUuidV7(blob.node_id) ? blob.node_id : null));
      done += 1;
      onProgress?.(done, total);
    });
  }
  return { files, bytes, copied_bytes, findings };
}

/** Copies one file if missing. @returns the bytes written */
async function copyUnlessThere(
  source: BlobReader,
  to: BlobStore,
  blobId: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  const before = await hashIfThere(to, blobId, signal);
  if (before !== undefined) {
    const { bytes, sha256 } = await hash(source, signal);
    if (bytes === before.bytes && sha256 === before.sha256) return 0;
    await to.remove([blobId]);
  }
  const written = await write(source, to, blobId, signal);
  const read = await hashIfThere(to, blobId, signal);
  if (read?.sha256 === written.sha256 && read.bytes === written.bytes) return written.bytes;
  throw new VaultError(
    'protocol_error',
    `The file ${blobId} was not stored as it was written. The source vault is unchanged. Check the storage, then run this again.`,
  );
}

async function write(
  source: BlobReader,
  to: BlobStore,
  blobId: string,
  signal: AbortSignal | undefined,
): Promise<Hashed> {
  const part = await to.create(blobId);
  try {
    const hashed = await hash(source, signal, part.write);
    await part.finish();
    return hashed;
  } catch (error) {
    await part.discard();
    throw error;
  }
}

async function hashIfThere(
  store: BlobStore,
  blobId: string,
  signal: AbortSignal | undefined,
): Promise<Hashed | undefined> {
  const reader = await openIfThere(store, blobId);
  return reader && hash(reader, signal).finally(reader.close);
}

async function openIfThere(store: BlobStore, blobId: string): Promise<BlobReader | undefined> {
  try {
    return await store.open(blobId);
  } catch (error) {
    if (isEnoent(error)) return undefined;
    throw error;
  }
}

async function hash(
  reader: BlobReader,
  signal: AbortSignal | undefined,
  onBytes: (bytes: Uint8Array) => Promise<void> = async () => undefined,
): Promise<Hashed> {
  const sha256 = createHash('sha256');
  // Two buffers: one is written while the other is filled.
  const buffers = [Buffer.allocUnsafeSlow(BUFFER_BYTES), Buffer.allocUnsafeSlow(BUFFER_BYTES)] as const;
  let position = 0;
  for (let turn = 0; ; turn = 1 - turn) {
    signal?.throwIfAborted();
    const buffer = buffers[turn === 0 ? 0 : 1];
    const length = await reader.read(buffer, position);
    if (length === 0) return { bytes: position, sha256: sha256.digest('hex') };
    const read = buffer.subarray(0, length);
    sha256.update(read);
    await onBytes(read);
    position += length;
  }
}
