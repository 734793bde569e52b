/**
 * Imports DICOM files: one exam per study with its files. Patients are matched by identifier and birth date only; an
 * exam without a match keeps the sent data for a person to decide. Running it again only adds missing files.
 */

import type { DicomHeader } from '#contract/drives/dicom.ts';
import type { Inflate } from '#dicom/read-dataset.ts';
import { findBySource } from '#imports/find-by-source.ts';
import type { ImportSource, ImportTarget } from '#imports/import-source.ts';
import {
  examOfStudy,
  isPatientOf,
  type SentPatient,
  studyPatient,
  studySourceId,
} from '#records/studies/imaging-study.ts';
import { VaultApiError } from '#sdk/errors.ts';
import { addFiles } from './add-files.ts';
import { completeExamFromStudy } from './complete-exam-from-study.ts';
import { groupByStudy, type Study, type StudyFile } from './map-study.ts';
import { readHeader } from './read-header.ts';

export interface DicomImportReport {
  readonly dry_run: boolean;
  /**
   * `differing`: added with the UID of an existing, different object; `in_trash`: left in the trash, alone or with
   * their exam.
   */
  readonly files: {
    read: number;
    broken: number;
    added: number;
    present: number;
    differing: number;
    in_trash: number;
  };
  /** `updated`: renamed by their pictures, after other objects of the study had named them. */
  readonly exams: {
    created: number;
    updated: number;
    unchanged: number;
    in_trash: number;
    failed: number;
    mapped: number;
  };
  /** Exams without a patient, which need a decision. */
  readonly unmatched: number;
  readonly exam_ids: readonly string[];
  readonly failures: readonly { readonly file: string; readonly code: string; readonly message: string }[];
}

/** A file in a DICOMDIR that was not read, with the reason. */
export interface MissingFile {
  readonly file: string;
  readonly message: string;
}

export interface DicomImportResult {
  readonly report: DicomImportReport;
  readonly firstError: unknown;
}

export interface DicomImportOptions {
  readonly files: readonly ImportSource[];
  /** Files listed in a DICOMDIR, but missing. */
  readonly missing: readonly MissingFile[];
  readonly inflate: Inflate;
  /** Vault of the import; undefined in a dry run. */
  readonly target: ImportTarget | undefined;
  readonly onProgress: (done: number, total: number) => void;
  /** Called for each study before sending, with its objects' headers. */
  readonly onStudy?: ((headers: readonly DicomHeader[]) => void) | undefined;
}

export async function runDicomImport({
  files: sources,
  missing,
  inflate,
  target,
  onProgress,
  onStudy,
}: DicomImportOptions): Promise<DicomImportResult> {
  const files = { read: 0, broken: 0, added: 0, present: 0, differing: 0, in_trash: 0 };
  const exams = { created: 0, updated: 0, unchanged: 0, in_trash: 0, failed: 0, mapped: 0 };
  const failures: { file: string; code: string; message: string }[] = [];
  const examIds: string[] = [];
  let unmatched = 0;
  let firstError: unknown;

  const total = sources.length * 2;
  for (const { file, message } of missing) {
    files.broken += 1;
    failures.push({ file, code: 'not_found', message });
  }
  const readable: StudyFile[] = [];
  for (const source of sources) {
    files.read += 1;
    try {
      readable.push({ source, header: readHeader(await source.bytes(), inflate) });
    } catch (error) {
      files.broken += 1;
      failures.push({ file: source.name, code: 'malformed_request', message: messageOf(error) });
    }
    onProgress(files.read, total);
  }

  for (const study of groupByStudy(readable)) {
    onStudy?.(study.files.map(({ header }) => header));
    if (target === undefined) {
      exams.mapped += 1;
      continue;
    }
    try {
      const exam = await upsertStudy(target, study);
      examIds.push(exam.exam_id);
      unmatched += exam.isUnmatched ? 1 : 0;
      if (exam.outcome !== 'unchanged') exams[exam.outcome] += 1;
      if (exam.outcome === 'in_trash') {
        files.in_trash += study.files.length;
        continue;
      }
      const counts = await addFiles(target, exam.exam_id, study, (path, error) => {
        firstError ??= error;
        files.broken += 1;
        failures.push({ file: path, code: codeOf(error), message: messageOf(error) });
      });
      files.added += counts.added;
      files.present += counts.present;
      files.differing += counts.differing;
      files.in_trash += counts.in_trash;
      if (exam.outcome !== 'unchanged') continue;
      const headers = study.files.map(({ header }) => header);
      const sent = { headers, earlier: counts.earlier, inflate };
      const { isChanged, patient } = await completeExamFromStudy(target, exam.exam_id, sent);
      exams[isChanged ? 'updated' : 'unchanged'] += 1;
      const patient_id = patient && (await matchPatient(target, patient));
      if (patient_id === undefined) continue;
      await target.client.exams.setPatient(exam.exam_id, { patient_id }, { signal: target.signal });
      unmatched -= 1;
    } catch (error) {
      firstError ??= error;
      exams.failed += 1;
      failures.push({
        file: study.files[0]?.source.name ?? '',
        code: codeOf(error),
        message: messageOf(error),
      });
      if (!(error instanceof VaultApiError)) break;
    }
    onProgress(sources.length + files.added + files.present, total);
  }
  const report = { dry_run: target === undefined, files, exams, unmatched, exam_ids: examIds, failures };
  return { report, firstError };
}

async function upsertStudy(target: ImportTarget, study: Study) {
  const { client, security_group_id, signal } = target;
  const source_id = studySourceId(study.study_uid);
  const found = await findBySource(client.exams, target, source_id);
  const patientId = await matchPatient(target, studyPatient(study.files.map(({ header }) => header)));
  if (found === undefined) {
    const headers = study.files.map(({ header }) => header);
    const record = examOfStudy(headers, patientId !== undefined);
    const body = { security_group_id, record, source_id, patient_id: patientId ?? null };
    const created = await client.exams.create(body, { signal });
    const isUnmatched = patientId === undefined;
    return { exam_id: created.index.document_id, outcome: 'created', isUnmatched } as const;
  }
  const { document_id, is_deleted, meta } = found.index;
  const isUnmatched = (meta.patient_id ?? null) === null;
  return { exam_id: document_id, outcome: is_deleted ? 'in_trash' : 'unchanged', isUnmatched } as const;
}

/** The single patient with this identifier and birth date; none where either is missing or two match. */
async function matchPatient({ client, security_group_id, signal }: ImportTarget, sent: SentPatient) {
  if (sent.id === null || sent.birth_date === null) return undefined;
  const query = { security_group_id, q: sent.id, limit: 200 };
  const { items } = await client.patients.list(query, { signal }).page();
  const fitting = items.filter(({ summary }) => summary !== null && isPatientOf(summary, sent));
  return fitting.length === 1 ? fitting[0]?.index.document_id : undefined;
}

function codeOf(error: unknown): string {
  return error instanceof VaultApiError ? error.code : 'protocol_error';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The import failed.';
}
