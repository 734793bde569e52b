/**
 * Seals JSON in an envelope with its schema number: `[schema, content]`. 0.1.0 sealed the bare object, which counts as
 * schema 1.
 * The number is inside the content, not in the context: a context must be known before its envelope opens, so the
 * number would need a plaintext column, or one attempt per schema. Inside it is authenticated with the rest. The
 * context's own number, always 1, describes the context's encoding.
 * Source: sealing design B9, "Sealed JSON".
 */
import { VaultError } from '#contract/errors/vault-error.ts';
import { fromUtf8, utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { SealContext } from './context-bytes.ts';
import { openPacked, sealPacked } from './envelope.ts';
import { openWith, type PreparedOpen } from './seal-subkey.ts';

/** Schema number of every bare object, which 0.1.0 sealed. */
const FIRST_SCHEMA = 1;

export interface SealedJson<Content> {
  readonly schema: number;
  /** Content as sealed; callers add fields of newer schemas. */
  readonly content: Content;
}

export interface OpenedJson<Content> extends SealedJson<Content> {
  /** The sealed UTF-8 bytes of `[schema, content]`, or of the bare object. */
  readonly bytes: Uint8Array;
}

/** `schema` from 2 on; `content` is any JSON value. */
export function sealJson(
  key: Uint8Array,
  json: SealedJson<unknown>,
  context: SealContext,
  padTo: number,
): Uint8Array {
  return sealPacked(key, encodeSealedJson(json), context, padTo);
}

/** The bytes that `sealJson` seals, for callers that also need them; pass them to `sealPacked`. */
export function encodeSealedJson({ schema, content }: SealedJson<unknown>): Uint8Array {
  return utf8(JSON.stringify([schema, content]));
}

/**
 * Opens JSON sealed by this program, or an older one, under this key and context.
 * @throws CryptoError unless the envelope opens.
 * @throws protocol_error when its schema is newer than `newest`, because reading it would lose unknown fields.
 */
export function openJson<Content>(
  key: Uint8Array,
  packed: Uint8Array,
  context: SealContext,
  newest: number,
): SealedJson<Content> {
  return readJson(openPacked(key, packed, context), newest);
}

/** `openJson` with a prepared opening; also returns the bytes. @throws as `openJson` */
export function openJsonWith<Content>(opening: PreparedOpen, newest: number): OpenedJson<Content> {
  const bytes = openWith(opening);
  return { ...readJson<Content>(bytes, newest), bytes };
}

function readJson<Content>(bytes: Uint8Array, newest: number): SealedJson<Content> {
  const opened = JSON.parse(fromUtf8(bytes));
  if (!Array.isArray(opened)) return { schema: FIRST_SCHEMA, content: opened };
  const [schema, content] = opened;
  if (!Number.isSafeInteger(schema) || schema <= FIRST_SCHEMA) throw new CryptoError();
  if (schema <= newest) return { schema, content };
  throw new VaultError(
    'protocol_error',
    'This was sealed by a newer version of the program. Nothing was changed. Update the program.',
  );
}
