/**
 * Backups of the database before a newer program migrated its schema, for returning to the older program. They contain
 * wrapped keys of objects purged later, so every purge deletes them. Few are kept, and none for long.
 */
import { closeSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { VaultError } from '#contract/errors/vault-error.ts';
import { syncFolderNow } from '#server/system/files/sync-folder.ts';
import { createOwnFile, syncOwnFile } from '#server/system/files/write-own-file.ts';
import type { DataDir } from './data-dir.ts';

const NAME = /^schema-(\d{1,6})-(\d{8}T\d{6}Z)\.sqlite$/;
const FOLDER_MODE = 0o700;
const KEPT_MAX = 2;
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** Space to leave free beside the backup, for the migration itself. */
const MARGIN_BYTES = 64 * 1024 * 1024;

type Layout = Pick<DataDir, 'database' | 'upgrades'>;

export interface UpgradeCopy {
  readonly file: string;
  /** Schema number of the database in it. */
  readonly schema: number;
  readonly made_at: string;
  readonly bytes: number;
}

/** Lists upgrade backups, newest first. */
export function listUpgradeCopies({ upgrades }: Layout): UpgradeCopy[] {
  if (statSync(upgrades, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(upgrades)
    .flatMap((name) => {
      const [, schema, at] = NAME.exec(name) ?? [];
      const file = join(upgrades, name);
      const bytes = statSync(file, { throwIfNoEntry: false })?.size;
      if (schema === undefined || at === undefined || bytes === undefined) return [];
      return [{ file, schema: Number(schema), made_at: instantOf(at), bytes }];
    })
    .sort((left, right) => (left.made_at < right.made_at ? 1 : -1));
}

/**
 * Makes a backup. `write` writes the database into an empty file only its owner can read. Only a complete backup gets
 * its name. @returns its path @throws protocol_error without enough space; nothing remains
 */
export function storeUpgradeCopy(
  layout: Layout,
  schema: number,
  nowMs: number,
  write: (file: string) => void,
): string {
  const begun = beginUpgradeCopy(
    layout,
    schema,
    nowMs,
    sizeOf(layout.database) + sizeOf(`${layout.database}-wal`),
  );
  try {
    write(begun.part);
    return begun.finish();
  } catch (error) {
    begun.discard();
    throw error;
  }
}

/** The same for a database that is not a local file, of `bytes` size; copies while requests are served. */
export async function storeUpgradeCopyOf(
  layout: Layout,
  { schema, bytes }: Pick<UpgradeCopy, 'schema' | 'bytes'>,
  nowMs: number,
  write: (file: string) => Promise<void>,
): Promise<string> {
  const begun = beginUpgradeCopy(layout, schema, nowMs, bytes);
  try {
    await write(begun.part);
    return begun.finish();
  } catch (error) {
    begun.discard();
    throw error;
  }
}

/** Begins a backup before a schema upgrade. @throws protocol_error */
function beginUpgradeCopy(layout: Layout, schema: number, nowMs: number, bytes: number) {
  const { upgrades } = layout;
  mkdirSync(upgrades, { recursive: true, mode: FOLDER_MODE });
  const at = new Date(nowMs).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const file = join(upgrades, `schema-${schema}-${at}.sqlite`);
  const part = `${file}.part`;
  assertRoom(layout, schema, bytes);
  closeSync(createOwnFile(part));
  return {
    part,
    finish(): string {
      syncOwnFile(part);
      renameSync(part, file);
      syncFolderNow(upgrades);
      for (const older of listUpgradeCopies(layout).slice(KEPT_MAX)) rmSync(older.file, { force: true });
      return file;
    },
    discard(): void {
      for (const end of ['', '-wal', '-shm']) rmSync(part + end, { force: true });
    },
  };
}

/** Deletes expired and partial backups: no other process makes one while the folder is open. */
export function removeExpiredUpgradeCopies(layout: Layout, nowMs: number): void {
  const { upgrades } = layout;
  const isThere = statSync(upgrades, { throwIfNoEntry: false })?.isDirectory() === true;
  for (const name of isThere ? readdirSync(upgrades) : [])
    if (/\.part(-wal|-shm)?$/.test(name)) rmSync(join(upgrades, name), { force: true });
  for (const { file, made_at } of listUpgradeCopies(layout))
    if (nowMs - Date.parse(made_at) > KEPT_MS) rmSync(file, { force: true });
}

/** Call at a purge: the backups contain the purged object with its key. */
export function removeUpgradeCopies({ upgrades }: Layout): void {
  rmSync(upgrades, { recursive: true, force: true });
}

/** Requires enough disk space for a backup. @throws protocol_error */
function assertRoom({ upgrades }: Layout, schema: number, bytes: number): void {
  const { bavail, bsize } = statfsSync(upgrades);
  const needed = bytes + MARGIN_BYTES;
  if (bavail * bsize >= needed) return;
  throw new VaultError(
    'protocol_error',
    `This program changes the schema of the vault (it is ${schema}) and keeps a copy of the database first, for which there is no room in ${upgrades}. Make ${Math.ceil(needed / 2 ** 20)} MiB free and start again, or back it up with the older program (srvault backup) and start with «serve --without-copy». The vault is unchanged.`,
  );
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Converts `20261127T072555Z` to `2026-11-27T07:25:55Z`. */
function instantOf(at: string): string {
  return at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
}
