/**
 * A look at JSON text before it is parsed: how deep it nests and how many values it holds, so that a
 * small body cannot make a large amount of work. Runs over bytes; strings are skipped.
 * Source: evidence, table E, 7.
 */
import { JSON_DEPTH_MAX, JSON_VALUES_MAX } from '#contract/limits.ts';
import { VaultError } from '#contract/vault-error.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** @throws malformed_request past `JSON_DEPTH_MAX` or `JSON_VALUES_MAX`. Says nothing about validity. */
export function checkJsonShape(json: Buffer): void {
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
      throw new VaultError('malformed_request', `The JSON body holds more than ${JSON_VALUES_MAX} values.`);
    }
  }
}

/** Index of the quote that ends the string begun at `start`, or the end of the text. */
function endOfString(json: Buffer, start: number): number {
  let end = json.indexOf(QUOTE, start + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf(QUOTE, end + 1);
  return end === -1 ? json.length : end;
}

function isEscaped(json: Buffer, quote: number): boolean {
  let backslashes = 0;
  while (json[quote - 1 - backslashes] === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}
