/**
 * Log of the desktop program in the platform's log folder: JSON lines, written at once, limited in size. Lines name
 * events, never people, records or addresses with values.
 */
import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FILE_MAX_BYTES = 1024 * 1024;

export interface LogFile {
  /** Logs an event of the desktop program. */
  readonly event: (event: string, facts?: Readonly<Record<string, string | number>>) => void;
  /** Logs a JSON line from the vault's thread. */
  readonly line: (json: string) => void;
}

/** Keeps `vault.log` and the previous one. */
export function openLogFile(folder: string): LogFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'vault.log');

  function line(json: string): void {
    try {
      if (existsSync(file) && statSync(file).size > FILE_MAX_BYTES) renameSync(file, `${file}.1`);
      appendFileSync(file, json.endsWith('\n') ? json : `${json}\n`, { mode: 0o600 });
    } catch {
      // Ignore errors, because a full disk must not stop the vault.
    }
  }

  return {
    line,
    event: (event, facts = {}) => line(JSON.stringify({ time: Date.now(), event, ...facts })),
  };
}
