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
import { attachedData, toFile } from './attached-forms.ts';

export interface SourceDocument {
  readonly source_id: string;
  readonly resource: DocumentReference;
}

/** DocumentReferences by the source id of the exam they are about. */
export function documentsByExam(file: SourceFile): ReadonlyMap<string, readonly SourceDocument[]> {
  const documents = new Map<string, SourceDocument[]>();
  for (const { resource, source_id } of file.resources) {
    if (!isDocumentReference(resource)) continue;
    const related = resource.context?.related ?? [];
    const exam = related
      .map(({ reference }) => file.resolve(reference, resource))
      .find((found) => found && (isDiagnosticReport(found.resource) || isImagingStudy(found.resource)));
    if (exam === undefined) continue;
    const known = documents.get(exam.source_id) ?? [];
    documents.set(exam.source_id, [...known, { source_id, resource }]);
  }
  return documents;
}

/** @throws Error when the content is not base64. */
export function withDocuments(
  mapped: MappedExam,
  documents: readonly SourceDocument[],
  file: SourceFile,
): MappedExam {
  const files: MappedFile[] = [...mapped.files];
  const absorbed: string[] = [...mapped.absorbed];
  for (const { source_id, resource } of documents) {
    const found = (resource.content ?? []).flatMap(({ attachment = {} }) => {
      const data = attachedData(attachment, file, resource);
      return data === undefined ? [] : [{ attachment, data }];
    });
    for (const { attachment, data } of found) {
      files.push(toFile(attachment, data.base64, new Set(files.map(({ name }) => name))));
      if (data.source_id !== undefined) absorbed.push(data.source_id);
    }
    // One of which a part is elsewhere is counted as left aside.
    if (found.length > 0 && found.length === resource.content?.length) absorbed.push(source_id);
  }
  return { ...mapped, files, absorbed };
}
