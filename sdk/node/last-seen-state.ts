/**
 * The furthest state of one vault that this client was told, said back with every request: a vault that was set back,
 * or is served from two histories, meets it. Kept in a file where there is a folder for it; nobody waits for the disk.
 */
import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  IF_VAULT_STATE_HEADER,
  isLaterState,
  parseVaultState,
  VAULT_STATE_HEADER,
} from '#contract/vault-state.ts';

/** In a credential folder. Whoever removes it forgets. */
export const SEEN_STATE_FILE = 'vault-state';
const WRITTEN_AFTER_MS = 5_000;
const MODE = 0o600;

export interface LastSeenState {
  /** Of a request. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Of an answer. One that failed may be of a vault that refuses what is known here: nothing is taken from it. */
  readonly update: (status: number, headers: Readonly<Record<string, string | string[] | undefined>>) => void;
  /** Resolves when what was seen is kept, or cannot be. */
  readonly close: () => Promise<void>;
}

/** `folder`: of the credential; without one only this client's own life is remembered. */
export function createLastSeenState(folder?: string): LastSeenState {
  const file = folder === undefined ? undefined : join(folder, SEEN_STATE_FILE);
  let furthest = file === undefined ? undefined : read(file);
  let kept = furthest;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function see(text: string): boolean {
    if (text === furthest || !isLater(text, furthest)) return false;
    furthest = text;
    return true;
  }

  async function keep(path: string): Promise<void> {
    // Another program may use the folder.
    const there = read(path);
    if (there !== undefined) see(there);
    kept = furthest;
    if (kept === there) return;
    const fresh = `${path}.${process.pid}.new`;
    try {
      await writeFile(fresh, `${kept}\n`, { mode: MODE });
      await rename(fresh, path);
    } catch {
      // A folder that may only be read: this run remembers it all the same.
      await rm(fresh, { force: true }).catch(() => undefined);
    }
  }

  function keepSoon(): void {
    timer = undefined;
    if (file !== undefined) writing = writing.then(() => keep(file));
  }

  return {
    headers: () => (furthest === undefined ? {} : { [IF_VAULT_STATE_HEADER]: furthest }),
    update(status, headers) {
      const told = headers[VAULT_STATE_HEADER];
      if (status >= 500 || typeof told !== 'string' || !see(told) || file === undefined) return;
      timer ??= setTimeout(keepSoon, WRITTEN_AFTER_MS).unref();
    },
    async close() {
      clearTimeout(timer);
      if (furthest !== kept) keepSoon();
      await writing;
    },
  };
}

function isLater(text: string, than: string | undefined): boolean {
  const one = parseVaultState(text);
  if (one === undefined) return false;
  const other = than === undefined ? undefined : parseVaultState(than);
  return other === undefined || isLaterState(one, other);
}

/** A file that is none counts as absent. */
function read(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim();
    return parseVaultState(text) === undefined ? undefined : text;
  } catch {
    return undefined;
  }
}
