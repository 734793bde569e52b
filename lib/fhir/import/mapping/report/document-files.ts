/**
 * Imports DocumentReferences about an exam as files of that exam; reverses `srvault export fhir --files`. A reference
 * without inline content, a withdrawn one, or one without an exam is reported instead.
 */
import {
  type DocumentReference,
  isDiagnosticReport,
  isDocumentReference,
  isImagingStudy,
} from '#fhir/import/fhir-resources.ts';
import type { MappedExam, MappedFile } from '#fhir/import/mapping/mapped-exam.ts';
import { unknownModifiers } from '#fhir/import/mapping/refuse-modifiers.ts';
import { listOf } from '#fhir/import/mapping/values/coded-text.ts';
import type { SourceFile, SourceResource } from '#fhir/import/source/source-file.ts';
import { nameOf, type ReadAttachment, readAttachment, toFile } from './attached-forms.ts';
import { withFoundText } from './text-in-document.ts';

export interface SourceDocument extends Pick<SourceResource, 'address' | 'bare_id'> {
  readonly resource: DocumentReference;
}

/** Message for a file that belongs to no exam. */
export const LONE_FILE =
  'It is about no exam of this import: what it holds is left out. Put it beside an exam by hand.';

/** Exams it is about, by the field names of R4, R5 and STU3. */
export function examsNamedBy({ context }: DocumentReference): string[] {
  return listOf(context).flatMap(({ related, reference }) => [
    ...(reference === undefined ? [] : [reference]),
    ...(related ?? []).flatMap(({ reference: named, ref }) => named ?? ref?.reference ?? []),
  ]);
}

/** DocumentReferences by the address of their exam. */
export function documentsByExam(file: SourceFile): ReadonlyMap<string, readonly SourceDocument[]> {
  const documents = new Map<string, SourceDocument[]>();
  for (const { resource, address, bare_id, isBehind } of file.resources) {
    if (!isDocumentReference(resource) || isBehind) continue;
    const exam = examsNamedBy(resource)
      .map((reference) => file.resolve(reference, resource))
      .find((found) => found && (isDiagnosticReport(found.resource) || isImagingStudy(found.resource)));
    if (exam === undefined) continue;
    const known = documents.get(exam.address) ?? [];
    documents.set(exam.address, [...known, { address, bare_id, resource }]);
  }
  return documents;
}

/** DocumentReferences in other files about it. */
export function documentsElsewhere(file: SourceFile, examAddress: string): SourceDocument[] {
  return file
    .filesOf(examAddress)
    .flatMap(({ resource, ...names }) => (isDocumentReference(resource) ? [{ ...names, resource }] : []));
}

/** Skips and reports one unreadable document; the exam and its other files stay. */
export function withDocuments(
  without: MappedExam,
  documents: readonly SourceDocument[],
  file: SourceFile,
): MappedExam {
  const current = documents.filter(
    ({ resource }) => whyNot(resource) === undefined && resource.status !== 'superseded',
  );
  const { mapped, taken } = withFoundText(
    without,
    current
      .flatMap(({ resource }) => contentsOf(resource, file))
      .flatMap((content) => (content.kind === 'content' ? [content] : [])),
  );
  const files: MappedFile[] = [...mapped.files];
  const absorbed: string[] = [...mapped.absorbed];
  const notices: string[] = [...mapped.notices];
  for (const { address, bare_id, resource } of documents) {
    const refused = whyNot(resource);
    if (refused !== undefined) {
      notices.push(`${bare_id} is left out: ${refused}.`);
      continue;
    }
    if (resource.status === 'superseded')
      notices.push(`Its source says of ${bare_id} that another document took its place.`);
    const read = contentsOf(resource, file);
    for (const content of read) {
      if (content.kind === 'unreadable')
        notices.push(
          `Its file ${nameOf(content.attachment)} cannot be read and is left out: it is not base64.`,
        );
      if (content.kind === 'elsewhere')
        notices.push(`Its file ${nameOf(content.attachment)} is not among the files of this import.`);
      if (content.kind !== 'content') continue;
      if (content.attachment !== taken?.attachment)
        files.push(toFile(content, new Set(files.map(({ name }) => name))));
      if (content.address !== undefined) absorbed.push(content.address);
    }
    // A document with missing parts counts as skipped.
    if (read.length > 0 && read.every(({ kind }) => kind === 'content')) absorbed.push(address);
  }
  return { ...mapped, files, absorbed, notices };
}

function contentsOf(document: DocumentReference, file: SourceFile): ReadAttachment[] {
  return (document.content ?? []).map(({ attachment = {} }) => readAttachment(attachment, file, document));
}

function whyNot(document: DocumentReference): string | undefined {
  const states = [document.status, document.docStatus];
  if (states.includes('entered-in-error')) return 'its source says it was entered in error';
  const modifiers = unknownModifiers(document);
  return modifiers.length === 0
    ? undefined
    : `it carries what this vault does not know and must not overlook (${modifiers.join(', ')})`;
}
