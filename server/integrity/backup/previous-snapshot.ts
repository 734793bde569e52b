/**
 * The newest snapshot of a target: its files are given another name in the next one where they have not changed.
 * Whether its database is sound can be looked at before anybody is let in, while a passphrase is derived.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import { type ReadDatabase, readDatabase } from '#server/integrity/open-read-only.ts';
import { type ReadManifest, readHeader, readManifest } from './manifest.ts';
import { listSnapshots } from './snapshots.ts';

export const DATABASE = 'vault.sqlite';

export interface Previous {
  readonly path: string;
  /** The state of the vault's database it was taken from. */
  readonly source: string;
  /** Of its database, where that was looked over and found sound. */
  readonly sound?: Sound | undefined;
}

interface Sound {
  /** Whether this is the very file that was looked over, and nobody has written to it since. */
  readonly isUnchanged: (file: string) => boolean;
}

export function findPrevious(target: string, workspaceId: WorkspaceId): Previous | undefined {
  const newest = listSnapshots(target, workspaceId).at(-1);
  if (newest === undefined) return undefined;
  const path = join(target, newest);
  return { path, source: readHeader(path).manifest.source };
}

/** What it is made of; undefined where its list is damaged: then everything is copied anew. */
export async function contentOf({ path }: Previous): Promise<ReadManifest | undefined> {
  try {
    return await readManifest(path);
  } catch (error) {
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}

/** The same with its database looked over, where that is of this state of the vault. */
export function inspectSnapshot(previous: Previous, source: string): Previous {
  return previous.source === source
    ? { ...previous, sound: soundness(join(previous.path, DATABASE)) }
    : previous;
}

export function isSound({ stored }: ReadDatabase): boolean {
  return stored.pragma('quick_check(1)', { simple: true }) === 'ok';
}

/** Undefined where it is not, or cannot be read: then whoever makes the snapshot finds it so. */
function soundness(file: string): Sound | undefined {
  try {
    const seen = identityOf(file);
    const database = readDatabase(file, false);
    try {
      return isSound(database) ? { isUnchanged: (other) => identityOf(other) === seen } : undefined;
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

function identityOf(file: string): string {
  const { dev, ino, size, mtimeNs } = statSync(file, { bigint: true });
  return [dev, ino, size, mtimeNs].join(' ');
}
