/**
 * Imports FHIR files in two passes, patients first, so that an exam finds its patient whatever file that is
 * in. A few files are read at a time; a broken one is named and the others go in. Running it again changes
 * only what changed at the source.
 */
import type { ImportSource, ImportTarget, Sha256Hex } from '#imports/import-source.ts';
import { APIConnectionError, APIUserAbortError, AuthenticationError, VaultApiError } from '#sdk/errors.ts';
import {
  isDiagnosticReport,
  isImagingStudy,
  isObservation,
  isPatient,
  type Patient,
} from './fhir-resources.ts';
import { createImportTally, type ImportReport, type ImportTally } from './import-report.ts';
import { createTurns, inParallel } from './in-parallel.ts';
import { mapDiagnosticReport } from './mapping/map-diagnostic-report.ts';
import { mapImagingStudy } from './mapping/map-imaging-study.ts';
import { mapPatient } from './mapping/map-patient.ts';
import type { MappedExam } from './mapping/mapped-exam.ts';
import { ownText } from './mapping/own-fields.ts';
import { documentsByExam, withDocuments } from './mapping/report/document-files.ts';
import { readSourceFile } from './source/read-source.ts';
import { createResourceIndex, type ResourceIndex } from './source/resource-index.ts';
import type { SourceFile, SourceResource } from './source/source-file.ts';
import type { FhirTarget } from './vault/import-mark.ts';
import { createSourceFolder, keptSource } from './vault/kept-source.ts';
import { createPatientFinder } from './vault/patient-finder.ts';
import { upsertExam } from './vault/upsert-exam.ts';
import { upsertPatient } from './vault/upsert-patient.ts';

/** Files and, of each, resources under way at once: enough to share the syncs of a slow disk. */
const FILES_AT_ONCE = 2;
const RESOURCES_AT_ONCE = 12;

export interface ImportResult {
  readonly report: ImportReport;
  /** The first error of the vault or of the connection, for the exit code. */
  readonly firstError: unknown;
}

export interface ImportOptions {
  readonly files: readonly ImportSource[];
  /** Files that were found and are of another kind: only named. */
  readonly skipped: readonly string[];
  /** Undefined: only read and map, nothing is sent anywhere. */
  readonly target: ImportTarget | undefined;
  /** Keeps each resource itself as a sealed file. */
  readonly keepSource?: boolean;
  readonly sha256Hex: Sha256Hex;
  readonly onProgress: (done: number, total: number) => void;
}

export async function runFhirImport({
  files,
  skipped,
  target,
  keepSource = false,
  sha256Hex,
  onProgress,
}: ImportOptions): Promise<ImportResult> {
  const tally = createImportTally(target === undefined);
  const index = createResourceIndex(keepSource);
  const run = createRun(target && { ...target, sha256Hex }, tally, index, keepSource);
  const partsOf = (source: ImportSource) => readSourceFile(source, sha256Hex, keepSource);
  let steps = 0;
  const step = (): void => onProgress(++steps, files.length * 2);
  for (const file of skipped) tally.skipped({ file, message: 'This file is no FHIR file by its name.' });
  try {
    await inParallel(files, FILES_AT_ONCE, async (source) => {
      tally.fileRead();
      const error = await eachPart(partsOf(source), async (file) => {
        tellSkipped(source.name, file, tally);
        index.add(file);
        await run.patients(source.name, file);
      });
      if (error !== undefined)
        tally.fileBroken({ file: source.name, code: 'malformed_request', message: messageOf(error) });
      step();
    });
    // What came before the place where a file is broken comes in; that it is broken was told.
    await inParallel(files, FILES_AT_ONCE, async (source) => {
      await eachPart(partsOf(source), (file) => run.exams(source.name, index.behind(file)));
      step();
    });
    for (const { source_id, isAbsorbed } of index.observations())
      (isAbsorbed ? tally.absorbed : tally.notImported)(source_id);
  } catch (error) {
    if (!isFatal(error)) throw error;
  }
  return { report: tally.report(), firstError: run.firstError() };
}

/** @returns what ended the reading early; what `work` throws is thrown on. */
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

function createRun(
  target: FhirTarget | undefined,
  tally: ImportTally,
  index: ResourceIndex,
  keepSource: boolean,
) {
  const finder = createPatientFinder(target);
  const send = target && createSourceFolder(target);
  const inTurn = createTurns();
  let firstError: unknown;

  /** Runs one resource's import; what fails is written down, and only what would fail every other is thrown on. */
  async function attempt(path: string, source: SourceResource, work: () => Promise<void>): Promise<void> {
    try {
      await inTurn(source.source_id, work);
    } catch (error) {
      const isVaults = error instanceof VaultApiError;
      firstError ??= isVaults || isFatal(error) ? error : undefined;
      tally.outcome(source.source_id, 'failed');
      tally.failed({
        file: path,
        resource: source.source_id,
        code: isVaults ? error.code : isFatal(error) ? 'protocol_error' : 'invalid_request',
        message: isVaults || isFatal(error) ? messageOf(error) : mappingMessage(error),
      });
      if (isFatal(error)) throw error;
    }
  }

  async function importPatient(file: SourceFile, source: SourceResource, patient: Patient): Promise<void> {
    const { source_id } = source;
    const mapped = mapPatient(patient);
    tally.unmapped(mapped.unmapped);
    const done = target && (await upsertPatient(target, source_id, mapped, await keptPatient(file, source)));
    finder.know(source_id, patient.identifier ?? [], done?.document_id);
    tally.outcome(source_id, done?.outcome ?? 'mapped');
  }

  async function keptPatient(file: SourceFile, source: SourceResource) {
    const kept = target && keepSource ? await keptSource(file, source, [], target.sha256Hex) : undefined;
    return kept && send && { source: kept, send };
  }

  async function importExam(
    path: string,
    file: SourceFile,
    source: SourceResource,
    mapped: MappedExam,
  ): Promise<void> {
    tally.unmapped(mapped.unmapped);
    for (const _reference of mapped.unresolved) tally.unresolved('result');
    const patient = await finder.find(mapped.subject, file, source.resource);
    if (patient === 'unresolved') tally.unresolved('subject');
    const patientId = patient === 'unresolved' ? undefined : patient?.document_id;
    if (target === undefined) {
      tally.outcome(source.source_id, 'mapped');
      return;
    }
    const kept = keepSource ? await keptSource(file, source, mapped.absorbed, target.sha256Hex) : undefined;
    const done = await upsertExam(target, source.source_id, mapped, patientId, kept);
    tally.outcome(source.source_id, done.outcome);
    tally.attached(done.files_sent);
    if (done.long_report !== undefined)
      tally.notice({
        file: path,
        resource: source.source_id,
        message: `This report is longer than a record holds: it lies beside the exam as “${done.long_report}”.`,
      });
  }

  return {
    firstError: () => firstError,
    patients: (path: string, file: SourceFile) =>
      inParallel(file.resources, RESOURCES_AT_ONCE, async (source) => {
        const { resource } = source;
        if (!isPatient(resource)) return;
        // What a report holds of its patient may be a number alone: that is a reference, not a record.
        if (isContained(source) && (resource.name ?? []).length === 0) return;
        await attempt(path, source, () => importPatient(file, source, resource));
      }),
    exams: async (path: string, file: SourceFile) => {
      const absorbed = new Set<string>();
      const documents = documentsByExam(file);
      const importWhole = async (source: SourceResource, exam: MappedExam) => {
        const mapped = withDocuments(exam, documents.get(source.source_id) ?? [], file);
        for (const sourceId of mapped.absorbed) {
          absorbed.add(sourceId);
          index.absorb(sourceId);
        }
        await importExam(path, file, source, mapped);
      };
      await inParallel(file.resources, RESOURCES_AT_ONCE, async (source) => {
        const { resource } = source;
        if (isContained(source)) return;
        if (isImagingStudy(resource)) {
          const whole = ownText(resource.extension, 'partOf');
          // The exam itself comes as its report.
          const isThere = (id: string) => file.resolve(id, resource) !== undefined || index.hasReport(id);
          if (whole !== undefined && isThere(whole)) {
            absorbed.add(source.source_id);
            return;
          }
          await attempt(path, source, async () => importWhole(source, mapImagingStudy(resource)));
        } else if (isDiagnosticReport(resource)) {
          await attempt(path, source, async () => importWhole(source, mapDiagnosticReport(resource, file)));
        }
      });
      for (const source of file.resources) {
        if (isObservation(source.resource) && index.isPending(source.source_id)) continue;
        if (absorbed.has(source.source_id)) tally.absorbed(source.source_id);
        else if (!isRecord(source)) tally.notImported(source.source_id);
      }
    },
  };
}

/** Whether the resource stands inside another one and is nothing without it. */
function isContained({ source_id }: SourceResource): boolean {
  return source_id.includes('#');
}

/** Whether the resource becomes a record of its own. */
function isRecord(source: SourceResource): boolean {
  const { resource } = source;
  return (
    isPatient(resource) ||
    (!isContained(source) && (isImagingStudy(resource) || isDiagnosticReport(resource)))
  );
}

/** Errors that every further resource would meet too. */
function isFatal(error: unknown): boolean {
  return (
    error instanceof APIConnectionError ||
    error instanceof APIUserAbortError ||
    error instanceof AuthenticationError ||
    (error instanceof VaultApiError && (error.status === 402 || error.status === 429))
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The import failed.';
}

/** A mapper stumbled over the source's own shape; its message could quote content, so only ours are passed on. */
function mappingMessage(error: unknown): string {
  return error instanceof TypeError ? 'This resource is not well-formed.' : messageOf(error);
}
