/**
 * JSON in an envelope, with the number of its schema: `[schema, content]`. What 0.1.0 sealed is the bare object,
 * which an array cannot be taken for: schema 1.
 *
 * The number stands in the content and not in the context. A context has to be known before its envelope opens and
 * never comes from the ciphertext, so a number there would need a clear column, or one attempt per schema; inside
 * it is authenticated with the rest. The context's own number tells how a context is written, and stays 1.
 * Source: sealing design B9, "Sealed JSON".
 */
import { VaultError } from '#contract/errors/vault-error.ts';
import { fromUtf8, utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { SealContext } from './context-bytes.ts';
import { openPacked, sealPacked } from './envelope.ts';
import { openWith, type PreparedOpen } from './seal-subkey.ts';

/** Of every bare object. */
const FIRST_SCHEMA = 1;

export interface SealedJson<Content> {
  readonly schema: number;
  /** As it was sealed: what newer schemas have beside it is for the caller to fill in. */
  readonly content: Content;
}

export interface OpenedJson<Content> extends SealedJson<Content> {
  /** The same, as it was sealed: UTF-8 of `[schema, content]`, or of the bare object. */
  readonly bytes: Uint8Array;
}

/** `schema` from 2 on; `content` is anything JSON. */
export function sealJson(
  key: Uint8Array,
  json: SealedJson<unknown>,
  context: SealContext,
  padTo: number,
): Uint8Array {
  return sealPacked(key, encodeSealedJson(json), context, padTo);
}

/** What `sealJson` seals, for callers that need it besides: `sealPacked` does the rest. */
export function encodeSealedJson({ schema, content }: SealedJson<unknown>): Uint8Array {
  return utf8(JSON.stringify([schema, content]));
}

/**
 * What this program, or an older one, sealed under this key and context.
 * @throws CryptoError unless the envelope opens.
 * @throws protocol_error when its schema is newer than `newest`: read with what is known here, it would lose the rest.
 */
export function openJson<Content>(
  key: Uint8Array,
  packed: Uint8Array,
  context: SealContext,
  newest: number,
): SealedJson<Content> {
  return readJson(openPacked(key, packed, context), newest);
}

/** `openJson` by an opening derived before, with the text. @throws as `openJson` */
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
    'This was sealed by a newer version of the program. Update the program; nothing was changed.',
  );
}
