/**
 * Type of a stored editor state and its validation. Lexical's own parser throws raw TypeErrors on malformed input and
 * unknown node types, so every state is checked here first.
 * Source: choices, "Reports"; API spec, Exam, `report_lexical`.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import { REPORT_LEXICAL_MAX_BYTES } from '#contract/limits.ts';

/** A node of any type, known or not; only `type` is checked. */
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
 * Parses a serialised editor state. Accepts unknown node types, an empty root and text directly under the root.
 * @throws VaultError invalid_request naming the JSON path (never the content) of the fault.
 */
export function parseLexicalState(text: string): LexicalStateJson {
  if (isLongerThan(text, REPORT_LEXICAL_MAX_BYTES)) {
    throw refusal(`is larger than ${REPORT_LEXICAL_MAX_BYTES} bytes`);
  }
  const state = readJson(text);
  if (!isRecord(state)) throw refusal('must be a JSON object with a root');
  const root = state['root'];
  if (!isRecord(root)) throw refusal('must have an object at root');
  const children = root['children'];
  if (!Array.isArray(children)) throw refusal('must have an array at root.children');
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

/** `trail`: index of each ancestor; the path is written only for a refusal. */
function checkChildren(children: readonly unknown[], trail: number[]): void {
  if (trail.length >= MAX_STATE_DEPTH) throw refusal(`nests deeper than ${MAX_STATE_DEPTH} levels`);
  for (let index = 0; index < children.length; index += 1) {
    const child = children[index];
    if (!isRecord(child) || typeof child['type'] !== 'string') {
      throw refusal(`must have an object with a type at ${pathOf(trail, index)}`);
    }
    if (child['type'] === 'text' && typeof child['text'] !== 'string') {
      throw refusal(`must have a string at ${pathOf(trail, index)}.text`);
    }
    const grandchildren = child['children'];
    if (grandchildren === undefined || grandchildren === null) continue;
    if (!Array.isArray(grandchildren))
      throw refusal(`must have an array at ${pathOf(trail, index)}.children`);
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

/** True when the UTF-8 length exceeds `maxBytes`; measured only when the character count does not decide. */
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
