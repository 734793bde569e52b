/**
 * Hash chain of commits: each transaction's link hashes the previous link, a random number and the changed sealed rows,
 * so that two histories never share a link. Needs no key. Source: sealing design B10.
 */
import { sha256 } from '#crypto/sha256.ts';
import { TlvWriter } from '#crypto/tlv.ts';

/** Tags are part of every link: add, never renumber. */
const TAG = {
  label: 1,
  previous: 2,
  epoch: 3,
  commit_count: 4,
  batch_id: 5,
  changes: 6,
  table: 7,
  key: 8,
  sealed: 9,
} as const;

/** Previous link of the first one. 32 bytes. */
export const CHAIN_GENESIS = new Uint8Array(32);

/** A row after the transaction: its MAC; null when deleted. */
export interface ChainedChange {
  readonly table: string;
  readonly key: string;
  readonly mac: Uint8Array | null;
}

export interface ChainPlace {
  readonly epoch: number;
  /** Commit count of this transaction. */
  readonly commit_count: number;
  /** Random bytes that make the link unique, 16 bytes. */
  readonly batch_id: Uint8Array;
}

/** 32 bytes. `changes` in the order they were made. */
export function chainLink(
  previous: Uint8Array,
  place: ChainPlace,
  changes: readonly ChainedChange[],
): Uint8Array {
  const changed = new TlvWriter();
  for (const { table, key, mac } of changes)
    changed.field(TAG.table, table).field(TAG.key, key).field(TAG.sealed, mac);
  const writer = new TlvWriter()
    .field(TAG.label, 'srv.v1/chain')
    .field(TAG.previous, previous)
    .field(TAG.epoch, place.epoch)
    .field(TAG.commit_count, place.commit_count)
    .field(TAG.batch_id, place.batch_id)
    .field(TAG.changes, sha256(changed.bytes()));
  return sha256(writer.bytes());
}
