/**
 * The shape of a stored editor state and its check. Lexical's own parser throws raw TypeErrors on malformed
 * input and on node types it does not know; nothing reaches it that has not passed here.
 * Source: choices, "Reports"; API spec, Exam, `report_lexical`.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import { REPORT_LEXICAL_MAX_BYTES } from '#contract/limits.ts';

/** A node of any type, known or not; every property but `type` is unchecked. */
export interface LexicalNodeJson {
  readonly type: string;
  readonly children?: readonly LexicalNodeJson[];
  readonly [property: string]: unknown;
}

export interface LexicalRootJson extends LexicalNodeJson {
  readonly children: readonly LexicalNodeJson[];
}

export interface LexicalStateJson {
  readonly root: LexicalRootJson;
}

/** Far deeper than lists and tables nest; bounds the recursion of every walk. */
const MAX_STATE_DEPTH = 100;

/**
 * Reads a serialized editor state. Unknown node types, an empty root and text directly under the root pass.
 * @throws VaultError invalid_request naming the JSON path (never the content) of what is wrong.
 */
export function parseLexicalState(text: string): LexicalStateJson {
  if (isLongerThan(text, REPORT_LEXICAL_MAX_BYTES)) {
    throw refusal(`is larger than ${REPORT_LEXICAL_MAX_BYTES} bytes`);
  }
  const state = readJson(text);
  if (!isRecord(state)) throw refusal('must be a JSON object with a root');
  const root = state['root'];
  if (!isRecord(root)) throw refusal('must hold an object at root');
  const children = root['children'];
  if (!Array.isArray(children)) throw refusal('must hold an array at root.children');
  checkChildren(children, []);
  return { root: { ...root, type: 'root', children } };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new VaultError('invalid_request', 'report_lexical must be JSON.', { cause });
  }
}

/** `trail` holds the index of each ancestor; the path is spelt out only for a refusal. */
function checkChildren(children: readonly unknown[], trail: number[]): void {
  if (trail.length >= MAX_STATE_DEPTH) throw refusal(`nests deeper than ${MAX_STATE_DEPTH} levels`);
  for (let index = 0; index < children.length; index += 1) {
    const child = children[index];
    if (!isRecord(child) || typeof child['type'] !== 'string') {
      throw refusal(`must hold an object with a type at ${pathOf(trail, index)}`);
    }
    if (child['type'] === 'text' && typeof child['text'] !== 'string') {
      throw refusal(`must hold a string at ${pathOf(trail, index)}.text`);
    }
    const grandchildren = child['children'];
    if (grandchildren === undefined || grandchildren === null) continue;
    if (!Array.isArray(grandchildren))
      throw refusal(`must hold an array at ${pathOf(trail, index)}.children`);
    trail.push(index);
    checkChildren(grandchildren, trail);
    trail.pop();
  }
}

const MAX_PATH_CHARS = 200;

function pathOf(trail: readonly number[], index: number): string {
  const path = `root${[...trail, index].map((at) => `.children[${at}]`).join('')}`;
  return path.length <= MAX_PATH_CHARS ? path : `${path.slice(0, MAX_PATH_CHARS)}…`;
}

/** UTF-8 length against a limit, measured only when the character count leaves it open. */
export function isLongerThan(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  return text.length * 3 > maxBytes && new TextEncoder().encode(text).length > maxBytes;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refusal(what: string): VaultError {
  return new VaultError('invalid_request', `report_lexical ${what}.`);
}
