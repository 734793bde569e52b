/**
 * Options common to commands on a data folder: the folder, the person who unlocks, and the places of records and
 * sealed files. Checks the folder before the command starts.
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
  /** Data folder; the platform's folder for application data by default. */
  readonly data: string;
  readonly as?: string;
}

/** Parses `--as`, the person who unlocks. @throws UsageError */
export function principalOption({ as }: Pick<AdminOptions, 'as'>): { principal_id?: PrincipalId } {
  return as === undefined ? {} : { principal_id: parseId(parsePrincipalId, as, 'principal') };
}

/** Database and bucket of the vault if they are outside the folder, which remembers both. */
export interface PlaceOptions {
  readonly store?: string;
  readonly blobs?: string;
}

/** Returns true for the address of a database or bucket; other text is a path. */
export const isAddress = (text: string): boolean => text.includes('://');

const STORE_FORM = 'postgres://user@host:port/database';

export function addDataOption(command: Command): Command {
  return command.option('--data <dir>', 'data folder of the vault', named, readEnvironment().defaultDataDir);
}

/** An empty name, as of an unset variable, would mean the current folder. */
function named(folder: string): string {
  if (folder !== '') return folder;
  throw new InvalidArgumentError('Name a folder.');
}

/** Adds the options to commands that may create the vault, or serve it from a new place. */
export function addPlaceOptions(command: Command, context: CliContext): Command {
  return command
    .option('--store <address>', `keep the records in PostgreSQL: ${STORE_FORM}; the folder remembers it`)
    .option(
      '--blobs <address>',
      'keep the sealed files in a bucket: s3://bucket/prefix?endpoint=https://host&credentials=/file, or in a folder that servers share; the folder remembers it',
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

/** Adds `--store` to commands on an existing vault, where it must equal the remembered one. */
export function addStoreOption(command: Command): Command {
  return command
    .option(
      '--store <address>',
      `where the folder has its records: ${STORE_FORM}; it remembers this automatically`,
    )
    .hook('preAction', (_, asked) => {
      const { store, data } = asked.opts<PlaceOptions & Pick<AdminOptions, 'data'>>();
      if (store !== undefined) assertRemembered(data, store);
    });
}

/**
 * Requires that `store` is the address stored in the folder. @throws VaultError invalid_request, not_initialized;
 * UsageError if the records are elsewhere
 */
function assertRemembered(dataDir: string, store: string): void {
  const given = parseDatabaseAddress(store);
  assertVault(dataDir);
  const remembered = readDatabaseAddress(dataDirLayout(dataDir));
  if (remembered === undefined)
    throw new UsageError('This folder has its records itself. Leave out --store.');
  if (!isSameDatabase(given, remembered))
    throw new UsageError(
      'This folder has its records in another database than --store names. Leave out --store.',
    );
}

export function addAdminOptions(command: Command): Command {
  return addDataOption(command)
    .option('--passphrase-file <file>', 'file with the passphrase (or SRVAULT_PASSPHRASE, or a prompt)')
    .option('--as <principal_id>', 'who unlocks, where there are several persons')
    .option('--json', 'print exactly one JSON document');
}
