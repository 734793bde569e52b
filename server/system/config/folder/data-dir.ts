/** Where everything of a vault lies inside its folder. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { assertNoLinks } from './no-links.ts';

const FOLDER_MODE = 0o700;

export interface DataDir {
  readonly root: string;
  readonly database: string;
  readonly lock: string;
  readonly runFile: string;
  readonly pki: string;
  /** Copies of the database as it was before its schema was changed. */
  readonly upgrades: string;
  /** There where the rows lie in another database. */
  readonly storeFile: string;
  /** There where the sealed files lie in a bucket. */
  readonly filesFile: string;
  /** Blocks of the bucket's files. */
  readonly blockCache: string;
  /** There where the vault was moved elsewhere. */
  readonly movedFile: string;
  /** There while a vault is being moved into the folder. */
  readonly movingFile: string;
  /** There where the folder holds a travelling copy of a vault on other machines. */
  readonly copyFile: string;
  /** How a copy reaches that vault: certificate, key, addresses. */
  readonly clinic: string;
}

/** The layout of a data folder; nothing is touched. */
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

/** Makes the folder where it is missing, for its owner alone. @throws protocol_error where a link lies in it */
export function prepareDataDir(folder: string): DataDir {
  const layout = dataDirLayout(folder);
  mkdirSync(layout.root, { recursive: true, mode: FOLDER_MODE });
  assertNoLinks(layout.root);
  return layout;
}
