/**
 * Finds the stored record of a resource. Server and id identify it; an id alone only where both can be the same.
 * Records of older releases are found by `Type/id`, if they can be the same.
 */
import type { DocumentIndex } from '#contract/documents/document-index.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import { isUniqueId } from '#fhir/import/source/resource-identity.ts';
import type { SourceResource } from '#fhir/import/source/source-file.ts';
import { type FhirTarget, readProvenance } from './import-provenance.ts';

type Imported = 'patients' | 'exams';

export interface Located<R extends Imported> {
  /** Stored record; undefined where there is none, or it is in the trash. */
  readonly view: DocumentView<R> | undefined;
  readonly isInTrash: boolean;
  /** Source id to store with a new record. */
  readonly source_id: string;
  /** Id of another record with this source id that may be someone else's. */
  readonly apart: { readonly other: string } | undefined;
}

/** Access to stored records. */
export interface StoredRecord<R extends Imported> {
  readonly findBySource: (sourceId: string) => Promise<{ readonly index: DocumentIndex } | undefined>;
  readonly open: (documentId: string) => Promise<DocumentView<R>>;
}

export interface Comparing<R extends Imported> {
  readonly agrees: (view: DocumentView<R>) => boolean | Promise<boolean>;
  /** Distinguishes this record from others of the same id, in every import alike. */
  readonly apart: unknown;
}

export async function findStoredRecord<R extends Imported>(
  { findBySource, open }: StoredRecord<R>,
  { sha256Hex }: Pick<FhirTarget, 'sha256Hex'>,
  { source_id, bare_id }: Pick<SourceResource, 'source_id' | 'bare_id'>,
  { agrees, apart }: Comparing<R>,
): Promise<Located<R>> {
  const isSure = isUniqueId(source_id) || (source_id !== bare_id && source_id.endsWith(`/${bare_id}`));
  let other: string | undefined;
  for (const tag of new Set([source_id, bare_id])) {
    const found = await findBySource(tag);
    if (found === undefined) continue;
    const { document_id, is_deleted } = found.index;
    const isNamed = isSure && tag === source_id;
    // Trashed records are not opened; they match by id.
    if (is_deleted && (isNamed || source_id === bare_id))
      return { view: undefined, isInTrash: true, source_id, apart: undefined };
    if (is_deleted) continue;
    const view = await open(document_id);
    const of = readProvenance(view.record.custom_attributes).source_id ?? tag;
    if (isNamed || (isSure && of === source_id))
      return { view, isInTrash: false, source_id, apart: undefined };
    const isOfAnother = of !== tag && of !== source_id;
    if (!isOfAnother && (await agrees(view))) return { view, isInTrash: false, source_id, apart: undefined };
    if (tag === source_id) other ??= document_id;
  }
  if (other === undefined) return { view: undefined, isInTrash: false, source_id, apart: undefined };
  const digest = await sha256Hex(JSON.stringify(apart));
  const own = `${source_id}~${digest.slice(0, 16)}`;
  const found = await findBySource(own);
  const isInTrash = found?.index.is_deleted === true;
  const view = found === undefined || isInTrash ? undefined : await open(found.index.document_id);
  return { view, isInTrash, source_id: own, apart: { other } };
}
