/** Imports patients, each once; records replaced patients, and those who may be someone already in the vault. */
import type { PatientRecordInput } from '#contract/documents/records.ts';
import { type FhirResource, isPatient, type Patient } from '#fhir/import/fhir-resources.ts';
import { mapPatient } from '#fhir/import/mapping/map-patient.ts';
import type { SourceFile, SourceResource } from '#fhir/import/source/source-file.ts';
import { readAmbiguousPatient } from '#imports/fhir/vault/patients/ambiguous-patient.ts';
import type { FoundPatient } from '#imports/fhir/vault/patients/patient-finder.ts';
import {
  createDuplicateFinder,
  type FindDuplicates,
} from '#imports/fhir/vault/patients/possible-duplicates.ts';
import { upsertPatient } from '#imports/fhir/vault/patients/upsert-patient.ts';
import { createSourceFolder, keptSource } from '#imports/fhir/vault/source-archive.ts';
import { identifierLines } from '#records/identity/identifiers.ts';
import type { SamePersonReason } from '#records/identity/same-person.ts';
import { inParallel } from './in-parallel.ts';
import type { RunContext } from './run-context.ts';

/** Number of patients processed at once, per file read concurrently. */
const PATIENTS_AT_ONCE = 12;

const REASONS: Readonly<Record<SamePersonReason, string>> = {
  number: 'same number',
  name_and_birth_date: 'same name and birth date',
  name: 'same name',
};

/** A patient replaced by another one at the source. */
interface Replaced {
  readonly path: string;
  readonly file: SourceFile;
  readonly source: SourceResource;
  readonly document_id: string | undefined;
  readonly reference: string;
  readonly isUpToDate: boolean;
}

export function createPatients(context: RunContext) {
  const { target, tally, keepSource, now, onPatient, finder, attempt, isSuperseded, tell } = context;
  const send = target && createSourceFolder(target);
  const readVault = target && createDuplicateFinder(target);
  const replaced: Replaced[] = [];

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
    onPatient?.(
      mapped.record.display_name ?? mapped.record.legal_name ?? '',
      mapped.record.birth_date ?? null,
    );
    if (source.isContained) {
      const known = await knownContained(patient);
      if (known !== undefined) {
        finder.knowAs(address, known);
        tell(path, source, target && { ...known, outcome: 'unchanged' }, []);
        return;
      }
    }
    const findDuplicates = await readVault?.();
    const done = target && (await upsertPatient(target, source, mapped, await keptPatient(file, source)));
    const twins =
      done?.outcome === 'created' && findDuplicates ? duplicateNotices(findDuplicates, mapped.record) : [];
    const replacedBy = linked(patient, 'replaced-by')[0];
    finder.know({
      ...{ address, source_id, replacedBy: undefined },
      identifiers: patient.identifier ?? [],
      birthDate: patient.birthDate,
      document_id: done?.document_id,
      waiting: target && done && (await readAmbiguousPatient(target, done, mapped.record)),
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
    tell(path, source, done, [...mapped.notices, ...twins]);
  }

  /** A contained patient is a copy and must not change the patient with the same number and birth date. */
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

  /** Archives the old record with a reference to the new one, so that it is not used by mistake. */
  async function markReplaced({ path, file, source, document_id, reference, isUpToDate }: Replaced) {
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
    patients: (path: string, file: SourceFile) =>
      inParallel(file.resources, PATIENTS_AT_ONCE, async (source) => {
        const { resource } = source;
        if (!isPatient(resource)) return;
        // A contained patient without a name is only a reference.
        if (source.isContained && (resource.name ?? []).length === 0) return;
        await attempt(path, source, () => importPatient(path, file, source, resource));
      }),
    /** Stores which patients were replaced by others. Call after all patients. */
    replacements: async () => {
      for (const one of replaced) await markReplaced(one);
    },
  };
}

/** Told, not joined: two charts of one person divide their reports, one chart of two persons mixes them. */
function duplicateNotices(find: FindDuplicates, record: PatientRecordInput): string[] {
  const person = {
    names: [record.legal_name ?? '', record.display_name ?? ''],
    birth_date: record.birth_date ?? null,
    identifiers: identifierLines(record.identifiers),
  };
  return find(person).map(
    ({ name, reason }) =>
      `“${name}” in the vault may be the same person (${REASONS[reason]}). Check before reporting.`,
  );
}

function linked({ link }: Patient, wanted: string): string[] {
  return (link ?? []).flatMap(({ type, other }) => (type === wanted ? (other?.reference ?? []) : []));
}

function addressOf(file: SourceFile, reference: string, container: FhirResource): string | undefined {
  return file.resolve(reference, container)?.address ?? file.addresses(reference, container)[0];
}
