import type { Command } from 'commander';
import type { OutputOptions } from '#cli/context.ts';
import type { PassphraseOptions } from '#cli/terminal/passphrase.ts';
import { type PrincipalId, parsePrincipalId } from '#contract/ids.ts';
import { readEnvironment } from '#server/config/env.ts';
import { typedId } from './typed-id.ts';

export interface AdminOptions extends OutputOptions, PassphraseOptions {
  /** The platform's folder for application data unless given. */
  readonly data: string;
  readonly as?: string;
}

/** Who unlocks, as `--as` says. @throws UsageError */
export function whoOf({ as }: Pick<AdminOptions, 'as'>): { principal_id?: PrincipalId } {
  return as === undefined ? {} : { principal_id: typedId(parsePrincipalId, as, 'principal') };
}

/** Of `--store`. */
export const STORE_HELP =
  'keep the records in PostgreSQL: postgres://user@host:port/database, without a password; the folder remembers it';

/** Of `--blobs`. */
export const BLOBS_HELP =
  'keep the sealed files in a bucket: s3://bucket/prefix?endpoint=https://host&credentials=/file; the folder remembers it';

export function addDataOption(command: Command): Command {
  return command.option('--data <dir>', 'data folder of the vault', readEnvironment().defaultDataDir);
}

export function addAdminOptions(command: Command): Command {
  return addDataOption(command)
    .option('--passphrase-file <file>', 'file with the passphrase (or SRVAULT_PASSPHRASE, or a prompt)')
    .option('--as <principal_id>', 'who unlocks, where there are several persons')
    .option('--json', 'print exactly one JSON document');
}
