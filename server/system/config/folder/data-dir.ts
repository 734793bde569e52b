/** Paths of all files and folders inside a vault's data folder. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { assertNoLinks } from './assert-no-links.ts';

const FOLDER_MODE = 0o700;

export interface DataDir {
  readonly root: string;
  readonly database: string;
  readonly lock: string;
  readonly runFile: string;
  readonly pki: string;
  /** Backups of the database before schema migrations. */
  readonly upgrades: string;
  /** File with the database's address; present when the rows are in another database. */
  readonly storeFile: string;
  /** File with the storage's address; present when the sealed files are in a bucket or shared folder. */
  readonly filesFile: string;
  /** Disk cache for the bucket's blocks. */
  readonly blockCache: string;
  /** Marker file; present when the vault was moved to another place. */
  readonly movedFile: string;
  /** Marker file; present while a vault is being moved into the folder. */
  readonly movingFile: string;
  /** Marker file; present when the folder has a travelling copy. */
  readonly copyFile: string;
  /** How a copy reaches its home vault: certificate, key, addresses. */
  readonly clinic: string;
}

/** Computes the layout of a data folder; touches nothing. */
export function dataDirLayout(folder: string): DataDir {
  const root = resolve(folder);
  return {
    root,
    database: join(root, 'vault.sqlite'),
    lock: join(root, 'lock.sqlite'),
    runFile: join(root, 'run.json'),
    pki: join(root, 'pki'),
    upgrades: join(root, 'upgrades'),
    storeFile: join(root, 'store'),
    filesFile: join(root, 'files'),
    blockCache: join(root, 'block-cache'),
    movedFile: join(root, 'migrated'),
    movingFile: join(root, 'migrating'),
    copyFile: join(root, 'copy'),
    clinic: join(root, 'clinic'),
  };
}

/** Creates a missing folder, accessible to its owner only. @throws protocol_error where it contains a link */
export function prepareDataDir(folder: string): DataDir {
  const layout = dataDirLayout(folder);
  mkdirSync(layout.root, { recursive: true, mode: FOLDER_MODE });
  assertNoLinks(layout.root);
  return layout;
}
