/**
 * Reads and writes `run.json`, in which other programs find the server's address. Source: choices, "Transport and
 * client certificates".
 */
import { rmSync } from 'node:fs';
import { readWholeFile } from '#server/system/files/open-regular-file.ts';
import { replaceOwnFile } from '#server/system/files/write-own-file.ts';

export interface RunFile {
  readonly url: string;
  readonly pid: number;
}

export function writeRunFile(file: string, content: RunFile): void {
  replaceOwnFile(file, `${JSON.stringify(content)}\n`);
}

const FILE_MAX_BYTES = 64 * 1024;

/** Reads `run.json`; undefined when missing or malformed. It may be a leftover: the folder lock decides. */
export function readRunFile(file: string): RunFile | undefined {
  try {
    const content: unknown = JSON.parse(readWholeFile(file, FILE_MAX_BYTES).toString('utf8'));
    return isRunFile(content) ? content : undefined;
  } catch {
    return undefined;
  }
}

export function removeRunFile(file: string): void {
  rmSync(file, { force: true });
}

function isRunFile(value: unknown): value is RunFile {
  return (
    typeof value === 'object' &&
    value !== null &&
    'url' in value &&
    typeof value.url === 'string' &&
    'pid' in value &&
    typeof value.pid === 'number'
  );
}
