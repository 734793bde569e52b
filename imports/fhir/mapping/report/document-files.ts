/**
 * DocumentReferences about an exam of the same file as files of that exam: what `srvault export fhir --files` gives
 * out comes back. One whose content is elsewhere, or that is about no exam, has no place.
 */
import {
  type DocumentReference,
  isDiagnosticReport,
  isDocumentReference,
  isImagingStudy,
} from '#imports/fhir/fhir-resources.ts';
import type { MappedExam, MappedFile } from '#imports/fhir/mapping/mapped-exam.ts';
import type { SourceFile } from '#imports/fhir/source/source-file.ts';
import { nameOf, readAttachment, toFile } from './attached-forms.ts';

export interface SourceDocument {
  readonly address: string;
  readonly resource: DocumentReference;
}

/** DocumentReferences by the address of the exam they are about. */
export function documentsByExam(file: SourceFile): ReadonlyMap<string, readonly SourceDocument[]> {
  const documents = new Map<string, SourceDocument[]>();
  for (const { resource, address } of file.resources) {
    if (!isDocumentReference(resource)) continue;
    const related = resource.context?.related ?? [];
    const exam = related
      .map(({ reference }) => file.resolve(reference, resource))
      .find((found) => found && (isDiagnosticReport(found.resource) || isImagingStudy(found.resource)));
    if (exam === undefined) continue;
    const known = documents.get(exam.address) ?? [];
    documents.set(exam.address, [...known, { address, resource }]);
  }
  return documents;
}

/** One document that cannot be read is named and left out; the exam and its other files stay. */
export function withDocuments(
  mapped: MappedExam,
  documents: readonly SourceDocument[],
  file: SourceFile,
): MappedExam {
  const files: MappedFile[] = [...mapped.files];
  const absorbed: string[] = [...mapped.absorbed];
  const notices: string[] = [...mapped.notices];
  for (const { address, resource } of documents) {
    const read = (resource.content ?? []).map(({ attachment = {} }) =>
      readAttachment(attachment, file, resource),
    );
    for (const content of read) {
      if (content.kind === 'unreadable')
        notices.push(
          `Its file ${nameOf(content.attachment)} cannot be read and is left out: it is not base64.`,
        );
      if (content.kind !== 'content') continue;
      files.push(toFile(content, new Set(files.map(({ name }) => name))));
      if (content.address !== undefined) absorbed.push(content.address);
    }
    // One of which a part is elsewhere is counted as left aside.
    if (read.length > 0 && read.every(({ kind }) => kind === 'content')) absorbed.push(address);
  }
  return { ...mapped, files, absorbed, notices };
}
