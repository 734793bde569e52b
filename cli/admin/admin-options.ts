/**
 * Options that all commands on a data folder share: the folder, who unlocks, and where records and sealed files are
 * kept. Checks that need the folder run before the command starts.
 */
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { type CliContext, type OutputOptions, warn } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { parseId } from '#cli/options/parse-options.ts';
import type { PassphraseOptions } from '#cli/terminal/passphrase.ts';
import { type PrincipalId, parsePrincipalId } from '#contract/ids.ts';
import {
  containsPassword,
  isSameDatabase,
  parseDatabaseAddress,
  readDatabaseAddress,
} from '#server/system/config/database-address.ts';
import { readEnvironment } from '#server/system/config/env.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { assertVault } from './vault/existing-vault.ts';

export interface AdminOptions extends OutputOptions, PassphraseOptions {
  /** The platform's folder for application data unless given. */
  readonly data: string;
  readonly as?: string;
}

/** Who unlocks, as `--as` says. @throws UsageError */
export function principalOption({ as }: Pick<AdminOptions, 'as'>): { principal_id?: PrincipalId } {
  return as === undefined ? {} : { principal_id: parseId(parsePrincipalId, as, 'principal') };
}

/** Where a vault has its records and its sealed files, if not in its folder; the folder remembers both. */
export interface PlaceOptions {
  readonly store?: string;
  readonly blobs?: string;
}

/** Of a database or a bucket; otherwise it is a path. */
export const isAddress = (text: string): boolean => text.includes('://');

const STORE_FORM = 'postgres://user@host:port/database';

export function addDataOption(command: Command): Command {
  return command.option('--data <dir>', 'data folder of the vault', named, readEnvironment().defaultDataDir);
}

/** An empty name, as of a variable nobody set, would be the folder one happens to be in. */
function named(folder: string): string {
  if (folder !== '') return folder;
  throw new InvalidArgumentError('Name a folder.');
}

/** For commands that may make the vault, or serve it for the first time from a new place. */
export function addPlaceOptions(command: Command, context: CliContext): Command {
  return command
    .option('--store <address>', `keep the records in PostgreSQL: ${STORE_FORM}; the folder remembers it`)
    .option(
      '--blobs <address>',
      'keep the sealed files in a bucket: s3://bucket/prefix?endpoint=https://host&credentials=/file, or in a folder that nodes share; the folder remembers it',
      (text: string) => (isAddress(text) ? text : resolve(text)),
    )
    .hook('preAction', (_, asked) => {
      const { store } = asked.opts<PlaceOptions>();
      if (store !== undefined && containsPassword(store))
        warn(
          context,
          'whoever lists the processes of this computer sees the password in --store; ~/.pgpass, PGPASSWORD or a client certificate keep it to yourself',
        );
    });
}

/** For commands on a vault that is there: `--store` may be said, and must be what the folder remembers. */
export function addStoreOption(command: Command): Command {
  return command
    .option('--store <address>', `where the folder has its records: ${STORE_FORM}; it remembers by itself`)
    .hook('preAction', (_, asked) => {
      const { store, data } = asked.opts<PlaceOptions & Pick<AdminOptions, 'data'>>();
      if (store !== undefined) assertRemembered(data, store);
    });
}

/** @throws VaultError invalid_request, not_initialized; UsageError where the records lie elsewhere */
function assertRemembered(dataDir: string, store: string): void {
  const given = parseDatabaseAddress(store);
  assertVault(dataDir);
  const remembered = readDatabaseAddress(dataDirLayout(dataDir));
  if (remembered === undefined)
    throw new UsageError('This folder holds its records itself; leave --store out.');
  if (!isSameDatabase(given, remembered))
    throw new UsageError('This folder has its records in another database than --store names.');
}

export function addAdminOptions(command: Command): Command {
  return addDataOption(command)
    .option('--passphrase-file <file>', 'file with the passphrase (or SRVAULT_PASSPHRASE, or a prompt)')
    .option('--as <principal_id>', 'who unlocks, where there are several persons')
    .option('--json', 'print exactly one JSON document');
}
