/**
 * State digest: one number for all rows of a group under one generation of its key. As a multiset hash it costs two
 * HMACs per change, however many rows there are; removing, adding or rolling back a row changes it. MSet-Add-HMAC: the
 * sum modulo 2^256 of an HMAC per row, stored under a mask that is drawn again with each change.
 * Source: sealing design B10; Clarke et al., "Incremental Multiset Hash Functions and Their Application to Memory
 * Integrity Checking", 2003.
 */
import type { SecurityGroupId } from '#contract/ids.ts';
import { equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { hmac } from '#crypto/keys/group-subkeys.ts';
import { fillPublicRandom } from '#crypto/random.ts';
import { TlvWriter } from '#crypto/tlv.ts';

export type StateKind = 'document' | 'node';

/** The fields of a row that the sum includes; its other columns are under its row MAC. */
export interface StateElement {
  readonly kind: StateKind;
  readonly id: string;
  readonly row_mac: Uint8Array;
}

/** Number of rows, and their sum modulo 2^256. */
export interface Tally {
  readonly rows: number;
  readonly sum: bigint;
}

/** Group and generation of a digest, and the commit that wrote it. */
export interface DigestPlace {
  readonly security_group_id: SecurityGroupId;
  readonly generation: number;
  readonly epoch: number;
  readonly commit_count: number;
}

/** State digest as stored. */
export interface SealedDigest extends DigestPlace {
  readonly row_count: number;
  /** Sum of the row HMACs under its mask, 32 bytes. */
  readonly masked_sum: Uint8Array;
  /** Nonce of the mask, 32 bytes. */
  readonly nonce: Uint8Array;
  /** MAC over the stored digest, 32 bytes. */
  readonly mac: Uint8Array;
}

export const EMPTY_TALLY: Tally = { rows: 0, sum: 0n };

const BYTES = 32;
const MODULUS = 1n << 256n;
const WORD_BYTES = 8;
const WORD_BITS = 64n;
/** Tags are part of every stored digest: add, never renumber. Mask and row are the paper's 0 and 1. */
const TAG = {
  mask: 0,
  row: 1,
  id: 2,
  row_mac: 3,
  label: 4,
  security_group_id: 5,
  generation: 6,
  epoch: 7,
  commit_count: 8,
  row_count: 9,
  masked_sum: 10,
  nonce: 11,
} as const;

/** `key`: the group's `stateMacKey` of the row's generation. */
export function withRow(key: Uint8Array, { rows, sum }: Tally, row: StateElement): Tally {
  return { rows: rows + 1, sum: (sum + valueOfRow(key, row)) % MODULUS };
}

/** The reverse of `withRow`; removing a row that was never counted leaves a sum that matches no rows. */
export function withoutRow(key: Uint8Array, { rows, sum }: Tally, row: StateElement): Tally {
  return { rows: rows - 1, sum: (sum + MODULUS - valueOfRow(key, row)) % MODULUS };
}

export function sealDigest(key: Uint8Array, place: DigestPlace, { rows, sum }: Tally): SealedDigest {
  const nonce = new Uint8Array(BYTES);
  fillPublicRandom(nonce);
  const masked_sum = toBytes((sum + maskOf(key, nonce)) % MODULUS);
  // A count below zero can only come from rows changed outside the vault; it is no number to seal.
  const digest = { ...place, row_count: Math.max(0, rows), masked_sum, nonce };
  return { ...digest, mac: macOf(key, digest) };
}

/**
 * Verifies a stored digest and returns its count and sum.
 * @throws CryptoError when the digest was not sealed under this key for this group and generation.
 */
export function openDigest(key: Uint8Array, digest: SealedDigest): Tally {
  if (!equalBytes(macOf(key, digest), digest.mac)) throw new CryptoError();
  const sum = (toNumber(digest.masked_sum) + MODULUS - maskOf(key, digest.nonce)) % MODULUS;
  return { rows: digest.row_count, sum };
}

function valueOfRow(key: Uint8Array, { kind, id, row_mac }: StateElement): bigint {
  const bytes = new TlvWriter().field(TAG.row, kind).field(TAG.id, id).field(TAG.row_mac, row_mac).bytes();
  return toNumber(hmac(key, bytes));
}

function maskOf(key: Uint8Array, nonce: Uint8Array): bigint {
  return toNumber(hmac(key, new TlvWriter().field(TAG.mask, nonce).bytes()));
}

function macOf(key: Uint8Array, digest: Omit<SealedDigest, 'mac'>): Uint8Array {
  const writer = new TlvWriter()
    .field(TAG.label, 'srv.v1/state')
    .field(TAG.security_group_id, digest.security_group_id)
    .field(TAG.generation, digest.generation)
    .field(TAG.epoch, digest.epoch)
    .field(TAG.commit_count, digest.commit_count)
    .field(TAG.row_count, digest.row_count)
    .field(TAG.masked_sum, digest.masked_sum)
    .field(TAG.nonce, digest.nonce);
  return hmac(key, writer.bytes());
}

/** Reads four words at a time: a third of the cost of converting through hex. */
function toNumber(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, BYTES);
  let value = 0n;
  for (let at = 0; at < BYTES; at += WORD_BYTES) value = (value << WORD_BITS) | view.getBigUint64(at);
  return value;
}

function toBytes(value: bigint): Uint8Array {
  const bytes = new Uint8Array(BYTES);
  const view = new DataView(bytes.buffer);
  let rest = value;
  for (let at = BYTES - WORD_BYTES; at >= 0; at -= WORD_BYTES) {
    view.setBigUint64(at, BigInt.asUintN(64, rest));
    rest >>= WORD_BITS;
  }
  return bytes;
}
