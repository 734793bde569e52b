/**
 * Reads, checks and parses bodies of `application/json`. An empty body counts as none; a route's schema decides whether
 * that is allowed.
 * Source: choices, "Ids, times, order of checks" and "Error codes".
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { VaultError } from '#contract/errors/vault-error.ts';
import { JSON_DEPTH_MAX, JSON_VALUES_MAX } from '#contract/limits.ts';
import { wipe } from '#crypto/bytes.ts';
import { createBodyReader } from './read-body.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Error text for a body of an unsupported type. */
export const ACCEPTS_JSON = 'This route takes a JSON body: Content-Type application/json.';
export const ACCEPTS_NO_BODY = 'This route takes no body.';
export const acceptsMediaType = (type: string): string => `This route takes a body of Content-Type ${type}.`;

const decoder = new TextDecoder('utf-8', { fatal: true });
/** Finds `__proto__`, also with escaped letters, and escaped surrogates; a match is checked more closely. */
const MAY_HIDE_SOMETHING = /__proto__|\\u00|\\ud[89a-f]/i;

/**
 * Makes JSON the app's only media type, beside empty bodies; scopes with other types add their own parser. `mayParse`
 * is awaited before parsing; a rejection refuses the body.
 */
export function acceptJsonBodies(
  app: FastifyInstance,
  mayParse: (request: FastifyRequest) => Promise<void> = async () => undefined,
): void {
  app.removeAllContentTypeParsers();
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    // An empty body counts as none even with an invalid type, which Fastify would refuse before any parser.
    if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0)
      delete headers['content-type'];
    done();
  });
  const readBody = createBodyReader();
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { bytes, release } = await readBody(request.peer.fingerprint, payload);
    try {
      await mayParse(request);
      return parseJsonBody(bytes);
    } finally {
      // May be wiped, because they come from a socket and have no other owner.
      wipe(bytes);
      release();
    }
  });
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { bytes, release } = await readBody(request.peer.fingerprint, payload);
    try {
      return refuseUnlessEmpty(request, bytes);
    } finally {
      release();
    }
  });
}

/** Accepts an empty body of any type, because curl and HTML forms send a type anyway. */
function refuseUnlessEmpty(request: FastifyRequest, bytes: Buffer): undefined {
  const { length } = bytes;
  wipe(bytes);
  if (length === 0 || request.is404) return undefined;
  throw new VaultError('invalid_request', request.routeOptions.schema?.body ? ACCEPTS_JSON : ACCEPTS_NO_BODY);
}

/**
 * Parses a JSON body.
 * @throws malformed_request for anything but well-formed UTF-8 JSON of a reasonable shape. Undefined when empty.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  checkJsonShape(bytes);
  const text = decodeUtf8(bytes);
  const value = parseJson(text);
  if (MAY_HIDE_SOMETHING.test(text)) refuseOddText(value);
  return value;
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new VaultError('malformed_request', 'The body is not UTF-8 text. Send it as UTF-8.');
  }
}

/** The parser's message is dropped, because it quotes the text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new VaultError('malformed_request', 'The body is not well-formed JSON.');
  }
}

/**
 * Recursion is safe, because the shape check bounds the depth. Refuses half a surrogate pair, which could not be stored
 * as sent.
 */
function refuseOddText(value: unknown): void {
  if (typeof value === 'string') requireWellFormed(value);
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) {
    throw new VaultError(
      'invalid_request',
      'The body uses «__proto__» as a field name; that name is not allowed.',
    );
  }
  for (const [key, child] of Object.entries(value)) {
    requireWellFormed(key);
    refuseOddText(child);
  }
}

function requireWellFormed(text: string): void {
  if (text.isWellFormed()) return;
  throw new VaultError(
    'invalid_request',
    'The body has half a surrogate pair. Send well-formed Unicode text.',
  );
}

/**
 * Checks nesting depth and number of values before parsing, so that a small body cannot cause much work. Scans bytes
 * and skips strings. Source: evidence, table E, 7.
 * @throws malformed_request past `JSON_DEPTH_MAX` or `JSON_VALUES_MAX`. Does not check validity.
 */
function checkJsonShape(json: Buffer): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === COMMA) values += 1;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth -= 1;
    if (depth > JSON_DEPTH_MAX) {
      throw new VaultError('malformed_request', `The JSON body nests deeper than ${JSON_DEPTH_MAX} levels.`);
    }
    if (values > JSON_VALUES_MAX) {
      throw new VaultError('malformed_request', `The JSON body has more than ${JSON_VALUES_MAX} values.`);
    }
  }
}

/**
 * Index of the quote that ends the string begun at `start`, or the end of the text. A string without escapes ends at
 * its first quote. One with escapes, such as a report's state, has too many quotes to search for each.
 */
function endOfString(json: Buffer, start: number): number {
  const quote = json.indexOf(QUOTE, start + 1);
  if (quote === -1) return json.length;
  if (json[quote - 1] !== BACKSLASH) return quote;
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return Math.min(at, json.length);
}
