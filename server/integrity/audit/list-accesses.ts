/**
 * Lists who saw one patient: entries about the patient, the exams and files that are theirs, and those that were when
 * the entry was written, which names the patient. Data taken from the whole group, for a travelling copy or over
 * DICOMweb, counts for each patient of it.
 * Source: choices, third part (Accesses).
 */
import type { Access, AccessesQuery } from '#contract/audit/accesses.ts';
import type { Resource } from '#contract/documents/document-index.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import { DICOMWEB_ROUTES } from '#contract/imaging/dicomweb.ts';
import type { Page } from '#contract/paged-list.ts';
import { TRAVEL_ROUTES } from '#contract/sync/routes.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { PatientLinks } from '#server/storage/audit/patient-links.ts';
import type { AuditContent } from './audit-content.ts';
import { type ListParts, pageOfEntries } from './list-entries.ts';

export interface AccessParts extends ListParts {
  readonly links: PatientLinks;
  readonly findDocument: (
    id: DocumentId,
  ) => { readonly resource: Resource; readonly security_group_id: SecurityGroupId } | undefined;
}

const { pull, pullDocuments, pullVersions, pullNodes } = TRAVEL_ROUTES;
const OF_GROUPS: ReadonlySet<string> = new Set(
  [pull, pullDocuments, pullVersions, pullNodes, ...Object.values(DICOMWEB_ROUTES)].map(
    ({ operation_id }) => operation_id,
  ),
);

/** Newest first. A page may have fewer than `limit` items, or none, and still have a next one. @throws not_found */
export function listAccesses(
  parts: AccessParts,
  actor: Actor,
  patientId: DocumentId,
  query: AccessesQuery,
): Page<Access> {
  const document = parts.findDocument(patientId);
  // A purged patient is known by the log alone.
  if (document !== undefined && document.resource !== 'patients')
    throw new VaultError('not_found', 'This is not a patient.');
  const objects = new Set<string>([patientId, ...parts.links.objectsOf(patientId)]);
  const isAbout = ({ object_id, patient_ids, operation }: AuditContent): boolean => {
    if (object_id != null && objects.has(object_id)) return true;
    if (patient_ids?.includes(patientId)) return true;
    if (document === undefined || operation == null || !OF_GROUPS.has(operation)) return false;
    return object_id == null || object_id === document.security_group_id;
  };
  const scope = `accesses ${patientId}`;
  return pageOfEntries(parts, actor, scope, query, (row, _prevHash, content) => {
    if (content === undefined || !isAbout(content)) return undefined;
    const { kind, by, client_cn = null, object_type: type = null, object_id: id = null, code } = content;
    return {
      ...{ seq: row.seq, at: row.at, client_cn, kind },
      principal: by === null ? null : { principal_id: by, display_name: parts.displayNameOf(by) },
      object: { type, id, title: id === null ? null : (parts.titleOf(actor, { type, id })?.title ?? null) },
      outcome: code ?? 'done',
    };
  });
}
