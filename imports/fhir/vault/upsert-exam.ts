/**
 * Puts a mapped ImagingStudy or DiagnosticReport into the vault: a new exam, a new version of the one with the same
 * source id, or nothing where the source has not changed. Its files are sent before the version that speaks of them,
 * so that an import that was cut short sends what is missing when it is run again.
 */
import type { ExamRecordInput } from '#contract/documents/records.ts';
import type { MappedExam, MappedFile } from '#imports/fhir/mapping/mapped-exam.ts';
import { findBySource } from '#imports/find-by-source.ts';
import { attachFiles, nodesOfExam } from './attach-files.ts';
import { holdReport } from './held-report.ts';
import { type FhirTarget, fingerprintOf, type ImportMark, readMark, type Upserted } from './import-mark.ts';

export interface UpsertedExam extends Upserted {
  readonly files_sent: number;
  /** The report was longer than a record holds and lies beside it as this file. */
  readonly long_report?: string | undefined;
}

interface PreparedExam {
  readonly record: ExamRecordInput & { readonly custom_attributes: Record<string, unknown> };
  readonly files: readonly MappedFile[];
  readonly longReport: string | undefined;
}

/** `keptSource`: the resource itself, to lie beside the exam. */
export async function upsertExam(
  target: FhirTarget,
  sourceId: string,
  mapped: MappedExam,
  patientId: string | undefined,
  keptSource?: MappedFile,
): Promise<UpsertedExam> {
  const { client, security_group_id, signal } = target;
  const content_sha256 = await fingerprintOf(target, fingerprinted(mapped));
  const found = await findBySource(client.exams, target, sourceId);
  const folderName = `FHIR ${sourceId.replaceAll(/[^\w.-]/g, '-')}`;
  const kept = keptSource === undefined ? [] : [keptSource];
  if (found === undefined) {
    const { record, files, longReport } = await prepare(mapped, sourceId, content_sha256);
    const tags = mapped.tags && { tags: [...mapped.tags] };
    const created = await client.exams.create(
      { security_group_id, record, source_id: sourceId, ...tags, patient_id: patientId ?? null },
      { signal },
    );
    const { document_id } = created.index;
    const files_sent = await attachFiles(target, document_id, folderName, [...files, ...kept]);
    return { document_id, outcome: 'created', files_sent, long_report: longReport };
  }
  const { document_id, is_deleted, meta } = found.index;
  if (is_deleted) return { document_id, outcome: 'in_trash', files_sent: 0 };

  const done = { isChanged: false, files_sent: 0, long_report: '' };
  await client.exams.edit(
    document_id,
    async (current) => {
      const mark = readMark(current.custom_attributes);
      done.isChanged = mark.content_sha256 !== content_sha256;
      if (!done.isChanged && !(await lacksFiles(target, document_id, mark.files ?? []))) return undefined;
      const { record, files, longReport } = await prepare(mapped, sourceId, content_sha256);
      done.files_sent += await attachFiles(target, document_id, folderName, files);
      if (!done.isChanged) return undefined;
      done.long_report = longReport ?? '';
      // What the source does not own stays.
      const custom_attributes = { ...current.custom_attributes, ...record.custom_attributes };
      return { ...current, ...record, custom_attributes };
    },
    { signal },
  );
  done.files_sent += await attachFiles(target, document_id, folderName, kept);
  const isRelinked =
    patientId !== undefined &&
    meta.patient_id !== patientId &&
    (done.isChanged || (meta.patient_id ?? null) === null);
  if (isRelinked) await client.exams.setPatient(document_id, { patient_id: patientId }, { signal });
  return {
    document_id,
    outcome: done.isChanged || isRelinked ? 'updated' : 'unchanged',
    files_sent: done.files_sent,
    long_report: done.long_report || undefined,
  };
}

async function prepare(mapped: MappedExam, source_id: string, content_sha256: string): Promise<PreparedExam> {
  const held = await holdReport(mapped);
  const files = [...mapped.files, ...(held.file ? [held.file] : [])];
  const mark: ImportMark = {
    source: 'fhir',
    source_id,
    content_sha256,
    ...(files.length === 0 ? {} : { files: files.map(({ name }) => name) }),
  };
  const custom_attributes = { ...mapped.record.custom_attributes, import: mark };
  return {
    record: { ...mapped.record, ...held.fields, custom_attributes },
    files,
    longReport: held.file?.name,
  };
}

/** An import that was cut short may have left some unsent. */
async function lacksFiles(target: FhirTarget, examId: string, names: readonly string[]): Promise<boolean> {
  if (names.length === 0) return false;
  const there = new Set((await nodesOfExam(target, examId)).map(({ name }) => name));
  return names.some((name) => !there.has(name));
}

function fingerprinted({ record, reportHtml, subject, files }: MappedExam): unknown {
  return [
    record,
    reportHtml,
    subject ?? null,
    ...files.map(({ name, mime_type, bytes }) => [name, mime_type, latin1(bytes)]),
  ];
}

/** One character per byte, in steps that an argument list holds. */
function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join('');
}
