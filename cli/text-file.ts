/**
 * Reads text files in common encodings: UTF-8 with or without a byte order mark, UTF-16 as from PowerShell's `>`, and
 * older Western single-byte encodings.
 */
import { readFileSync } from 'node:fs';
import { decodeText } from '#records/decoded-text.ts';

export class NotTextError extends Error {
  override readonly name = 'NotTextError';
}

/** Reads a text file and decodes it. @throws NotTextError, or the error of reading. */
export function readTextFile(path: string): string {
  return textOf(readFileSync(path));
}

/** Decodes the bytes of a text file: UTF-8, UTF-16 or Western single-byte. @throws NotTextError */
export function textOf(bytes: Uint8Array): string {
  const decoded = decodeText(bytes);
  if (decoded === undefined) throw new NotTextError('This is not text in UTF-8 or UTF-16. Save it as UTF-8.');
  return decoded.text;
}
