/** Reads local files as sources of an import. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Sha256Hex } from '#bytes/sha256-hex.ts';
import type { ImportSource } from '#imports/import-source.ts';

export function fileSources(paths: readonly string[]): ImportSource[] {
  return paths.map((path) => ({
    name: path,
    bytes: () => readFile(path),
    pieces: () => createReadStream(path),
    upload: path,
  }));
}

export const sha256Hex: Sha256Hex = (text) => createHash('sha256').update(text).digest('hex');
