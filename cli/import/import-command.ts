/** `srvault import fhir`. Source: choices, "Command line `srvault`". */
import type { Command } from 'commander';
import { type CliContext, printResult, warn } from '../context.ts';
import { EXIT, exitCodeOf, UsageError } from '../exit-codes.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '../profile.ts';
import { createProgressBar } from '../terminal/progress.ts';
import { formatTable } from '../terminal/table.ts';
import type { ImportReport } from './fhir/import-report.ts';
import { type ImportResult, runImport } from './fhir/run-import.ts';
import { expandPaths } from './source-paths.ts';

/** `setExitCode` says how the process ends although the report was printed. */
export function addImportCommands(
  program: Command,
  context: CliContext,
  setExitCode: (code: number) => void,
): void {
  const group = program.command('import').description('bring records in from elsewhere');
  addProfileOptions(group.command('fhir <path...>'))
    .description('FHIR R4 bundles and resources, files or folders; the same source again is an update')
    .option('--dry-run', 'only read and map; nothing is sent')
    .action(async (paths: string[], options: ProfileOptions & { dryRun?: boolean }) => {
      const files = await expandPaths(paths, '.json').catch((error: unknown) => {
        throw new UsageError(error instanceof Error ? error.message : 'These paths cannot be read.');
      });
      const result = await run(context, options, files);
      for (const { file, resource, message } of result.report.failures) {
        warn(context, `${file}${resource === undefined ? '' : ` ${resource}`}: ${message}`);
      }
      printResult(context, options, result.report, describe);
      setExitCode(exitCode(result));
    });
}

async function run(
  context: CliContext,
  options: ProfileOptions & { dryRun?: boolean },
  files: readonly string[],
): Promise<ImportResult> {
  const bar = createProgressBar(context, 'import');
  const onProgress = (done: number, total: number) => bar.update(done, total);
  try {
    if (options.dryRun) return await runImport({ files, target: undefined, onProgress });
    return await withClient(context, options, ({ client, group }) => {
      const target = { client, security_group_id: group(), signal: context.signal };
      return runImport({ files, target, onProgress });
    });
  } finally {
    bar.clear();
  }
}

function exitCode({ report, firstError }: ImportResult): number {
  if (firstError !== undefined) return exitCodeOf(firstError);
  return report.failures.length > 0 ? EXIT.invalid : EXIT.ok;
}

function describe(report: ImportReport): string {
  const lines = [
    ...Object.entries(report.imported).flatMap(([type, outcomes]) =>
      Object.entries(outcomes).map(([outcome, count]) => [type, outcome, String(count)]),
    ),
    ...Object.entries(report.absorbed).map(([type, count]) => [type, 'part of a report', String(count)]),
    ...Object.entries(report.not_imported).map(([type, count]) => [type, 'not imported', String(count)]),
  ];
  const unmapped = Object.entries(report.unmapped_fields).map(([field, count]) => [field, String(count)]);
  return [
    `${report.files.read} files read, ${report.files.broken} broken${report.dry_run ? ' (dry run)' : ''}`,
    formatTable(['resource', 'outcome', 'count'], lines),
    ...(unmapped.length === 0 ? [] : ['', formatTable(['field without a place', 'count'], unmapped)]),
  ].join('\n');
}
