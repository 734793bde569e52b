/**
 * The port to sealed files, in the vault's folder or in a bucket. An implementation has no key and never sees
 * plaintext: it stores and returns sealed bytes under random ids.
 * Source: choices, "Drives"; sealing design B6, "Commit order".
 */
import type { KnownOf } from './unknown-of.ts';

/** A sealed file on its way in. */
export interface PartFile {
  /** Queues the bytes; resolves when the write before them is done, so one is in flight while the next is made. */
  readonly write: (sealed: Uint8Array) => Promise<void>;
  /** Resolves when the whole file is durable under its id. */
  readonly finish: () => Promise<void>;
  /** Removes what there is of it; for any moment before a row names it. */
  readonly discard: () => Promise<void>;
}

/** A sealed file that is read. */
export interface BlobReader {
  /** Sealed bytes, as the storage says: nothing to believe before the last chunk has opened. */
  readonly size: number;
  /** Fills `into` from `position` on, at most to the end of the file. @returns how many bytes, 0 at its end */
  readonly read: (into: Uint8Array, position: number) => Promise<number>;
  readonly close: () => Promise<void>;
}

export interface Swept {
  readonly quarantined: readonly string[];
  readonly back: readonly string[];
}

export interface BlobStore {
  /** Over a network: a start waits for no sweep of it. */
  readonly isFar: boolean;
  readonly create: (blobId: string) => Promise<PartFile>;
  /**
   * Also from quarantine, if it is not in its place: the caller's key proves which file is meant.
   * @throws an error with the code ENOENT where there is none.
   */
  readonly open: (blobId: string) => Promise<BlobReader>;
  /** Missing files are no error: a sweep may have been there before. What is no id names no file here and is left alone. */
  readonly remove: (blobIds: Iterable<string>) => Promise<void>;
  /**
   * Removes unfinished files, which no response has named, and moves every file that `knownOf` does not know into
   * quarantine. Rows can be damaged or edited, and a readable file is worth more than a tidy folder. Files that are
   * known again are moved back.
   * @returns the names in quarantine now, and of files moved back.
   */
  readonly sweep: (knownOf: KnownOf) => Promise<Swept>;
  /** Ends what is still asked of it. */
  readonly close: () => Promise<void>;
}

/** One sealed file, as its storage describes it. */
export interface StoredBlob {
  /** Its id. */
  readonly name: string;
  readonly bytes: number;
  readonly changedMs: number;
}

/**
 * Files in a place that other servers also write to. Nothing is moved there, and a young file may not have its row
 * yet.
 */
export interface SharedBlobs extends BlobStore {
  readonly settledAfterMs: number;
  /** Every file, by id; names that are no id are not ours and left out. */
  readonly list: () => AsyncIterable<StoredBlob>;
  /** @throws an error with the code ENOENT, StorageAwayError */
  readonly find: (blobId: string) => Promise<void>;
  /** For good, on a person's word. @throws StorageAwayError */
  readonly removeUnknown: (blobId: string) => Promise<void>;
}

/** The last two digits of an id are random, so files spread evenly. */
export function blobFolder(blobId: string): string {
  return blobId.slice(-2);
}
