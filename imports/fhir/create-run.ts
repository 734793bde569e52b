/** One run of an import: what each resource becomes, counted and told; the vault, where there is one, is asked or written. */
import { VaultApiError } from '#sdk/errors.ts';
import {
  type FhirResource,
  isDiagnosticReport,
  isImagingStudy,
  isPatient,
  type Patient,
} from './fhir-resources.ts';
import { isFatal, mappingMessage, messageOf } from './import-errors.ts';
import type { ImportTally, Outcome } from './import-report.ts';
import { createTurns, inParallel } from './in-parallel.ts';
import { mapDiagnosticReport } from './mapping/map-diagnostic-report.ts';
import { mapImagingStudy } from './mapping/map-imaging-study.ts';
import { mapPatient } from './mapping/map-patient.ts';
import type { MappedExam } from './mapping/mapped-exam.ts';
import { ownText } from './mapping/own-fields.ts';
import { documentsByExam, withDocuments } from './mapping/report/document-files.ts';
import type { ResourceIndex } from './source/resource-index.ts';
import type { SourceFile, SourceResource } from './source/source-file.ts';
import { isOlder, type SourceVersion, versionOf } from './source/version.ts';
import type { FhirTarget, Upserted } from './vault/import-mark.ts';
import { createSourceFolder, keptSource } from './vault/kept-source.ts';
import { createPatientFinder, type FoundPatient } from './vault/patient-finder.ts';
import { upsertExam } from './vault/upsert-exam.ts';
import { upsertPatient } from './vault/upsert-patient.ts';

/** Of each file under way at once. */
const RESOURCES_AT_ONCE = 12;

interface RunParts {
  readonly target: FhirTarget | undefined;
  readonly tally: ImportTally;
  readonly index: ResourceIndex;
  readonly keepSource: boolean;
  /** Milliseconds. */
  readonly now: number;
}

/** A patient whose source says that another one took its place. */
interface Replaced {
  readonly path: string;
  readonly source: SourceResource;
  readonly document_id: string | undefined;
  readonly reference: string;
  readonly isUpToDate: boolean;
}

export function createRun({ target, tally, index, keepSource, now }: RunParts) {
  const finder = createPatientFinder(target);
  const send = target && createSourceFolder(target);
  const inTurn = createTurns();
  /** The newest state of each record that came in so far. */
  const newest = new Map<string, SourceVersion>();
  const replaced: (Replaced & { readonly file: SourceFile })[] = [];
  let firstError: unknown;

  /** Runs one resource's import; what fails is written down, and only what would fail every other is thrown on. */
  async function attempt(path: string, source: SourceResource, work: () => Promise<void>): Promise<void> {
    try {
      // One id at two servers takes turns too: which of them a record of an earlier import is, the first decides.
      await inTurn(source.isContained ? source.source_id : source.bare_id, work);
    } catch (error) {
      const isVaults = error instanceof VaultApiError;
      firstError ??= isVaults || isFatal(error) ? error : undefined;
      tally.outcome(source.bare_id, 'failed');
      tally.failed({
        file: path,
        resource: source.bare_id,
        code: isVaults ? error.code : isFatal(error) ? 'protocol_error' : 'invalid_request',
        message: isVaults || isFatal(error) ? messageOf(error) : mappingMessage(error),
      });
      if (isFatal(error)) throw error;
    }
  }

  /** Whether this import had a newer state of it before. */
  function isSuperseded({ resource, source_id }: SourceResource): boolean {
    const version = versionOf(resource);
    const held = newest.get(source_id);
    if (held !== undefined && isOlder(version, held)) return true;
    if (Object.keys(version).length > 0) newest.set(source_id, version);
    return false;
  }

  function tell(
    path: string,
    source: SourceResource,
    done: Upserted | undefined,
    notices: readonly string[],
  ): void {
    const resource = source.bare_id;
    const notice = (message: string) => tally.notice({ file: path, resource, message });
    for (const message of notices) notice(message);
    const outcome: Outcome = done?.outcome ?? 'mapped';
    const isSent = target !== undefined && !target.looksOnly;
    const isTold = isSent || outcome === 'older' || outcome === 'conflict';
    tally.outcome(resource, isTold ? outcome : 'mapped');
    if (done === undefined) return;
    const { changed, kept, isApart, document_id } = done;
    if (changed !== undefined && document_id !== undefined && changed.fields.length > 0)
      tally.changed({ file: path, resource, document_id, ...changed });
    if (kept !== undefined)
      notice(
        `Its source changed what was changed in the vault too (${kept.join(', ')}): what the vault has stays.`,
      );
    if (isApart === true)
      notice(
        'The vault has another record of this id that cannot be the same: this one stands beside it. Name the source (--source) to tell them apart.',
      );
  }

  async function importPatient(
    path: string,
    file: SourceFile,
    source: SourceResource,
    patient: Patient,
  ): Promise<void> {
    const { source_id, address } = source;
    if (isSuperseded(source)) {
      tally.outcome(source.bare_id, 'older');
      return;
    }
    const mapped = mapPatient(patient, now);
    tally.unmapped(mapped.unmapped);
    if (source.isContained) {
      const known = await knownContained(patient);
      if (known !== undefined) {
        finder.knowAs(address, known);
        tell(path, source, target && { ...known, outcome: 'unchanged' }, []);
        return;
      }
    }
    const done = target && (await upsertPatient(target, source, mapped, await keptPatient(file, source)));
    const replacedBy = linked(patient, 'replaced-by')[0];
    finder.know({
      ...{ address, source_id, replacedBy: undefined },
      identifiers: patient.identifier ?? [],
      birthDate: patient.birthDate,
      document_id: done?.document_id,
    });
    for (const reference of linked(patient, 'replaces')) {
      const old = addressOf(file, reference, patient);
      if (old !== undefined) finder.replace(old, address);
    }
    if (replacedBy !== undefined) {
      const by = addressOf(file, replacedBy, patient);
      if (by !== undefined) finder.replace(address, by);
      const isUpToDate = done?.outcome === 'unchanged' || done?.outcome === 'older';
      const document_id = done?.document_id;
      replaced.push({ path, file, source, document_id, reference: replacedBy, isUpToDate });
    }
    tell(path, source, done, mapped.notices);
  }

  /** What a resource holds of its patient is a copy: who is known by the same number and birth date is not changed by it. */
  async function knownContained({ identifier, birthDate }: Patient): Promise<FoundPatient | undefined> {
    for (const { system, value } of identifier ?? []) {
      if (system === undefined || value === undefined) continue;
      const found = await finder.fromIdentifier({ system, value }, birthDate);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async function keptPatient(file: SourceFile, source: SourceResource) {
    if (target === undefined || send === undefined || !keepSource || target.looksOnly) return undefined;
    return { source: await keptSource(file, source, [], target.sha256Hex), send };
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
    const notices =
      patient === 'unresolved'
        ? [...mapped.notices, 'Its patient is not known here: it comes in without one.']
        : mapped.notices;
    if (target === undefined) {
      tell(path, source, undefined, notices);
      return;
    }
    const kept =
      keepSource && !target.looksOnly
        ? await keptSource(file, source, mapped.absorbed, target.sha256Hex)
        : undefined;
    const found = patient === 'unresolved' ? undefined : patient;
    const isNew = found !== undefined && found.document_id === undefined;
    const done = await upsertExam(target, source, mapped, { document_id: found?.document_id, isNew }, kept);
    tally.attached(done.files_sent);
    const long =
      done.long_report === undefined
        ? []
        : [`This report is longer than a record holds: it lies beside the exam as “${done.long_report}”.`];
    tell(path, source, done, [...notices, ...long]);
  }

  /** The old record stays as a mark of where its number led, archived, so that nobody writes on it unawares. */
  async function markReplaced({
    path,
    file,
    source,
    document_id,
    reference,
    isUpToDate,
  }: (typeof replaced)[number]) {
    const by = await finder.find({ reference }, file, source.resource);
    const isThere = by !== undefined && by !== 'unresolved';
    const who = isThere ? 'what comes in goes to that one' : 'which is not known here';
    tally.notice({
      file: path,
      resource: source.bare_id,
      message: `Its source says that another patient replaced this one: ${who}. Exams that are in the vault stay where they are.`,
    });
    if (target === undefined || target.looksOnly || document_id === undefined || isUpToDate || !isThere)
      return;
    const { client, signal } = target;
    await client.patients.archive(document_id, { signal });
  }

  return {
    firstError: () => firstError,
    patients: (path: string, file: SourceFile) =>
      inParallel(file.resources, RESOURCES_AT_ONCE, async (source) => {
        const { resource } = source;
        if (!isPatient(resource)) return;
        // What a report holds of its patient may be a number alone: that is a reference, not a record.
        if (source.isContained && (resource.name ?? []).length === 0) return;
        await attempt(path, source, () => importPatient(path, file, source, resource));
      }),
    /** Once every patient is there. */
    replacements: async () => {
      for (const one of replaced) await markReplaced(one);
    },
    exams: async (path: string, file: SourceFile) => {
      const absorbed = new Set<string>();
      const documents = documentsByExam(file);
      const importWhole = async (source: SourceResource, map: () => MappedExam) => {
        if (isSuperseded(source)) {
          tally.outcome(source.bare_id, 'older');
          return;
        }
        const mapped = withDocuments(map(), documents.get(source.address) ?? [], file);
        for (const address of mapped.absorbed) {
          absorbed.add(address);
          index.absorb(address);
        }
        await importExam(path, file, source, mapped);
      };
      await inParallel(file.resources, RESOURCES_AT_ONCE, async (source) => {
        const { resource } = source;
        if (source.isContained) return;
        if (isImagingStudy(resource)) {
          const whole = ownText(resource.extension, 'partOf');
          // The exam itself comes as its report.
          const isThere = (id: string) => file.resolve(id, resource) !== undefined || index.hasReport(id);
          if (whole !== undefined && isThere(whole)) {
            absorbed.add(source.address);
            return;
          }
          await attempt(path, source, () => importWhole(source, () => mapImagingStudy(resource)));
        } else if (isDiagnosticReport(resource)) {
          await attempt(path, source, () => importWhole(source, () => mapDiagnosticReport(resource, file)));
        }
      });
      for (const source of file.resources) {
        if (!isRecord(source) && !isImagingStudy(source.resource) && index.isPending(source)) continue;
        if (absorbed.has(source.address)) tally.absorbed(source.bare_id);
        else if (!isRecord(source)) tally.notImported(source.bare_id);
      }
    },
  };
}

function linked({ link }: Patient, wanted: string): string[] {
  return (link ?? []).flatMap(({ type, other }) => (type === wanted ? (other?.reference ?? []) : []));
}

function addressOf(file: SourceFile, reference: string, container: FhirResource): string | undefined {
  return file.resolve(reference, container)?.address ?? file.addresses(reference, container)[0];
}

/** Whether the resource becomes a record of its own. */
function isRecord({ resource, isContained }: SourceResource): boolean {
  return isPatient(resource) || (!isContained && (isImagingStudy(resource) || isDiagnosticReport(resource)));
}
