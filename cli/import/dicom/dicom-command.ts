/** `srvault import dicom`: imports DICOM files and media. Source: choices, "DICOM". */
import type { Command } from 'commander';
import { type CliContext, printResult, warn } from '#cli/context.ts';
import { EXIT, exitCodeOf, UsageError } from '#cli/exit-codes.ts';
import { fileSources } from '#cli/import/file-sources.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '#cli/profile.ts';
import { createProgressBar } from '#cli/terminal/progress.ts';
import { inflate } from '#dicom/open-dataset.ts';
import {
  type DicomImportReport,
  type DicomImportResult,
  runDicomImport,
} from '#imports/dicom/run-dicom-import.ts';
import { findDicomFiles } from './dicom-files.ts';

type Options = ProfileOptions & { readonly dryRun?: boolean };

export function addDicomCommand(
  group: Command,
  context: CliContext,
  setExitCode: (code: number) => void,
): void {
  addProfileOptions(group.command('dicom <path...>'))
    .description('DICOM files, folders or a DICOMDIR: one exam per study; again adds only what is missing')
    .option('--dry-run', 'only read; nothing is sent')
    .action(async (paths: string[], options: Options) => {
      const { report, firstError } = await run(context, options, paths);
      for (const { file, message } of report.failures) warn(context, `${file}: ${message}`);
      if (report.files.read === 0)
        warn(context, 'nothing was imported: no file was found there. Check the path');
      printResult(context, options, report, describe);
      if (firstError !== undefined) setExitCode(exitCodeOf(firstError));
      else setExitCode(report.failures.length > 0 ? EXIT.invalid : EXIT.ok);
    });
}

async function run(
  context: CliContext,
  options: Options,
  paths: readonly string[],
): Promise<DicomImportResult> {
  const bar = createProgressBar(context, 'import', 'steps');
  const onProgress = (done: number, total: number) => bar.update(done, total);
  try {
    const found = await findDicomFiles(paths);
    const files = { files: fileSources(found.files), missing: found.missing, inflate };
    if (options.dryRun) return await runDicomImport({ ...files, target: undefined, onProgress });
    return await withClient(context, options, ({ client, group }) => {
      const target = { client, security_group_id: group(), signal: context.signal };
      return runDicomImport({ ...files, target, onProgress });
    });
  } catch (error) {
    if (error instanceof Error && / does not exist\.$/.test(error.message))
      throw new UsageError(error.message);
    throw error;
  } finally {
    bar.clear();
  }
}

function describe({ files, exams, unmatched, dry_run }: DicomImportReport): string {
  const studies = Object.entries(exams).flatMap(([outcome, count]) =>
    count > 0 ? [`${count} ${outcome}`] : [],
  );
  return [
    `${files.read} files read, ${files.broken} broken${dry_run ? ' (dry run)' : ''}`,
    `${files.added} files added, ${files.present} already here`,
    ...(files.differing === 0
      ? []
      : [
          `${files.differing} of the added have the same UID as another file but other content: both were stored`,
        ]),
    ...(files.in_trash === 0
      ? []
      : [
          `${files.in_trash} are in the trash, or their exam is, and were not imported: restore them in the vault`,
        ]),
    `exams: ${studies.join(', ') || 'none'}`,
    ...(unmatched === 0 ? [] : [`${unmatched} exams have no patient yet: match them by hand`]),
  ].join('\n');
}
