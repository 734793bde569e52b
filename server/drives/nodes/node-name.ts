/**
 * Rules for names of files and folders: which are valid, which are equal, and how a taken one is numbered.
 * Source: choices, "Drives", Names.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { NodeId } from '#contract/ids.ts';
import { FILE_NAME_MAX_BYTES } from '#contract/limits.ts';
import { utf8 } from '#crypto/bytes.ts';
import { hmac } from '#crypto/keys/group-subkeys.ts';

const FORBIDDEN = /[/\p{Cc}]/u;
/** Bidirectional control characters, which would display another name. */
const DIRECTION = /[\u202A-\u202E\u2066-\u2069]/u;
/** `.` and `..` would be folders when saved; a blank name is invisible in lists. */
const NO_NAME = /^(?:\.{1,2}|\s+)$/u;
/** A longer extension counts as part of the name. */
const EXTENSION = /(?<=.)\.[^. ]{1,16}$/u;

/**
 * Returns the name in NFC.
 * @throws invalid_request unless it has 1–255 bytes of well-formed text without `/`, control and bidirectional
 * characters, and is neither `.`, `..` nor blank.
 */
export function parseNodeName(text: string): string {
  if (!text.isWellFormed())
    throw new VaultError('invalid_request', 'The name is not well-formed Unicode text. Write another one.');
  const name = text.normalize('NFC');
  if (name === '') throw new VaultError('invalid_request', 'The name is empty. Write one.');
  if (utf8(name).length > FILE_NAME_MAX_BYTES) {
    throw new VaultError(
      'invalid_request',
      `The name is longer than ${FILE_NAME_MAX_BYTES} bytes. Shorten it.`,
    );
  }
  if (FORBIDDEN.test(name)) {
    throw new VaultError('invalid_request', 'The name has a slash or a control character. Remove it.');
  }
  if (DIRECTION.test(name))
    throw new VaultError(
      'invalid_request',
      'The name has a character that changes the direction of text. Remove it.',
    );
  if (NO_NAME.test(name))
    throw new VaultError(
      'invalid_request',
      'The name is blank or reserved («.» or «..»). Write another one.',
    );
  return name;
}

/** Folds a name; equal results mean the same name. Upper case first, so that ß and SS match. */
function foldName(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/** 32 bytes. Covers the parent, so that equal names in two folders are not visible. */
export function nameMac(nameMacKey: Uint8Array, parentId: NodeId | null, name: string): Uint8Array {
  return hmac(nameMacKey, utf8(`${parentId ?? ''}/${foldName(name)}`));
}

/** "scan.png", 2 → "scan (2).png", shortened before the number if longer than 255 bytes. */
export function numberedName(name: string, number: number): string {
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  const suffix = ` (${number})${extension}`;
  let stem = [...name.slice(0, name.length - extension.length)];
  while (utf8(stem.join('') + suffix).length > FILE_NAME_MAX_BYTES) stem = stem.slice(0, -1);
  return stem.join('') + suffix;
}
