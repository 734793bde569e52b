/**
 * Text files as editors and shells write them: UTF-8 with or without a byte order mark, UTF-16 as PowerShell's `>`
 * makes it, and the older Western single bytes.
 */
import { readFileSync } from 'node:fs';
import { decodeText } from '#records/decoded-text.ts';

export class NotTextError extends Error {
  override readonly name = 'NotTextError';
}

/** @throws NotTextError, or what reading throws. */
export function readTextFile(path: string): string {
  return textOf(readFileSync(path));
}

/** @throws NotTextError */
export function textOf(bytes: Uint8Array): string {
  const decoded = decodeText(bytes);
  if (decoded === undefined) throw new NotTextError('This is no text in UTF-8 or UTF-16.');
  return decoded.text;
}
