/** `srvault migrate`: a vault out of its folder into PostgreSQL and a bucket, or back. */
import type { Command } from 'commander';
import {
  type AdminOptions,
  addAdminOptions,
  addPlaceOptions,
  type PlaceOptions,
  whoOf,
} from '#cli/admin/admin-options.ts';
import { assertNotJoined, assertVault } from '#cli/admin/vault/existing-vault.ts';
import { type CliContext, warn } from '#cli/context.ts';
import { readPassphrase } from '#cli/terminal/passphrase.ts';
import { createProgressBar } from '#cli/terminal/progress.ts';
import { printFindings, type SetExitCode } from './print-findings.ts';

interface MigrateCommandOptions extends AdminOptions, PlaceOptions {
  readonly from: string;
}

export function addMigrateCommand(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  addPlaceOptions(addAdminOptions(program.command('migrate')), context)
    .description('move a vault that nobody serves into a new folder, PostgreSQL or a bucket; needs no key')
    .requiredOption('--from <dir>', 'data folder of the vault now; it is kept, and marked as moved')
    .action((options: MigrateCommandOptions) => migrate(context, setExitCode, options));
}

async function migrate(
  context: CliContext,
  setExitCode: SetExitCode,
  options: MigrateCommandOptions,
): Promise<void> {
  const { from, data: dataDir, store, blobs, passphraseFile } = options;
  assertVault(from);
  assertNotJoined(dataDir);
  // Nobody is asked for it: a passphrase only opens a sample at the end.
  const isOpened = passphraseFile !== undefined || context.env['SRVAULT_PASSPHRASE'] !== undefined;
  const opening = isOpened
    ? { passphrase: await readPassphrase(context, options), ...whoOf(options) }
    : undefined;
  // Only now: every other command starts without loading the server.
  const { migrateVault } = await import('#server/migrate-vault.ts');
  const { readEnvironment } = await import('#server/config/env.ts');
  const files = createProgressBar(context, 'Moving files');
  const rows = createProgressBar(context, 'Moving rows');
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
    `${moved.from.data_dir} was moved to ${moved.data_dir}: ${count} rows and ${moved.files} files (${moved.bytes} bytes), each compared with where it came from.`,
    ...(sample === null ? [] : [`${sample} versions, and a sample of the files, were opened there.`]),
  ];
  printFindings(context, setExitCode, options, moved, lines);
  const { howToGoOn } = await import('#server/config/moved-marks.ts');
  const { dataDirLayout } = await import('#server/config/data-dir.ts');
  warn(
    context,
    `${moved.from.data_dir} was kept and is closed for writing. ${howToGoOn(dataDirLayout(from))}`,
  );
}
