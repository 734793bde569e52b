/**
 * Remembers the newest state token of a vault and sends it with every request, so that a rolled-back or forked vault
 * is detected. Stored in a file if there is a folder; requests do not wait for the disk.
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

/** File name in a credential folder; deleting it forgets the state. */
export const SEEN_STATE_FILE = 'vault-state';
const WRITTEN_AFTER_MS = 5_000;
const MODE = 0o600;

export interface LastSeenState {
  /** Headers of a request. */
  readonly headers: () => Readonly<Record<string, string>>;
  /** Updates from a response. A failed one is ignored, because the vault may refuse what is known here. */
  readonly update: (status: number, headers: Readonly<Record<string, string | string[] | undefined>>) => void;
  /** Resolves when the state is stored, or cannot be. */
  readonly close: () => Promise<void>;
}

/** `folder` of the credential; without one the state lasts only as long as this client. */
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
    // Read first, because another program may use the folder.
    const there = read(path);
    if (there !== undefined) see(there);
    kept = furthest;
    if (kept === there) return;
    const fresh = `${path}.${process.pid}.new`;
    try {
      // Removed first: neither a link nor a named pipe there is written to.
      await rm(fresh, { force: true });
      await writeFile(fresh, `${kept}\n`, { mode: MODE, flag: 'wx' });
      await rename(fresh, path);
    } catch {
      // Ignore errors of a read-only folder; this run still remembers the state.
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

/** Returns undefined for an invalid file. */
function read(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim();
    return parseVaultState(text) === undefined ? undefined : text;
  } catch {
    return undefined;
  }
}
