/** Answering one document: the view, and the patient's name an exam is shown with. */
import type { Resource } from '#contract/documents/document-index.ts';
import type { RecordOf } from '#contract/documents/records.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import type { Actor } from '#server/access/actor.ts';
import type { StoredSummaryOf } from '#server/access/document-search.ts';
import type { DocumentRow } from '#server/db/documents/document-row.ts';
import type { DocumentsCore } from '../documents-core.ts';
import { wireSummary } from '../records/summary.ts';
import { documentDek } from '../sealing/document-dek.ts';
import { type IndexContent, openIndex } from '../sealing/index-seal.ts';
import { verifyRow } from '../sealing/row-seal.ts';
import { toIndex } from './document-index.ts';

/** The opened parts of a view. */
export interface OpenedDocument<R extends Resource> {
  readonly version_id: string | null;
  readonly draft_rev: string | null;
  readonly record: RecordOf[R];
  readonly summary: StoredSummaryOf[R];
}

export function toView<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  row: DocumentRow,
  opened: OpenedDocument<R>,
): DocumentView<R> {
  return {
    index: toIndex(core, row),
    version_id: opened.version_id,
    draft_rev: opened.draft_rev,
    record: opened.record,
    summary: wireSummary<R>(opened.summary, patientNameOf(core, actor, row)),
  };
}

/** @throws CryptoError when the patient's row or summary is not the sealed one. */
function patientNameOf(core: DocumentsCore, actor: Actor, { patient_id }: DocumentRow): string | null {
  if (patient_id === null) return null;
  const patient = core.documents.find(patient_id);
  if (patient === undefined) return null;
  verifyRow(actor.keyRing, patient);
  const dek = documentDek(core.workspaceId(), actor.keyRing, patient);
  const { summary }: IndexContent<'patients'> = openIndex(dek, core.workspaceId(), patient);
  return summary.display_name;
}
