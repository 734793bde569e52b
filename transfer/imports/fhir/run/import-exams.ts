/** Imports exams: studies and reports file by file, then documents whose text no report used. */
import {
  isComposition,
  isDiagnosticReport,
  isDocumentReference,
  isImagingStudy,
  isPatient,
} from '#fhir/import/fhir-resources.ts';
import { mapComposition } from '#fhir/import/mapping/map-composition.ts';
import { mapDiagnosticReport } from '#fhir/import/mapping/map-diagnostic-report.ts';
import { mapImagingStudy } from '#fhir/import/mapping/map-imaging-study.ts';
import type { MappedExam } from '#fhir/import/mapping/mapped-exam.ts';
import {
  documentsByExam,
  documentsElsewhere,
  LONE_FILE,
  withDocuments,
} from '#fhir/import/mapping/report/document-files.ts';
import { ownText } from '#fhir/import/mapping/vault-extensions.ts';
import type { SourceFile, SourceResource } from '#fhir/import/source/source-file.ts';
import type { PartVersions } from '#imports/fhir/vault/import-provenance.ts';
import { waitingSubject } from '#imports/fhir/vault/patients/ambiguous-patient.ts';
import { keptSource } from '#imports/fhir/vault/source-archive.ts';
import { upsertExam } from '#imports/fhir/vault/upsert-exam.ts';
import { inParallel } from './in-parallel.ts';
import type { RunContext } from './run-context.ts';

/** Number of exams processed at once, per file read concurrently. */
const EXAMS_AT_ONCE = 12;

export function createExams(context: RunContext) {
  const { target, tally, index, keepSource, finder, attempt, isSuperseded, tell } = context;

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
    const found = patient === 'unresolved' ? undefined : patient;
    const waiting = patient === 'unresolved' ? waitingSubject(mapped.subject) : found?.waiting;
    if (waiting !== undefined) tally.toMatch();
    const notices = [
      ...mapped.notices,
      ...(patient === 'unresolved'
        ? [
            `Its patient is not known here: it comes in without one${waiting ? ' and waits in To match' : ''}.`,
          ]
        : []),
      ...(found?.waiting
        ? ['Whose it is cannot be told: it comes in without a patient and waits in To match.']
        : []),
    ];
    if (target === undefined) {
      tell(path, source, undefined, notices);
      return;
    }
    const kept =
      keepSource && !target.looksOnly
        ? await keptSource(file, source, mapped.absorbed, target.sha256Hex)
        : undefined;
    const isNew = found !== undefined && found.document_id === undefined;
    const done = await upsertExam(
      target,
      source,
      mapped,
      { document_id: found?.document_id, isNew, waiting },
      { parts: versionsOf(mapped.absorbed, file), keptSource: kept },
    );
    tally.attached(done.files_sent);
    const long =
      done.long_report === undefined
        ? []
        : [`This report is longer than a record holds: it lies beside the exam as “${done.long_report}”.`];
    const withdrawn =
      done.withdrawn === true
        ? [
            'Its source withdrew this report, whose text a person had changed: the text stays, marked as withdrawn.',
          ]
        : [];
    const results =
      (done.withdrawn_results ?? 0) > 0
        ? [
            'Its source withdrew results that stand in a text a person had changed: the text stays, and the exam says so until somebody has looked.',
          ]
        : [];
    tell(path, source, done, [...notices, ...long, ...withdrawn, ...results]);
  }

  async function importWhole(
    path: string,
    file: SourceFile,
    source: SourceResource,
    map: () => MappedExam,
    absorb: (address: string) => void,
  ): Promise<void> {
    if (isSuperseded(source)) {
      tally.outcome(source.bare_id, 'older');
      return;
    }
    const mapped = map();
    for (const address of mapped.absorbed) {
      absorb(address);
      index.absorb(address);
    }
    await importExam(path, file, source, mapped);
  }

  return {
    exams: async (path: string, file: SourceFile) => {
      const absorbed = new Set<string>();
      const absorb = (address: string) => void absorbed.add(address);
      const documents = documentsByExam(file);
      const beside = ({ address }: SourceResource) => {
        const here = documents.get(address) ?? [];
        const known = new Set(here.map((one) => one.address));
        const all = [...here, ...documentsElsewhere(file, address).filter((one) => !known.has(one.address))];
        for (const one of all) index.reach(one.address);
        return all;
      };
      await inParallel(file.resources, EXAMS_AT_ONCE, async (source) => {
        const { resource } = source;
        if (source.isContained) return;
        const whole = (map: () => MappedExam) =>
          attempt(path, source, () =>
            importWhole(path, file, source, () => withDocuments(map(), beside(source), file), absorb),
          );
        if (isImagingStudy(resource)) {
          const partOf = ownText(resource.extension, 'partOf');
          // The exam itself is imported as its report.
          const isThere = (id: string) => file.resolve(id, resource) !== undefined || index.hasReport(id);
          if (partOf !== undefined && isThere(partOf)) {
            absorbed.add(source.address);
            return;
          }
          await whole(() => mapImagingStudy(resource));
        } else if (isDiagnosticReport(resource)) {
          await whole(() => mapDiagnosticReport(resource, file));
        }
      });
      for (const source of file.resources) {
        if (!isRecord(source) && !isImagingStudy(source.resource) && index.isPending(source)) continue;
        if (absorbed.has(source.address)) tally.absorbed(source.bare_id);
        else if (!isRecord(source)) {
          tally.notImported(source.bare_id);
          if (isDocumentReference(source.resource) && !index.isReached(source.address))
            tally.notice({ file: path, resource: source.bare_id, message: LONE_FILE });
        }
      }
    },
    /** Call after all reports: a document that none of them used is a report itself. */
    documents: (path: string, file: SourceFile) =>
      inParallel(file.resources, EXAMS_AT_ONCE, async (source) => {
        const { resource } = source;
        if (source.isContained || !isComposition(resource) || !index.isDocument(source)) return;
        await attempt(path, source, () =>
          importWhole(
            path,
            file,
            source,
            () => mapComposition(resource, file),
            () => {},
          ),
        );
      }),
  };
}

/** Versions by `Type/id`; without those that state none. */
function versionsOf(addresses: readonly string[], file: SourceFile): PartVersions {
  const found = addresses.flatMap((address) => file.resolve(address) ?? []);
  return Object.fromEntries(
    found.flatMap(({ bare_id, version }) => (Object.keys(version).length > 0 ? [[bare_id, version]] : [])),
  );
}

/** True when the resource becomes a record, not a part of another resource's report. */
function isRecord({ resource, isContained }: SourceResource): boolean {
  return isPatient(resource) || (!isContained && (isImagingStudy(resource) || isDiagnosticReport(resource)));
}
