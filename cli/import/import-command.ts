/** `srvault import`: imports FHIR files. Source: choices, "Command line `srvault`". */
import type { Command } from 'commander';
import { type CliContext, printResult, warn } from '#cli/context.ts';
import { EXIT, exitCodeOf, UsageError } from '#cli/exit-codes.ts';
import { addProfileOptions, type ProfileOptions, withClient } from '#cli/profile.ts';
import { createProgressBar } from '#cli/terminal/progress.ts';
import { formatTable } from '#cli/terminal/table.ts';
import type { ImportReport } from '#imports/fhir/import-report.ts';
import { type ImportResult, runFhirImport } from '#imports/fhir/run-fhir-import.ts';
import { SOURCE_EXTENSIONS } from '#imports/fhir/source/read-source.ts';
import { APIConnectionError } from '#sdk/errors.ts';
import { addDicomCommand } from './dicom/dicom-command.ts';
import { fileSources, sha256Hex } from './file-sources.ts';
import { expandPaths, type SourcePaths } from './source-paths.ts';

/** `setExitCode` sets the exit code after the result was printed. */
export function addImportCommands(
  program: Command,
  context: CliContext,
  setExitCode: (code: number) => void,
): void {
  const group = program.command('import').description('import records');
  addDicomCommand(group, context, setExitCode);
  addProfileOptions(group.command('fhir <path...>'))
    .description(
      'FHIR bundles, resources and NDJSON (.gz too), files or folders; the same source again is an update',
    )
    .option('--dry-run', 'only read and map; with a credential folder, say which records would change')
    .option(
      '--source <name>',
      'the source of files that name none: an address, or a name that stays the same',
    )
    .option('--keep-source', 'keep each resource itself as a sealed file of its exam or patient')
    .action(async (paths: string[], options: FhirOptions) => {
      const files = await expandPaths(paths, SOURCE_EXTENSIONS).catch((error: unknown) => {
        throw new UsageError(error instanceof Error ? error.message : 'These paths cannot be read.');
      });
      const result = await run(context, options, files);
      for (const { file, place, message } of result.report.skipped) {
        warn(context, `${file}${place === undefined ? '' : ` ${place}`}: skipped. ${message}`);
      }
      for (const { file, resource, name, fields, document_id } of result.report.changes) {
        const verb = result.report.dry_run ? 'would change' : 'changed';
        warn(context, `${file} ${resource}: ${verb} ${document_id} “${name}” (${fields.join(', ')})`);
      }
      for (const { file, resource, name, fields, document_id } of result.report.kept)
        warn(
          context,
          `${file} ${resource}: ${document_id} “${name}” was not overwritten: it was changed both here and at its source (${fields.join(', ')})`,
        );
      for (const { file, resource, message } of result.report.notices)
        warn(context, `${file} ${resource}: ${message}`);
      for (const { file, resource, message } of result.report.failures) {
        warn(context, `${file}${resource === undefined ? '' : ` ${resource}`}: ${message}`);
      }
      printResult(context, options, result.report, describe);
      setExitCode(exitCode(result));
    });
}

interface FhirOptions extends ProfileOptions {
  readonly dryRun?: boolean;
  readonly source?: string;
  readonly keepSource?: boolean;
}

async function run(context: CliContext, options: FhirOptions, paths: SourcePaths): Promise<ImportResult> {
  const bar = createProgressBar(context, 'import', 'steps');
  const onProgress = (done: number, total: number) => bar.update(done, total);
  const keepSource = options.keepSource === true;
  const looksOnly = options.dryRun === true;
  const sourceName = options.source;
  const sources = {
    files: fileSources(paths.files),
    skipped: paths.skipped,
    keepSource,
    looksOnly,
    sourceName,
  };
  const given = { ...sources, sha256Hex, onProgress };
  const hasProfile = Boolean(options.profile ?? context.env['SRVAULT_PROFILE']);
  try {
    if (looksOnly && !hasProfile) return await runFhirImport({ ...given, target: undefined });
    return await withClient(context, options, ({ client, group }) => {
      const target = { client, security_group_id: group(), signal: context.signal };
      return runFhirImport({ ...given, target });
    });
  } catch (error) {
    // A dry run works without the vault, because the files alone show what they contain.
    if (!looksOnly || !(error instanceof APIConnectionError)) throw error;
    return await runFhirImport({ ...given, target: undefined });
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
  const unresolved = Object.entries(report.unresolved_references);
  const unmapped = Object.entries(report.unmapped_fields).map(([field, count]) => [field, String(count)]);
  return [
    `${report.files.read} files read, ${report.files.broken} broken${report.dry_run ? ' (dry run)' : ''}`,
    ...(report.files_attached === 0 ? [] : [`${report.files_attached} files put beside exams`]),
    formatTable(['resource', 'outcome', 'count'], lines),
    ...(report.dry_run && !report.vault_seen
      ? ['Which records would change is not known, because no vault was asked. Name one with --profile.']
      : []),
    ...(report.changes.length === 0
      ? []
      : [`${report.changes.length} records of the vault ${report.dry_run ? 'would change' : 'changed'}`]),
    ...(report.kept.length === 0
      ? []
      : [
          `${report.kept.length} records were changed both here and at their source, and were not overwritten`,
        ]),
    ...(report.to_match === 0
      ? []
      : [`${report.to_match} exams fit no patient with certainty: assign them under To match`]),
    ...(unresolved.length === 0
      ? []
      : [
          '',
          formatTable(
            ['reference to something not found', 'count'],
            unresolved.map(([field, count]) => [field, String(count)]),
          ),
        ]),
    ...(unmapped.length === 0 ? [] : ['', formatTable(['field that cannot be stored', 'count'], unmapped)]),
  ].join('\n');
}
