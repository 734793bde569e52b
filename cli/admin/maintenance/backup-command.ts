/** `srvault backup` and `srvault restore`. Source: choices, "Second part" (Command line). */
import { type Command, InvalidArgumentError } from 'commander';
import {
  type AdminOptions,
  addAdminOptions,
  addStoreOption,
  principalOption,
} from '#cli/admin/admin-options.ts';
import { assertVault } from '#cli/admin/vault/existing-vault.ts';
import type { CliContext } from '#cli/context.ts';
import { bytesText } from '#cli/terminal/amount-text.ts';
import { readPassphrase } from '#cli/terminal/passphrase.ts';
import { createProgressBar } from '#cli/terminal/progress.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { assertOwnPlace } from '#server/system/config/folder/folder-owner.ts';
import { printFindings, reportIfUnreadable, type SetExitCode } from './print-findings.ts';

interface BackupOptions extends AdminOptions {
  readonly to: string;
  readonly keepDaily?: number;
  readonly keepWeekly?: number;
}

interface RestoreCommandOptions extends AdminOptions {
  readonly from: string;
}

export function addBackupCommands(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  addStoreOption(addAdminOptions(program.command('backup')))
    .description('back a folder up, served or not; only what is new is copied')
    .requiredOption('--to <dir>', 'folder of the backups, outside the vault')
    .option('--keep-daily <n>', 'keep the newest of each of the last n days; delete the others', wholeNumber)
    .option('--keep-weekly <n>', 'and the newest of each of the last n weeks', wholeNumber)
    .action((options: BackupOptions) =>
      reportIfUnreadable(context, setExitCode, options, () => backup(context, setExitCode, options)),
    );
  addAdminOptions(program.command('restore'))
    .description('restore a backup into a new folder and verify all of it')
    .requiredOption('--from <dir>', 'a snapshot, or the folder of the backups for the newest')
    .action((options: RestoreCommandOptions) => restore(context, setExitCode, options));
}

async function backup(context: CliContext, setExitCode: SetExitCode, options: BackupOptions): Promise<void> {
  assertVault(options.data);
  const { backupFolder } = await import('#server/integrity/backup/backup-folder.ts');
  const passphrase = await readPassphrase(context, options);
  const { keepDaily, keepWeekly } = options;
  const isKept = keepDaily !== undefined || keepWeekly !== undefined;
  const bar = createProgressBar(context, 'Backing up', 'files');
  const done = await backupFolder({
    dataDir: options.data,
    target: options.to,
    opening: { passphrase, ...principalOption(options) },
    ...(isKept ? { retention: { daily: keepDaily ?? 0, weekly: keepWeekly ?? 0 } } : {}),
    onProgress: bar.update,
    signal: context.signal,
  }).finally(bar.clear);
  const { name: snapshot, ...rest } = done;
  const lines = [
    `${done.path}: ${done.files} files, ${bytesText(done.bytes)}, ${bytesText(done.copied_bytes)} of it copied now; a sample was opened.`,
    ...done.removed.map((name) => `${name} was removed.`),
  ];
  printFindings(context, setExitCode, options, { snapshot, ...rest }, lines);
}

async function restore(
  context: CliContext,
  setExitCode: SetExitCode,
  options: RestoreCommandOptions,
): Promise<void> {
  assertOwnPlace(dataDirLayout(options.data), { worksServed: false });
  const { restoreFolder } = await import('#server/integrity/backup/backup-folder.ts');
  const { readEnvironment } = await import('#server/system/config/env.ts');
  const passphrase = await readPassphrase(context, options);
  const bar = createProgressBar(context, 'Restoring', 'steps');
  const restored = await restoreFolder({
    from: options.from,
    dataDir: options.data,
    stateDir: readEnvironment().stateDir,
    opening: { passphrase, ...principalOption(options) },
    onProgress: bar.update,
    signal: context.signal,
  }).finally(bar.clear);
  const { documents, versions, files } = restored.checked;
  const line = restored.restored
    ? `${restored.data_dir} was restored from ${restored.snapshot}; ${documents} documents with ${versions} versions and ${files} files were looked at.`
    : `${restored.snapshot} was not restored.`;
  printFindings(context, setExitCode, options, restored, [line]);
}

function wholeNumber(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number.');
}
