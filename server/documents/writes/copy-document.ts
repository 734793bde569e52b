import type { Resource } from '#contract/documents/document-index.ts';
import type { CopyBody } from '#contract/documents/requests.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import type { DocumentId } from '#contract/ids.ts';
import type { DocumentsCore } from '#server/documents/documents-dependencies.ts';
import { requireDocument, requireWritable } from '#server/documents/reads/find-document.ts';
import { openHead } from '#server/documents/reads/get-document.ts';
import { type Actor, requireRoleInGroup } from '#server/identity/actor/actor.ts';
import type { WriteOptions } from '#server/identity/requests/write-options.ts';
import { insertDocument } from './create-document.ts';

/**
 * Copies a document into `security_group_id` under a DEK of its own: the head's record only, without tags, links,
 * specialists, versions or drafts. Source: API spec, "What the service does" 2; choices, "Documents".
 * @throws document_deleted when the original is in the trash.
 */
export async function copyDocument<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  documentId: DocumentId,
  { security_group_id }: CopyBody,
  options: WriteOptions = {},
): Promise<DocumentView<R>> {
  const row = requireDocument(core, actor, { resource, document_id: documentId }, 'viewer');
  requireRoleInGroup(actor, security_group_id, 'editor');
  requireWritable(core, row);
  const { record } = openHead(core, actor, resource, row);
  const copy = {
    resource,
    security_group_id,
    content: { record, tags: [] },
    specialist_ids: [],
    source_id: null,
    patient_id: null,
  };
  return insertDocument(core, actor, copy, options);
}
