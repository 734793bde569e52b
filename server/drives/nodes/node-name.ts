/**
 * Names of files and folders: what is allowed, when two are the same, and how a taken one is numbered.
 * Source: choices, "Drives", Names.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { NodeId } from '#contract/ids.ts';
import { FILE_NAME_MAX_BYTES } from '#contract/limits.ts';
import { utf8 } from '#crypto/bytes.ts';
import { hmac } from '#crypto/keys/group-subkeys.ts';

const FORBIDDEN = /[/\p{Cc}]/u;
/** Marks that turn the direction of what follows: a name would be shown as another. */
const DIRECTION = /[\u202A-\u202E\u2066-\u2069]/u;
/** Folders of their own to whoever saves the file; nothing to whoever reads the list. */
const NO_NAME = /^(?:\.{1,2}|\s+)$/u;
/** Extensions longer than this are part of the name. */
const EXTENSION = /(?<=.)\.[^. ]{1,16}$/u;

/**
 * The name in NFC.
 * @throws invalid_request unless it has 1–255 bytes of well-formed text without `/`, control characters and marks of
 * direction, and is neither `.`, `..` nor blank.
 */
export function parseNodeName(text: string): string {
  if (!text.isWellFormed())
    throw new VaultError('invalid_request', 'The name is not well-formed Unicode text.');
  const name = text.normalize('NFC');
  if (name === '') throw new VaultError('invalid_request', 'The name is empty.');
  if (utf8(name).length > FILE_NAME_MAX_BYTES) {
    throw new VaultError('invalid_request', `The name is longer than ${FILE_NAME_MAX_BYTES} bytes.`);
  }
  if (FORBIDDEN.test(name)) {
    throw new VaultError('invalid_request', 'The name holds a slash or a control character.');
  }
  if (DIRECTION.test(name))
    throw new VaultError('invalid_request', 'The name holds a mark that changes the direction of text.');
  if (NO_NAME.test(name))
    throw new VaultError('invalid_request', 'The name is blank, or stands for a folder itself.');
  return name;
}

/** Names that fold to the same text are the same name. Upper case first, so that ß and SS meet. */
function foldName(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/** 32 bytes. The parent is covered, so equal names in two folders do not show. */
export function nameMac(nameMacKey: Uint8Array, parentId: NodeId | null, name: string): Uint8Array {
  return hmac(nameMacKey, utf8(`${parentId ?? ''}/${foldName(name)}`));
}

/** "scan.png", 2 → "scan (2).png", shortened before the number where 255 bytes would not do. */
export function numberedName(name: string, number: number): string {
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  const suffix = ` (${number})${extension}`;
  let stem = [...name.slice(0, name.length - extension.length)];
  while (utf8(stem.join('') + suffix).length > FILE_NAME_MAX_BYTES) stem = stem.slice(0, -1);
  return stem.join('') + suffix;
}
