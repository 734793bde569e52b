/**
 * Maps events of the other services to audit entries: changes of records and files, sessions, signed records,
 * responses.
 */
import type { AuditKind, AuditObjectType } from '#contract/audit/audit-entry.ts';
import { AUDIT_ROUTES } from '#contract/audit/routes.ts';
import { RESOURCES } from '#contract/documents/document-index.ts';
import { ERASURE_ROUTES } from '#contract/documents/erasure.ts';
import { documentRoutes } from '#contract/documents/routes.ts';
import { DRIVE_ROUTES } from '#contract/drives/routes.ts';
import type { EventChange } from '#contract/events/change-event.ts';
import { PRESENCE_ROUTES } from '#contract/events/presence.ts';
import { HANDOVER_ROUTES } from '#contract/exchange/handover.ts';
import { OUTBOX_ROUTES } from '#contract/exchange/outbox.ts';
import { EXCHANGE_ROUTES } from '#contract/exchange/routes.ts';
import { DICOMWEB_ROUTES } from '#contract/imaging/dicomweb.ts';
import { SPELLING_ROUTES } from '#contract/spelling/routes.ts';
import { TRAVEL_ROUTES } from '#contract/sync/routes.ts';
import type { MembershipRecord } from '#crypto/membership/membership.ts';
import type { AuditedResponse } from '#server/identity/requests/audited-response.ts';
import type { AuditContent } from '#server/integrity/audit/audit-content.ts';
import type { ChangeEvent } from '#server/storage/events/change-event.ts';

const DOCUMENT_KINDS: Readonly<Record<EventChange, AuditKind>> = {
  created: 'document_created',
  updated: 'document_updated',
  archived: 'document_archived',
  trashed: 'document_trashed',
  restored: 'document_restored',
  purged: 'document_purged',
};
const NODE_KINDS: Readonly<Record<EventChange, AuditKind>> = {
  created: 'node_created',
  updated: 'node_updated',
  archived: 'node_updated',
  trashed: 'node_trashed',
  restored: 'node_restored',
  purged: 'node_purged',
};

/**
 * Maps a change to an audit entry. Undefined for unrecorded events: a draft saved again, and changes that the
 * signed list records better.
 */
export function auditContentOfChange(change: ChangeEvent): AuditContent | undefined {
  const { event, id, security_group_id, version_id, resource, by } = change;
  const shared = { by, object_id: id, security_group_id };
  if (event === 'document') {
    return {
      kind: DOCUMENT_KINDS[change.change],
      ...shared,
      object_type: resource ?? null,
      ...(version_id === undefined ? {} : { version_id }),
    };
  }
  if (event === 'node') return { kind: NODE_KINDS[change.change], ...shared, object_type: 'node' };
  if (event !== 'draft' || change.change === 'updated') return undefined;
  const kind = change.change === 'created' ? 'draft_created' : 'draft_ended';
  return { kind, ...shared, object_type: resource ?? null };
}

export function auditContentOfMembership(record: MembershipRecord): AuditContent {
  const { action, granter_id, principal_id, security_group_id, role } = record;
  const isGroups = security_group_id !== null && (action === 'create_group' || action === 'rotate');
  return {
    kind: `membership_${action}`,
    by: granter_id,
    object_type: isGroups ? 'group' : 'principal',
    object_id: isGroups ? security_group_id : principal_id,
    ...(security_group_id === null ? {} : { security_group_id }),
    ...(role === null ? {} : { detail: role }),
  };
}

interface Reading {
  readonly kind: AuditKind;
  readonly type: AuditObjectType;
  /** The entry names only a group, so it also states the range that was read. */
  readonly isOfGroup?: boolean;
}

const { queryStudies, querySeries, queryStudyInstances, querySeriesInstances } = DICOMWEB_ROUTES;
const QUERIES: ReadonlySet<string> = new Set(
  [queryStudies, querySeries, queryStudyInstances, querySeriesInstances].map(
    ({ operation_id }) => operation_id,
  ),
);

const READINGS = new Map<string, Reading>([
  ...RESOURCES.flatMap((type): [string, Reading][] => {
    const routes = documentRoutes(type);
    return [
      [routes.get.operation_id, { kind: 'document_read', type }],
      [routes.getDraft.operation_id, { kind: 'document_read', type }],
      [routes.getDiscardedDraft.operation_id, { kind: 'document_read', type }],
      // The copy, in another group, is recorded as created there.
      [routes.copy.operation_id, { kind: 'document_exported', type }],
      [routes.list.operation_id, { kind: 'documents_listed', type }],
    ];
  }),
  [EXCHANGE_ROUTES.fhirExam.operation_id, { kind: 'document_exported', type: 'exams' }],
  [EXCHANGE_ROUTES.reportFile.operation_id, { kind: 'document_exported', type: 'exams' }],
  [EXCHANGE_ROUTES.hl7Message.operation_id, { kind: 'document_exported', type: 'exams' }],
  [EXCHANGE_ROUTES.pseudonymSecret.operation_id, { kind: 'document_exported', type: 'exams' }],
  [HANDOVER_ROUTES.create.operation_id, { kind: 'document_exported', type: 'exams' }],
  [EXCHANGE_ROUTES.fhirPatient.operation_id, { kind: 'document_exported', type: 'patients' }],
  [DRIVE_ROUTES.getContent.operation_id, { kind: 'node_read', type: 'node' }],
  [DRIVE_ROUTES.getFrame.operation_id, { kind: 'node_read', type: 'node' }],
  [DRIVE_ROUTES.listNodes.operation_id, { kind: 'nodes_listed', type: 'node' }],
  [TRAVEL_ROUTES.sealedBytes.operation_id, { kind: 'node_read', type: 'node' }],
  ...Object.values(DICOMWEB_ROUTES).flatMap(({ method, operation_id }): [string, Reading][] => {
    if (method !== 'GET') return [];
    const kind = QUERIES.has(operation_id) ? 'nodes_listed' : 'node_read';
    return [[operation_id, { kind, type: 'node', isOfGroup: true }]];
  }),
]);

/** Operations whose changes are recorded by the services, in the same transaction. */
const TOLD_ELSEWHERE = new Set<string>([
  ...RESOURCES.flatMap((type) => {
    const { update, create, delete: remove, ...routes } = documentRoutes(type);
    const flags = [routes.archive, routes.unarchive, routes.restore, routes.purge];
    const drafts = [routes.putDraft, routes.deleteDraft];
    return [update, create, remove, ...flags, ...drafts].map(({ operation_id }) => operation_id);
  }),
  ...Object.values(DRIVE_ROUTES).map(({ operation_id }) => operation_id),
  // The outbox records message, receiver and response.
  ...Object.values(OUTBOX_ROUTES).map(({ operation_id }) => operation_id),
  // Pushed rows are recorded as ordinary changes; a pull by its operation name.
  TRAVEL_ROUTES.push.operation_id,
  // Spell checking receives text without its record.
  ...Object.values(SPELLING_ROUTES).map(({ operation_id }) => operation_id),
  // Presence changes and reads nothing: opening the exam is recorded separately.
  ...Object.values(PRESENCE_ROUTES).map(({ operation_id }) => operation_id),
  ...['initVault', 'openSession', 'lockSession', 'deleteSession', 'createPrincipal', 'deletePrincipal'],
  ...['createGroup', 'putMember', 'deleteMember', 'createCredential', 'deleteCredential', 'patchSettings'],
  ...['startBackup', 'startDrill', 'checkFindings', 'decideFinding'],
  ERASURE_ROUTES.erase.operation_id,
  ...['putPreferences', 'setExamPatient', AUDIT_ROUTES.verifyAudit.operation_id],
]);

/**
 * Maps a response to an audit entry. Undefined for responses that are not recorded: the session's own view,
 * settings, lists of ids.
 */
export function auditContentOfResponse(answer: AuditedResponse): AuditContent | undefined {
  const { operation_id, method, actor, client_cn, code, status } = answer;
  const who = {
    by: actor?.principal_id ?? null,
    ...(actor === null ? {} : { session_id: actor.session_id }),
    client_cn,
  };
  const reading = READINGS.get(operation_id);
  const object_id = answer.aimed_at ?? objectOf(answer.params);
  const about =
    object_id === undefined
      ? {}
      : {
          object_id,
          object_type: reading?.type ?? (answer.params['patient_id'] === object_id ? 'patients' : null),
        };
  if (status === 401 || status === 403)
    return { kind: 'refused', ...who, ...about, code: code ?? null, operation: operation_id };
  if (status >= 400) return undefined;
  if (reading !== undefined) {
    const { version_id } = answer.query;
    const version = typeof version_id === 'string' ? { version_id } : {};
    const reach = reading.isOfGroup === true ? { operation: operation_id } : {};
    return { kind: reading.kind, ...who, object_type: reading.type, ...about, ...version, ...reach };
  }
  if (method === 'GET' || actor === null || TOLD_ELSEWHERE.has(operation_id)) return undefined;
  return { kind: 'request_done', ...who, ...about, operation: operation_id };
}

/** True for an operation that lists records or files. */
export function isListing(operationId: string): boolean {
  return READINGS.get(operationId)?.kind.endsWith('_listed') === true;
}

/**
 * A key for a read: reads with the same key have the same entry text and reader. Undefined for a response that is not a
 * read.
 */
export function readingKey(
  answer: Omit<AuditedResponse, 'actor'>,
  reader: string | undefined,
): string | undefined {
  const { operation_id, client_cn, status, params, query } = answer;
  if (status >= 400 || !READINGS.has(operation_id)) return undefined;
  const { version_id } = query;
  const version = typeof version_id === 'string' ? version_id : '';
  // A list of one patient or exam is a read of that one.
  const of = [query['patient_id'], query['exam_id']]
    .map((id) => (typeof id === 'string' ? id : ''))
    .join(' ');
  return `${operation_id} ${objectOf(params) ?? ''} ${version} ${of} ${reader} ${client_cn}`;
}

/** Id of the object itself, not of its group. */
function objectOf(params: Readonly<Record<string, unknown>>): string | undefined {
  for (const name in params) {
    const value = params[name];
    if (name.endsWith('_id') && typeof value === 'string') return value;
  }
  return typeof params['sg'] === 'string' ? params['sg'] : undefined;
}
