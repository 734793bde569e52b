/**
 * The log, in the platform's place for logs: JSON lines, written at once, kept small. What is written here
 * names events and never people, records or addresses with values in them.
 */
import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FILE_MAX_BYTES = 1024 * 1024;

export interface LogFile {
  /** One event of the shell itself. */
  readonly event: (event: string, facts?: Readonly<Record<string, string | number>>) => void;
  /** A line that is JSON already, from the vault's thread. */
  readonly line: (json: string) => void;
}

/** Keeps `vault.log` and the one before it. */
export function openLogFile(folder: string): LogFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'vault.log');

  function line(json: string): void {
    try {
      if (existsSync(file) && statSync(file).size > FILE_MAX_BYTES) renameSync(file, `${file}.1`);
      appendFileSync(file, json.endsWith('\n') ? json : `${json}\n`, { mode: 0o600 });
    } catch {
      // A full disk must not take the vault down with its log.
    }
  }

  return {
    line,
    event: (event, facts = {}) => line(JSON.stringify({ time: Date.now(), event, ...facts })),
  };
}
