/**
 * Imports FHIR files in two passes, patients first, so that an exam finds its patient in any file. A few files are read
 * at a time; a faulty one is reported and the others continue. Running it again applies only changes at the source; a
 * dry run lists them.
 */
import type { Sha256Hex } from '#bytes/sha256-hex.ts';
import { LONE_FILE } from '#fhir/import/mapping/report/document-files.ts';
import { createResourceIndex } from '#fhir/import/source/resource-index.ts';
import type { Reading, SourceFile } from '#fhir/import/source/source-file.ts';
import type { ImportSource, ImportTarget } from '#imports/import-source.ts';
import { isFatal, messageOf } from './import-errors.ts';
import { createImportTally, type ImportReport, type ImportTally } from './import-report.ts';
import { createRun } from './run/create-run.ts';
import { inParallel } from './run/in-parallel.ts';
import { readSourceFile } from './source/read-source.ts';

/** Files read concurrently: enough to share the syncs of a slow disk. */
const FILES_AT_ONCE = 2;

export interface ImportResult {
  readonly report: ImportReport;
  /** First error of vault or connection, for the exit code. */
  readonly firstError: unknown;
}

export interface ImportOptions {
  readonly files: readonly ImportSource[];
  /** Files of other types, which are only listed. */
  readonly skipped: readonly string[];
  /** Vault of the import; undefined only reads and maps. */
  readonly target: ImportTarget | undefined;
  /** True for a dry run: the vault is read, never written. */
  readonly looksOnly?: boolean;
  /** True to archive each resource as a sealed file. */
  readonly keepSource?: boolean;
  /** Server of resources that state none: a name or URL. */
  readonly sourceName?: string | undefined;
  readonly sha256Hex: Sha256Hex;
  readonly onProgress: (done: number, total: number) => void;
  /** Called for each patient in the files. */
  readonly onPatient?: ((name: string, birthDate: string | null) => void) | undefined;
  /** Milliseconds; decides which names and addresses have expired. */
  readonly now?: () => number;
}

export async function runFhirImport({
  files,
  skipped,
  target,
  looksOnly = false,
  keepSource = false,
  sourceName,
  sha256Hex,
  onProgress,
  onPatient,
  now = Date.now,
}: ImportOptions): Promise<ImportResult> {
  const tally = createImportTally(target === undefined || looksOnly, target !== undefined);
  const index = createResourceIndex(keepSource);
  const nowMs = now();
  const fhirTarget = target && { ...target, sha256Hex, looksOnly, nowMs };
  const run = createRun({ target: fhirTarget, tally, index, keepSource, now: nowMs, onPatient });
  const reading: Reading = { sha256Hex, exact: keepSource, sourceName };
  const partsOf = (source: ImportSource) => readSourceFile(source, reading);
  let steps = 0;
  const step = (): void => onProgress(++steps, files.length * 2);
  for (const file of skipped) tally.skipped({ file, message: skippedMessage(file) });
  try {
    await inParallel(files, FILES_AT_ONCE, async (source) => {
      tally.fileRead();
      const error = await eachPart(partsOf(source), async (file) => {
        tellSkipped(source.name, file, tally);
        index.add(file, source.name);
        await run.patients(source.name, file);
      });
      if (error !== undefined)
        tally.fileBroken({ file: source.name, code: 'malformed_request', message: messageOf(error) });
      step();
    });
    await run.replacements();
    // Content before a fault in a file is imported; the fault has been reported.
    await inParallel(files, FILES_AT_ONCE, async (source) => {
      await eachPart(partsOf(source), (file) => run.exams(source.name, index.behind(file)));
      step();
    });
    const left = index.filesOfDocuments();
    for (const source of files.filter(({ name }) => left.has(name)))
      await eachPart(partsOf(source), (file) => run.documents(source.name, index.behind(file)));
    for (const { bare_id, isAbsorbed, loneFile } of index.parts()) {
      (isAbsorbed ? tally.absorbed : tally.notImported)(bare_id);
      if (loneFile !== undefined) tally.notice({ file: loneFile, resource: bare_id, message: LONE_FILE });
    }
  } catch (error) {
    if (!isFatal(error)) throw error;
  }
  return { report: tally.report(), firstError: run.firstError() };
}

function skippedMessage(file: string): string {
  return /\.xml(?:\.gz)?$/i.test(file)
    ? 'This file is XML. An import reads FHIR as JSON or NDJSON: export it as JSON.'
    : 'This is not a FHIR file by its name.';
}

/**
 * Runs `work` for each part of the files. @returns the error that ended reading early; errors of `work` are thrown.
 */
async function eachPart(
  parts: AsyncGenerator<SourceFile>,
  work: (part: SourceFile) => Promise<void>,
): Promise<unknown> {
  for (;;) {
    const next = await parts.next().catch((error: unknown) => ({ error }));
    if ('error' in next) return next.error;
    if (next.done === true) return undefined;
    await work(next.value);
  }
}

function tellSkipped(path: string, { skipped }: SourceFile, tally: ImportTally): void {
  for (const { place, message, isBroken } of skipped) {
    if (isBroken) tally.failed({ file: path, resource: place, code: 'malformed_request', message });
    else tally.skipped({ file: path, place, message });
  }
}
