/**
 * Finds the newest snapshot of a target, whose unchanged files are linked into the next one. Its database can be
 * verified early, while a passphrase is being derived.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { WorkspaceId } from '#contract/ids.ts';
import { type ReadDatabase, readDatabase } from '#server/integrity/open-vault-read-only.ts';
import { type ReadManifest, readHeader, readManifest } from './snapshot-manifest.ts';
import { listSnapshots } from './snapshots.ts';

export const DATABASE = 'vault.sqlite';

export interface Previous {
  readonly path: string;
  /** State of the vault's database when the snapshot was made. */
  readonly source: string;
  /** Result of verifying the snapshot's database, when it was intact. */
  readonly sound?: Sound | undefined;
}

interface Sound {
  /** True when `file` is the verified file and was not written to since. */
  readonly isUnchanged: (file: string) => boolean;
}

export function findPrevious(target: string, workspaceId: WorkspaceId): Previous | undefined {
  const newest = listSnapshots(target, workspaceId).at(-1);
  if (newest === undefined) return undefined;
  const path = join(target, newest);
  return { path, source: readHeader(path).manifest.source };
}

/** Reads the manifest of the previous snapshot; undefined when its list is damaged: then every file is copied. */
export async function contentOf({ path }: Previous): Promise<ReadManifest | undefined> {
  try {
    return await readManifest(path);
  } catch (error) {
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}

/** Adds the verification of its database, if that equals the vault's present state. */
export function inspectSnapshot(previous: Previous, source: string): Previous {
  return previous.source === source
    ? { ...previous, sound: soundness(join(previous.path, DATABASE)) }
    : previous;
}

export function isIntact({ stored }: ReadDatabase): boolean {
  return stored.pragma('quick_check(1)', { simple: true }) === 'ok';
}

/** Verifies the snapshot's database. Undefined when damaged or unreadable; making the next snapshot reports it. */
function soundness(file: string): Sound | undefined {
  try {
    const seen = identityOf(file);
    const database = readDatabase(file, false);
    try {
      return isIntact(database) ? { isUnchanged: (other) => identityOf(other) === seen } : undefined;
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
