import type { Resource } from '#contract/documents/document-index.ts';
import type { DocumentView } from '#contract/documents/views.ts';
import { type Actor, requireRoleInGroup } from '#server/access/actor.ts';
import type { WriteOptions } from '#server/access/write-options.ts';
import type { DocumentsCore } from '../documents-core.ts';
import { requireDocument, requireWritable } from '../reads/find-document.ts';
import { openHead } from '../reads/get-document.ts';
import { insertDocument } from './create-document.ts';

/**
 * A new document in `securityGroupId` with its own DEK, holding the head's record and nothing else: no tags,
 * links, specialists, versions or drafts. Source: API spec, "What the service does" 2; choices, "Documents".
 * @throws document_deleted when the original is in the trash.
 */
export async function copyDocument<R extends Resource>(
  core: DocumentsCore,
  actor: Actor,
  resource: R,
  documentId: string,
  securityGroupId: string,
  options: WriteOptions = {},
): Promise<DocumentView<R>> {
  const row = requireDocument(core, actor, { resource, document_id: documentId }, 'viewer');
  requireRoleInGroup(actor, securityGroupId, 'editor');
  requireWritable(core, row);
  const { record } = openHead<R>(core, actor, row);
  const copy = {
    resource,
    security_group_id: securityGroupId,
    content: { record, tags: [] },
    specialist_ids: [],
    source_id: null,
    patient_id: null,
  };
  return insertDocument(core, actor, copy, options);
}
