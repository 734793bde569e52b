/** Derives the event for a change of a document's row and publishes it. Source: choices, second part, "Events". */
import type { EventChange } from '#contract/events/change-event.ts';
import type { PrincipalId } from '#contract/ids.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import type { ChangeEvent } from '#server/storage/events/change-event.ts';

type PublishingCore = Pick<DocumentsCore, 'changeListeners'>;

export function publishCreated(core: PublishingCore, row: DocumentRow): void {
  publish(core, documentEvent(row, 'created', row.created_by));
}

export function publishPurged(core: PublishingCore, actor: Actor, row: DocumentRow): void {
  const { resource, security_group_id, document_id: id } = row;
  publish(core, {
    event: 'document',
    resource,
    security_group_id,
    id,
    change: 'purged',
    by: actor.principal_id,
    ...patientsOf(row),
  });
}

/** Publishes a change of a co-signature request: made, withdrawn or fulfilled. */
export function publishCosignChange(
  core: PublishingCore,
  actor: Actor,
  { resource, security_group_id, document_id: id }: DocumentRow,
  change: 'created' | 'updated',
): void {
  publish(core, { event: 'cosign_request', resource, security_group_id, id, change, by: actor.principal_id });
}

/** Publishes changes of document and draft. A draft that ended is published as purged, whether saved or discarded. */
export function publishChanges(
  core: PublishingCore,
  actor: Actor,
  before: DocumentRow,
  after: DocumentRow,
): void {
  const by = actor.principal_id;
  const change = documentChange(before, after);
  const patients = patientsOf(before, after);
  if (change !== undefined) publish(core, { ...documentEvent(after, change, by), ...patients });
  if (before.draft_rev === after.draft_rev) return;
  const { resource, security_group_id, document_id: id } = after;
  const draftChange = before.draft_rev === null ? 'created' : after.draft_rev === null ? 'purged' : 'updated';
  const draft_rev = String(after.draft_rev ?? before.draft_rev);
  publish(core, {
    event: 'draft',
    resource,
    security_group_id,
    id,
    change: draftChange,
    draft_rev,
    by,
    ...patients,
  });
}

/** Determines the kind of change of the document itself; undefined where only the draft changed. */
function documentChange(before: DocumentRow, after: DocumentRow): EventChange | undefined {
  if (before.is_deleted !== after.is_deleted) return after.is_deleted === 1 ? 'trashed' : 'restored';
  if (before.is_archived !== after.is_archived) return after.is_archived === 1 ? 'archived' : 'updated';
  const isUpdated =
    before.head_version_id !== after.head_version_id ||
    before.patient_id !== after.patient_id ||
    before.signatures_sha256 !== after.signatures_sha256;
  return isUpdated ? 'updated' : undefined;
}

function documentEvent(row: DocumentRow, change: EventChange, by: PrincipalId): ChangeEvent {
  const { resource, security_group_id, document_id: id, head_version_id: version_id } = row;
  return { event: 'document', resource, security_group_id, id, change, version_id, by, ...patientsOf(row) };
}

/** The patients of an exam in these states of its row. */
function patientsOf(...rows: readonly DocumentRow[]): Pick<ChangeEvent, 'patient_ids'> {
  return { patient_ids: [...new Set(rows.flatMap(({ patient_id }) => patient_id ?? []))] };
}

function publish(core: PublishingCore, change: ChangeEvent): void {
  for (const listener of core.changeListeners) listener(change);
}
