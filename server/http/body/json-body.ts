/**
 * The parser of `application/json` bodies. An empty body is no body; what a route does without one is
 * for its schema to say.
 * Source: choices, "Ids, times, order of checks" and "Error codes".
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { VaultError } from '#contract/vault-error.ts';
import { checkJsonShape } from './json-shape.ts';
import { readBody } from './read-body.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });
/** `__proto__` in clear or with any of its letters escaped, or an escaped surrogate; a hit is looked at more closely. */
const MAY_HIDE_SOMETHING = /__proto__|\\u00|\\ud[89a-f]/i;

/** Makes JSON the one media type of the app; scopes that take others add their own parser. */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (_request: FastifyRequest, payload: IncomingMessage) =>
    parseJsonBody(await readBody(payload)),
  );
}

/** @throws malformed_request for anything but well-formed UTF-8 JSON of a reasonable shape. Undefined when empty. */
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
    throw new VaultError('malformed_request', 'The body is not UTF-8 text.');
  }
}

/** The parser's own message quotes the text, so it goes no further. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new VaultError('malformed_request', 'The body is not well-formed JSON.');
  }
}

/** Depth is bounded by the shape check, so recursion is safe. Half a surrogate pair could not be kept as sent. */
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
  throw new VaultError('invalid_request', 'The body holds half a surrogate pair; text must be well-formed.');
}
