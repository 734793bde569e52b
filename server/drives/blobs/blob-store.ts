/**
 * The port to sealed files, in the vault's folder or in a bucket. An implementation has no key and never sees
 * plaintext: it stores and returns sealed bytes under random ids.
 * Source: choices, "Drives"; sealing design B6, "Commit order".
 */
import type { FindReferenced } from './unreferenced-blobs.ts';

/** Sealed file that is being written. */
export interface PartFile {
  /**
   * Queues the bytes; resolves when the previous write is done, so that one is in flight while the next is prepared.
   */
  readonly write: (sealed: Uint8Array) => Promise<void>;
  /** Resolves when the complete file is durable under its id. */
  readonly finish: () => Promise<void>;
  /** Removes the partial file; allowed until a row names it. */
  readonly discard: () => Promise<void>;
}

/** Sealed file that is being read. */
export interface BlobReader {
  /** Sealed size as the storage reports it; trustworthy only after the last chunk has opened. */
  readonly size: number;
  /** Fills `into` from `position`, at most to the end of the file. @returns number of bytes, 0 at the end */
  readonly read: (into: Uint8Array, position: number) => Promise<number>;
  /** Call where what was read does not open, so that a copy of it on this disk is not read again. */
  readonly distrust?: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Swept {
  readonly quarantined: readonly string[];
  readonly back: readonly string[];
}

export interface BlobStore {
  /** True for storage over a network: a start does not wait for its sweep. */
  readonly isFar: boolean;
  readonly create: (blobId: string) => Promise<PartFile>;
  /**
   * Also opens from quarantine if the file is not in its place: the caller's key proves which file is meant.
   * @throws an error with the code ENOENT where there is none.
   */
  readonly open: (blobId: string) => Promise<BlobReader>;
  /** Ignores missing files, which a sweep may have removed, and strings that are no ids. */
  readonly remove: (blobIds: Iterable<string>) => Promise<void>;
  /**
   * Removes unfinished files, which no response has named, and quarantines every file that `knownOf` does not report.
   * They are kept because rows may be damaged or edited. Files that rows name again are moved back.
   * @returns names now in quarantine, and names of files moved back.
   */
  readonly sweep: (knownOf: FindReferenced) => Promise<Swept>;
  /** Aborts open requests. */
  readonly close: () => Promise<void>;
}

/** Sealed file in storage. */
export interface StoredBlob {
  /** Id of the file. */
  readonly name: string;
  readonly bytes: number;
  readonly changedMs: number;
}

/**
 * Storage that other servers also write to. Nothing is quarantined there, and a young file may not have its row yet.
 */
export interface SharedBlobs extends BlobStore {
  readonly settledAfterMs: number;
  /** Every file, by id; other names are skipped. */
  readonly list: () => AsyncIterable<StoredBlob>;
  /** Succeeds if the file exists. @throws an error with the code ENOENT, StorageUnavailableError */
  readonly find: (blobId: string) => Promise<void>;
  /** Deletes for good, after a person's decision. @throws StorageUnavailableError */
  readonly removeUnknown: (blobId: string) => Promise<void>;
}

/** Subfolder of a file: the last two digits of its id, which are random. */
export function blobFolder(blobId: string): string {
  return blobId.slice(-2);
}
