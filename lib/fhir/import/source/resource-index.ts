/**
 * Index of resources that reports reference in other files: Bulk Data has a file per type, server responses have pages,
 * a folder may have a file per resource. Keeps only the fields mappers read, unless sources are to be archived.
 */
import {
  type Composition,
  type DocumentReference,
  type FhirResource,
  type ImagingStudy,
  isBinary,
  isComposition,
  isDiagnosticReport,
  isDocumentReference,
  isImagingStudy,
  isObservation,
  isPatient,
} from '#fhir/import/fhir-resources.ts';
import { reportsNamedBy } from '#fhir/import/mapping/report/composition.ts';
import { examsNamedBy } from '#fhir/import/mapping/report/document-files.ts';
import { shownPart } from '#fhir/import/mapping/results/displayed-fields.ts';
import { listOf } from '#fhir/import/mapping/values/coded-text.ts';
import { isJsonObject } from '#records/json-object.ts';
import { bareId, parseAddress } from './resource-identity.ts';
import { isOlder } from './resource-version.ts';
import type { SourceFile, SourceResource } from './source-file.ts';

/** Limit for content of Binaries and documents kept until their reports are read; the rest is reported as missing. */
const HELD_MAX_CHARS = 256 * 1024 * 1024;

export function createResourceIndex(keepSource: boolean) {
  const byAddress = new Map<string, SourceResource>();
  /** Position of each resource, for resolving its references. */
  const standing = new Map<FhirResource, string>();
  /** Patients of the indexed resources from their own file, because another file may use the same id. */
  const subjects = new Map<FhirResource, { readonly reference: string; readonly patient: SourceResource }>();
  const texts = new Map<FhirResource, string>();
  const absorbed = new Set<string>();
  const reached = new Set<string>();
  const reports = new Set<string>();
  /** Documents by the reports they name, and their files. */
  const documentsOf = new Map<string, string[]>();
  const fileOfDocument = new Map<string, string>();
  /** Files by their exams, and their positions. */
  const filesOf = new Map<string, string[]>();
  const placeOfFile = new Map<string, string>();
  let heldChars = 0;

  function heldPart(resource: FhirResource): FhirResource | undefined {
    if (isObservation(resource)) return shownPart(resource);
    if (isImagingStudy(resource)) return modalityOf(resource);
    if (isComposition(resource)) return withinBudget(resource, JSON.stringify(resource.section ?? []).length);
    if (isDocumentReference(resource)) return withinBudget(resource, lengthOf(resource));
    return isBinary(resource) ? withinBudget(resource, resource.data?.length ?? 0) : undefined;
  }

  function withinBudget<R extends FhirResource>(resource: R, chars: number): R | undefined {
    if (heldChars + chars > HELD_MAX_CHARS) return undefined;
    heldChars += chars;
    return resource;
  }

  function addDocument(address: string, composition: Composition, file: SourceFile, name: string): void {
    fileOfDocument.set(address, name);
    for (const reference of reportsNamedBy(composition)) {
      const report =
        file.resolve(reference, composition)?.address ?? file.addresses(reference, composition)[0];
      if (report !== undefined) addTo(documentsOf, report, address);
    }
  }

  function addFile(address: string, document: DocumentReference, file: SourceFile, name: string): void {
    placeOfFile.set(address, name);
    for (const reference of examsNamedBy(document)) {
      const exam = file.resolve(reference, document)?.address ?? file.addresses(reference, document)[0];
      if (exam !== undefined) addTo(filesOf, exam, address);
    }
  }

  function addSubject(
    held: FhirResource,
    resource: FhirResource & { subject?: unknown },
    file: SourceFile,
  ): void {
    const [subject] = listOf<unknown>(resource.subject);
    const reference = isJsonObject(subject) ? subject['reference'] : undefined;
    if (typeof reference !== 'string') return;
    const patient = file.resolve(reference, resource);
    if (patient !== undefined && isPatient(patient.resource)) subjects.set(held, { reference, patient });
  }

  return {
    /** `name`: of the file that contains it. */
    add: (file: SourceFile, name: string): void => {
      for (const { resource, isContained, ...names } of file.resources) {
        if (isContained || names.isBehind) continue;
        if (isDiagnosticReport(resource)) reports.add(names.address);
        const before = byAddress.get(names.address);
        if (before !== undefined && isOlder(names.version, before.version)) continue;
        const held = heldPart(resource);
        if (held === undefined) continue;
        byAddress.set(names.address, { ...names, resource: held, isContained });
        if (isComposition(resource)) addDocument(names.address, resource, file, name);
        if (isDocumentReference(resource)) addFile(names.address, resource, file, name);
        addSubject(held, resource, file);
        standing.set(held, names.address.slice(0, -bareId(names.address).length));
        if (keepSource) texts.set(held, file.textOf(resource));
      }
    },
    /** Wraps a file so that missing references are resolved here. */
    behind: (file: SourceFile): SourceFile => ({
      ...file,
      resolve: (reference, container) => {
        // Another file may have a newer version.
        const subject = container && subjects.get(container);
        if (subject !== undefined && subject.reference === reference) return subject.patient;
        const here = file.resolve(reference, container);
        const there = here ? byAddress.get(here.address) : elsewhere(file, reference, container);
        if (here === undefined || there === undefined) return here ?? there;
        return isOlder(here.version, there.version) ? there : here;
      },
      documentsOf: (address) => (documentsOf.get(address) ?? []).flatMap((at) => byAddress.get(at) ?? []),
      filesOf: (address) => (filesOf.get(address) ?? []).flatMap((at) => byAddress.get(at) ?? []),
      textOf: (resource) => texts.get(resource) ?? file.textOf(resource),
    }),
    /** True when some file has the report of this address. */
    hasReport: (address: string): boolean => reports.has(address),
    absorb: (address: string): void => {
      absorbed.add(address);
    },
    /** Marks a resource as used by an exam, or reported as unusable. */
    reach: (address: string): void => {
      reached.add(address);
    },
    isReached: (address: string): boolean => reached.has(address),
    /** True while it is unknown whether it becomes part of a record. */
    isPending: ({ address }: SourceResource): boolean => byAddress.has(address),
    /** True for a document whose text no report used. */
    isDocument: ({ address }: SourceResource): boolean =>
      fileOfDocument.has(address) && !absorbed.has(address),
    /** Names of files with documents whose text no report used. They are read again, to import those documents. */
    filesOfDocuments: (): ReadonlySet<string> =>
      new Set([...fileOfDocument].flatMap(([address, name]) => (absorbed.has(address) ? [] : [name]))),
    /**
     * All indexed parts, and whether each became part of a record; a document may be a record itself. `loneFile`: the
     * file of a DocumentReference without an exam.
     */
    parts: () =>
      [...byAddress.values()]
        .filter(
          ({ resource, address }) =>
            isObservation(resource) ||
            isBinary(resource) ||
            isDocumentReference(resource) ||
            (isComposition(resource) && absorbed.has(address)),
        )
        .map(({ address, bare_id }) => ({
          bare_id,
          isAbsorbed: absorbed.has(address),
          loneFile: reached.has(address) ? undefined : placeOfFile.get(address),
        })),
  };

  function elsewhere(file: SourceFile, reference: string | undefined, container: FhirResource | undefined) {
    const prefix = container && standing.get(container);
    const near = prefix === undefined ? undefined : parseAddress(reference);
    const wanted = [
      ...file.addresses(reference, container),
      ...(near === undefined ? [] : [`${prefix}${near.type}/${near.id}`]),
      reference ?? '',
    ];
    const known = wanted.find((address) => byAddress.has(address));
    return known === undefined ? undefined : byAddress.get(known);
  }
}

export type ResourceIndex = ReturnType<typeof createResourceIndex>;

function addTo(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function lengthOf({ content }: DocumentReference): number {
  return (content ?? []).reduce((sum, { attachment }) => sum + (attachment?.data?.length ?? 0), 0);
}

function modalityOf({ resourceType, modality, series, status }: ImagingStudy): ImagingStudy {
  return {
    resourceType,
    ...(status !== undefined && { status }),
    ...(modality && { modality }),
    ...(series && {
      series: series.slice(0, 1).map(({ modality: code }) => ({ ...(code && { modality: code }) })),
    }),
  };
}
