/**
 * A hand-over: one HTML file with an exam sealed under a passphrase of its own. This file defines its clear part;
 * the rest are JWEs in compact form (RFC 7516), `dir` with A256GCM, under one key: the first half of 64 bytes of
 * Argon2id of the passphrase (NFKC, UTF-8) and the salt. The second half is in clear and commits to the passphrase:
 * with AES-GCM alone a sender could make one file that opens to another report with another passphrase. A file of
 * format 1, whose key is Argon2id's 32 bytes, has no commitment; it is opened by its own page. Portable.
 */
export const HANDOVER_FORMAT = 'srvault-handover-2';

export interface HandoverParameters {
  readonly format: typeof HANDOVER_FORMAT;
  /** The vault it claims to come from; the authenticated name is in the sealed part. */
  readonly vault_name: string;
  readonly created_at: string;
  /** SHA-256 of the workspace id, hex: the seal figure is drawn from it. */
  readonly workspace_hash: string;
  readonly kdf: {
    readonly name: 'argon2id';
    /** Salt of the passphrase derivation, base64url, 16 bytes. */
    readonly salt: string;
    /** Argon2id parameters: memory in KiB, passes, lanes. */
    readonly m: number;
    readonly t: number;
    readonly p: number;
    /** Base64url, 32 bytes: what else the passphrase derives. */
    readonly commitment: string;
  };
}

/** The protected header: authenticated, so that no part can replace another. */
export interface HandoverHeader {
  readonly alg: 'dir';
  readonly enc: 'A256GCM';
  readonly cty: 'application/fhir+json' | 'application/octet-stream';
  /** The file's number, from 1, and the part's, from 0. */
  readonly file?: number;
  readonly part?: number;
}

export const BUNDLE_HEADER: HandoverHeader = { alg: 'dir', enc: 'A256GCM', cty: 'application/fhir+json' };

export function partHeader(file: number, part: number): HandoverHeader {
  return { alg: 'dir', enc: 'A256GCM', cty: 'application/octet-stream', file, part };
}

/** Number of derived bytes: half key, half commitment. */
export const DERIVED_BYTES = 64;
export const KEY_BYTES = 32;
export const NONCE_BYTES = 12;
export const TAG_BYTES = 16;
/** Plaintext bytes of a file in one JWE: the amount writer and reader have in memory at a time. */
export const PART_BYTES = 4 * 1024 * 1024;
