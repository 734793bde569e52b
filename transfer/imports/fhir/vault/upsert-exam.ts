/**
 * Stores a mapped ImagingStudy or DiagnosticReport in the vault: as a new exam, a new version, or not at all if
 * unchanged. Files are sent before the version that mentions them, so that an interrupted import sends missing ones
 * when repeated.
 */
import type { ExamRecordInput } from '#contract/documents/records.ts';
import type { MappedExam, MappedFile } from '#fhir/import/mapping/mapped-exam.ts';
import { isOwnExport } from '#fhir/import/mapping/vault-extensions.ts';
import { isOlder, isOlderWhole } from '#fhir/import/source/resource-version.ts';
import type { SourceResource } from '#fhir/import/source/source-file.ts';
import { findBySource, findOwn } from '#imports/find-by-source.ts';
import { isSameJson } from '#records/merge-records.ts';
import { withWithdrawnResults } from '#records/reports/withdrawn-results.ts';
import { SENT_PATIENT_KEY, sentExam } from '#records/studies/unmatched-exam.ts';
import { attachFiles, nodesOfExam } from './attach-files.ts';
import { type FieldHashes, hashFields, partsOf } from './field-hashes.ts';
import { findStoredRecord, type StoredRecord } from './find-stored-record.ts';
import { fitReport } from './fit-report-size.ts';
import {
  type FhirTarget,
  type ImportProvenance,
  mappedContentHash,
  type PartVersions,
  provenanceAfterConflict,
  readProvenance,
  storedSourceVersion,
  type Upserted,
} from './import-provenance.ts';
import { isSameExam } from './is-same-patient-or-exam.ts';
import { mergeStoredRecord, storedFieldHashes } from './merge-stored-record.ts';
import type { AmbiguousPatient } from './patients/ambiguous-patient.ts';
import { withdrawnBySource } from './withdrawn-report.ts';
import { withdrawnUnderText } from './withdrawn-results.ts';

export interface UpsertedExam extends Upserted {
  readonly files_sent: number;
  /** Name of the file with a report too long for a record. */
  readonly long_report?: string | undefined;
  /** True when the source withdrew a report with a person's text, which stays and is marked as withdrawn. */
  readonly withdrawn?: boolean | undefined;
  /** Number of withdrawn results in a text a person changed. */
  readonly withdrawn_results?: number;
}

interface PreparedExam {
  readonly record: ExamRecordInput & { readonly custom_attributes: Record<string, unknown> };
  readonly files: readonly MappedFile[];
  readonly longReport: string | undefined;
}

/** The exam's patient; not created yet in a dry run. */
export interface ExamPatient {
  readonly document_id: string | undefined;
  readonly isNew: boolean;
  /** Set where the patient is uncertain: the exam is stored without a patient, with the sent data. */
  readonly waiting: AmbiguousPatient | undefined;
}

export interface ExamExtras {
  /** Stated versions of its parts. */
  readonly parts: PartVersions;
  /** The archived resource to attach to the exam. */
  readonly keptSource?: MappedFile | undefined;
}

const INCOMING_NAME = 'Report as its source has it now.html';
const NEW_PATIENT = 'new';

export async function upsertExam(
  target: FhirTarget,
  source: SourceResource,
  mapped: MappedExam,
  patient: ExamPatient,
  { parts, keptSource }: ExamExtras,
): Promise<UpsertedExam> {
  const { client, security_group_id, signal, sha256Hex } = target;
  const content_sha256 = await mappedContentHash(target, fingerprinted(mapped));
  const { version } = source;
  const held: StoredRecord<'exams'> = {
    findBySource: async (sourceId) =>
      (await findBySource(client.exams, target, sourceId)) ??
      (isOwnExport(source.resource) ? await findOwn(client.exams, target, sourceId) : undefined),
    open: (id) => client.exams.get(id, {}, { signal }),
  };
  const patientKey = patient.isNew ? NEW_PATIENT : patient.document_id;
  const { view, isInTrash, source_id, apart } = await findStoredRecord<'exams'>(held, target, source, {
    agrees: async (view) => {
      const { index, record: known } = view;
      const said = {
        before: await storedFieldHashes(target, client.exams, view),
        now: await hashFields(
          new Map([...partsOf(mapped.record), ['patient', patientKey ?? null]]),
          sha256Hex,
        ),
      };
      return (
        isSameExam(known, index.meta.patient_id ?? undefined, mapped, patientKey, said) ||
        // A person has moved it to another patient.
        (patientKey !== undefined && sentExam(known.custom_attributes)?.record_id === patientKey) ||
        (readProvenance(known.custom_attributes).content_sha256 === content_sha256 &&
          [null, undefined, patientKey].includes(index.meta.patient_id))
      );
    },
    apart: [patientKey ?? null, mapped.record.title, mapped.record.exam_date],
  });
  if (isInTrash) return { document_id: undefined, outcome: 'in_trash', files_sent: 0 };
  const folderName = `FHIR ${source.bare_id.replaceAll(/[^\w.-]/g, '-')}`;
  const kept = keptSource === undefined ? [] : [keptSource];
  const linkedId = patient.waiting === undefined ? (patient.document_id ?? null) : null;
  const patientPrint = await hashFields(new Map([['patient', linkedId]]), sha256Hex);
  const markOf = (fields: FieldHashes, files: readonly MappedFile[]): ImportProvenance => ({
    source: 'fhir',
    source_id,
    content_sha256,
    fields: { ...fields, ...patientPrint },
    ...(Object.keys(version).length > 0 && { version }),
    ...(Object.keys(parts).length > 0 && { parts }),
    ...(files.length > 0 && { files: files.map(({ name }) => name) }),
  });
  if (view === undefined) {
    const isApart = apart && { apart };
    if (target.looksOnly) return { document_id: undefined, outcome: 'created', ...isApart, files_sent: 0 };
    const { record, files, longReport } = await prepare(mapped);
    const mark = markOf(await hashFields(partsOf(record), sha256Hex), files);
    const custom_attributes = {
      ...record.custom_attributes,
      ...(patient.waiting && { [SENT_PATIENT_KEY]: patient.waiting }),
      import: mark,
    };
    const body = { security_group_id, record: { ...record, custom_attributes }, source_id };
    const tags = mapped.tags && { tags: [...mapped.tags] };
    const patient_id = linkedId;
    const created = await client.exams.create({ ...body, ...tags, patient_id }, { signal });
    const { document_id } = created.index;
    const files_sent = await attachFiles(target, document_id, folderName, [...files, ...kept]);
    return { document_id, outcome: 'created', ...isApart, files_sent, long_report: longReport };
  }

  const { document_id, meta } = view.index;
  let done: Upserted = { document_id, outcome: 'unchanged' };
  let files_sent = 0;
  let longReport: string | undefined;
  let withdrawnResults = 0;
  let withdrawn: boolean | undefined;
  let before: FieldHashes = readProvenance(view.record.custom_attributes).fields ?? {};
  await client.exams.edit(
    document_id,
    async (current, seen) => {
      const mark = readProvenance(current.custom_attributes);
      before = mark.fields ?? {};
      const isChanged = mark.content_sha256 !== content_sha256;
      const isLacking = !isChanged && (await lacksFiles(target, document_id, mark.files ?? []));
      if (!isChanged && !isLacking) {
        if (target.looksOnly || !isOlder(mark.version ?? {}, version)) return undefined;
        // Stores the version, because an older one may still arrive.
        const attributes = { ...current.custom_attributes, import: { ...mark, source: 'fhir', version } };
        return { ...current, custom_attributes: attributes };
      }
      const heldState = { version: storedSourceVersion(current.custom_attributes), parts: mark.parts ?? {} };
      if (isChanged && isOlderWhole({ version, parts }, heldState)) {
        done = { document_id, outcome: 'older' };
        return undefined;
      }
      const prepared = await prepare(mapped);
      if (!isChanged) {
        if (!target.looksOnly)
          files_sent += await attachFiles(target, document_id, folderName, prepared.files);
        return undefined;
      }
      const merged = await mergeStoredRecord<'exams'>(target, client.exams, seen, prepared.record);
      const marked = withdrawnBySource(target, merged, prepared.record.custom_attributes);
      withdrawn = marked?.isNew;
      const said = { before: mark.parts, now: parts, withdrawn: mapped.withdrawn ?? [] };
      const results = withdrawnUnderText(target, current.custom_attributes, merged, said);
      withdrawnResults = results.isChanged ? results.all.length : 0;
      const isConflict = merged.kept.length > 0;
      // Never imported: the exam this export was made from.
      const isOwn = mark.content_sha256 === undefined;
      done = {
        document_id,
        outcome: isConflict ? 'conflict' : 'updated',
        changed: {
          name: current.title ?? '',
          fields: [
            ...merged.taken,
            ...(marked?.isNew ? ['report.status'] : []),
            ...(results.isChanged ? ['custom_attributes.withdrawn_results'] : []),
          ],
        },
        ...(isConflict && { kept: merged.kept }),
      };
      if (isOwn && merged.taken.length === 0 && !isConflict) done = { document_id, outcome: 'unchanged' };
      if (target.looksOnly || (isOwn && merged.taken.length === 0)) return undefined;
      const beside = merged.kept.includes('report') ? incomingReport(prepared) : [];
      files_sent += await attachFiles(target, document_id, folderName, [...prepared.files, ...beside]);
      longReport = prepared.longReport;
      const next = markOf(merged.prints, prepared.files);
      const held = {
        ...merged.record,
        custom_attributes: {
          ...withWithdrawnResults(marked?.attributes ?? merged.record.custom_attributes, results.all),
          import: {
            ...(isConflict ? provenanceAfterConflict(next, mark) : next),
            ...(marked && { withdrawn: true }),
          },
        },
      };
      return isSameJson(held, current) ? undefined : held;
    },
    { signal },
  );
  if (!target.looksOnly && done.outcome !== 'older')
    files_sent += await attachFiles(target, document_id, folderName, kept);
  if (await isToRelink(done, meta.patient_id ?? undefined)) {
    const patient_id = patient.document_id ?? null;
    if (!target.looksOnly) await client.exams.setPatient(document_id, { patient_id }, { signal });
    const { name, fields } = done.changed ?? { name: view.record.title ?? '', fields: [] };
    done = {
      ...done,
      outcome: done.outcome === 'conflict' ? 'conflict' : 'updated',
      changed: { name, fields: [...fields, 'patient'] },
    };
  }
  return { ...done, files_sent, long_report: longReport, withdrawn, withdrawn_results: withdrawnResults };

  /** A patient chosen by a person stays. */
  async function isToRelink({ outcome }: Upserted, held: string | undefined): Promise<boolean> {
    if (
      patient.waiting !== undefined ||
      patientKey === undefined ||
      patientKey === held ||
      outcome === 'older'
    )
      return false;
    if (held === undefined) return true;
    const print = await hashFields(new Map([['patient', held]]), sha256Hex);
    return outcome !== 'unchanged' && print['patient'] === before['patient'];
  }
}

async function prepare(mapped: MappedExam): Promise<PreparedExam> {
  const held = await fitReport(mapped);
  return {
    record: { ...mapped.record, ...held.fields },
    files: [...mapped.files, ...(held.file ? [held.file] : [])],
    longReport: held.file?.name,
  };
}

/** The source's report as a file, beside a person's text. */
function incomingReport({ record }: PreparedExam): MappedFile[] {
  const { report_html: html } = record;
  if (!html) return [];
  const page = `<!doctype html><html><head><meta charset="utf-8"></head><body>${html}</body></html>`;
  return [{ name: INCOMING_NAME, mime_type: 'text/html', bytes: new TextEncoder().encode(page) }];
}

/** True when an interrupted import left files unsent. */
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

/** Decodes bytes as Latin-1, one character per byte, in chunks that fit an argument list. */
function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join('');
}
