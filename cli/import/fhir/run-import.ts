/**
 * Imports FHIR files in two passes, patients first, so that an exam finds its patient whatever file that is
 * in. Files are read one at a time; a broken one is named and the others go in. Running it again changes
 * only what changed at the source.
 */
import { readFile } from 'node:fs/promises';
import { APIConnectionError, APIUserAbortError, AuthenticationError, VaultApiError } from '#sdk/errors.ts';
import { isDiagnosticReport, isImagingStudy, isPatient } from './fhir-resources.ts';
import { createImportTally, type ImportReport, type ImportTally } from './import-report.ts';
import { mapDiagnosticReport } from './mapping/map-diagnostic-report.ts';
import { mapImagingStudy } from './mapping/map-imaging-study.ts';
import { mapPatient } from './mapping/map-patient.ts';
import type { MappedExam } from './mapping/mapped-exam.ts';
import { parseSourceFile, type SourceFile, type SourceResource, sourceIdOf } from './source-file.ts';
import { findBySource, type ImportTarget, upsertExam, upsertPatient } from './upsert.ts';

export interface ImportResult {
  readonly report: ImportReport;
  /** The first error of the vault or of the connection, for the exit code. */
  readonly firstError: unknown;
}

export interface ImportOptions {
  readonly files: readonly string[];
  /** Undefined: only read and map, nothing is sent anywhere. */
  readonly target: ImportTarget | undefined;
  readonly onProgress: (done: number, total: number) => void;
}

export async function runImport({ files, target, onProgress }: ImportOptions): Promise<ImportResult> {
  const tally = createImportTally(target === undefined);
  const run = createRun(target, tally);
  const readable: string[] = [];
  const steps = files.length * 2;
  try {
    for (const [position, path] of files.entries()) {
      const file = await readSource(path, tally);
      if (file !== undefined) {
        readable.push(path);
        await run.patients(path, file);
      }
      onProgress(position + 1, steps);
    }
    for (const [position, path] of readable.entries()) {
      await run.exams(path, parseSourceFile(await readFile(path, 'utf8')));
      onProgress(files.length + position + 1, steps);
    }
  } catch (error) {
    if (!isFatal(error)) throw error;
  }
  return { report: tally.report(), firstError: run.firstError() };
}

async function readSource(path: string, tally: ImportTally): Promise<SourceFile | undefined> {
  tally.fileRead();
  try {
    return parseSourceFile(await readFile(path, 'utf8'));
  } catch (error) {
    const message = error instanceof Error ? error.message : 'This file could not be read.';
    tally.fileBroken({ file: path, code: 'malformed_request', message });
    return undefined;
  }
}

function createRun(target: ImportTarget | undefined, tally: ImportTally) {
  /** Document ids of patients by source id; undefined in a dry run. */
  const patients = new Map<string, string | undefined>();
  let firstError: unknown;

  /** Runs one resource's import; what fails is written down, and only what would fail every other is thrown on. */
  async function attempt(path: string, source: SourceResource, work: () => Promise<void>): Promise<void> {
    try {
      await work();
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

  async function patientOf(subject: string | undefined, file: SourceFile): Promise<string | undefined> {
    const sourceId = file.resolve(subject)?.source_id ?? sourceIdOf(subject);
    if (sourceId !== undefined && !patients.has(sourceId) && target !== undefined) {
      const found = await findBySource(target.client.patients, target, sourceId);
      if (found !== undefined) patients.set(sourceId, found.index.document_id);
    }
    if (subject !== undefined && (sourceId === undefined || !patients.has(sourceId)))
      tally.unresolved('subject');
    return sourceId === undefined ? undefined : patients.get(sourceId);
  }

  async function importExam(file: SourceFile, source: SourceResource, mapped: MappedExam): Promise<void> {
    tally.unmapped(mapped.unmapped);
    for (const _reference of mapped.unresolved) tally.unresolved('result');
    const patientId = await patientOf(mapped.subject, file);
    const outcome =
      target === undefined
        ? 'mapped'
        : (await upsertExam(target, source.source_id, mapped, patientId)).outcome;
    tally.outcome(source.source_id, outcome);
  }

  return {
    firstError: () => firstError,
    patients: async (path: string, file: SourceFile) => {
      for (const source of file.resources) {
        const { resource, source_id } = source;
        if (!isPatient(resource)) continue;
        await attempt(path, source, async () => {
          const mapped = mapPatient(resource);
          tally.unmapped(mapped.unmapped);
          const done = target && (await upsertPatient(target, source_id, mapped));
          patients.set(source_id, done?.document_id);
          tally.outcome(source_id, done?.outcome ?? 'mapped');
        });
      }
    },
    exams: async (path: string, file: SourceFile) => {
      const absorbed = new Set<string>();
      for (const source of file.resources) {
        const { resource } = source;
        if (isImagingStudy(resource)) {
          await attempt(path, source, () => importExam(file, source, mapImagingStudy(resource)));
        } else if (isDiagnosticReport(resource)) {
          await attempt(path, source, async () => {
            const mapped = mapDiagnosticReport(resource, file);
            for (const sourceId of mapped.absorbed) absorbed.add(sourceId);
            await importExam(file, source, mapped);
          });
        }
      }
      for (const { source_id } of file.resources) {
        if (absorbed.has(source_id)) tally.absorbed(source_id);
        else if (!/^(Patient|ImagingStudy|DiagnosticReport)\//.test(source_id)) tally.notImported(source_id);
      }
    },
  };
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
