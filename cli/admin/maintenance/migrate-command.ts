/** `srvault migrate`: moves a vault from its folder to PostgreSQL and a bucket, or back. */
import { existsSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import {
  type AdminOptions,
  addAdminOptions,
  addPlaceOptions,
  isAddress,
  type PlaceOptions,
  principalOption,
} from '#cli/admin/admin-options.ts';
import { createServerFiles } from '#cli/admin/join-as-server.ts';
import { assertNotJoined, assertVault } from '#cli/admin/vault/existing-vault.ts';
import { type CliContext, warn } from '#cli/context.ts';
import { UsageError } from '#cli/exit-codes.ts';
import { bytesText } from '#cli/terminal/amount-text.ts';
import { readPassphrase } from '#cli/terminal/passphrase.ts';
import { createProgressBar } from '#cli/terminal/progress.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { assertOwnPlace, assertOwnVault } from '#server/system/config/folder/folder-owner.ts';
import { printFindings, type SetExitCode } from './print-findings.ts';

interface MigrateCommandOptions extends AdminOptions, PlaceOptions {
  readonly from: string;
  readonly to?: string;
  /** True if `from` was given as a database. */
  readonly isOfDatabase?: boolean;
}

export function addMigrateCommand(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  addPlaceOptions(addAdminOptions(program.command('migrate')), context)
    .description('move a vault that nobody serves into a new folder, PostgreSQL or a bucket; needs no key')
    .requiredOption(
      '--from <place>',
      'data folder of the vault now, or the address of its database; it is kept, and marked as moved',
    )
    .option('--to <place>', 'a folder, as --data says it, or a database, as --store does')
    .action((options: MigrateCommandOptions, command: Command) => {
      assertFolderNamed(options, command);
      const named = withPlace(options);
      assertOwnPlace(dataDirLayout(named.data), { worksServed: false });
      const move = isAddress(options.from) ? migrateDatabase : migrate;
      return move(context, setExitCode, named);
    });
}

/**
 * A target folder must be named, because certificates and remembered places still go into a folder. The default
 * folder is never used silently.
 * @throws UsageError
 */
function assertFolderNamed({ to, store, data }: MigrateCommandOptions, command: Command): void {
  if (command.getOptionValueSource('data') === 'cli') return;
  if (to !== undefined && !isAddress(to)) return;
  const isIntoDatabase = to !== undefined || store !== undefined;
  const what = isIntoDatabase
    ? 'what is no record (certificates, keys, caches) is to go'
    : 'the vault is to go';
  throw new UsageError(`Name with --data the folder into which ${what}. Without it, that would be ${data}.`);
}

/** Converts `--to` to the options of other commands. @throws UsageError */
function withPlace(options: MigrateCommandOptions): MigrateCommandOptions {
  const { to, store } = options;
  if (to === undefined) return options;
  if (!isAddress(to)) return { ...options, data: to };
  if (store !== undefined) throw new UsageError('--to and --store both name a database. Leave one out.');
  return { ...options, store: to };
}

/**
 * Migrates from a database. Needs certificates, so a temporary folder becomes a server of the vault. After an
 * interruption it stays, so that the same command resumes.
 */
async function migrateDatabase(
  context: CliContext,
  setExitCode: SetExitCode,
  options: MigrateCommandOptions,
): Promise<void> {
  const target = resolve(options.data);
  const from = join(dirname(target), `.${basename(target)}.from`);
  const { pki, storeFile } = dataDirLayout(from);
  if (existsSync(from) && !existsSync(storeFile))
    throw new UsageError(`${from} is not part of this migration. Move it away and retry.`);
  if (!existsSync(join(pki, 'server.crt'))) {
    const passphrase = await readPassphrase(context, options);
    rmSync(from, { recursive: true, force: true });
    try {
      await createServerFiles(context, { data: from, store: options.from, as: options.as }, passphrase);
    } catch (error) {
      rmSync(from, { recursive: true, force: true });
      throw error;
    }
  }
  await migrate(context, setExitCode, { ...options, from, isOfDatabase: true });
  rmSync(from, { recursive: true });
}

async function migrate(
  context: CliContext,
  setExitCode: SetExitCode,
  options: MigrateCommandOptions,
): Promise<void> {
  const { from, data: dataDir, store, blobs, passphraseFile } = options;
  assertVault(from);
  // The old folder gets a marker file, which its service must be able to read.
  assertOwnVault(dataDirLayout(from), { worksServed: false });
  assertNotJoined(dataDir);
  // Optional, because the passphrase only opens a sample at the end.
  const isOpened = passphraseFile !== undefined || context.env['SRVAULT_PASSPHRASE'] !== undefined;
  const opening = isOpened
    ? { passphrase: await readPassphrase(context, options), ...principalOption(options) }
    : undefined;
  // Imported here, so that other commands start without loading the server.
  const { migrateVault } = await import('#server/integrity/migrate/migrate-vault.ts');
  const { readEnvironment } = await import('#server/system/config/env.ts');
  const files = createProgressBar(context, 'Moving files', 'files');
  const rows = createProgressBar(context, 'Moving rows', 'rows');
  const moved = await migrateVault({
    ...{ from, dataDir, store, blobs, opening },
    stateDir: readEnvironment().stateDir,
    onFiles: files.update,
    onRows: (copied) => rows.update(copied, undefined),
    signal: context.signal,
  }).finally(rows.clear);
  const count = moved.tables.reduce((sum, table) => sum + table.rows, 0);
  const sample = moved.opened_versions;
  const lines = [
    `${options.isOfDatabase === true ? 'The vault of the database' : moved.from.data_dir} was moved to ${moved.data_dir}: ${count} rows and ${moved.files} files (${bytesText(moved.bytes)}), each compared with where it came from.`,
    ...(sample === null ? [] : [`${sample} versions, and a sample of the files, were opened there.`]),
  ];
  printFindings(context, setExitCode, options, moved, lines);
  const { resumeInstructions } = await import('#server/system/config/folder/migration-markers.ts');
  warn(
    context,
    options.isOfDatabase === true
      ? 'The old database was kept and is closed for writing. To use it again instead, without changes made here since, remove the table «vault_moved» from it.'
      : `${moved.from.data_dir} was kept and is closed for writing. ${resumeInstructions(dataDirLayout(from))}`,
  );
}
