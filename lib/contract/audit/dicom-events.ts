/**
 * The DICOM audit event that each kind of entry is, for programs that collect the logs of many systems; FHIR uses the
 * same codes. Source: DICOM PS3.15 A.5.3; PS3.16, CID 400 and 401.
 */
import type { AuditEntry, AuditKind, AuditObjectType } from './audit-entry.ts';

export interface AuditCode {
  readonly code: string;
  readonly display: string;
}

/** Create, read, update, delete or execute. */
export type AuditAction = 'C' | 'R' | 'U' | 'D' | 'E';

export interface DicomAuditEvent {
  readonly id: AuditCode;
  /** DICOM's own type of the event, where it has one. */
  readonly type: AuditCode | undefined;
  readonly action: AuditAction;
  /** 0 success, 4 refused, 8 failed. */
  readonly outcome: '0' | '4' | '8';
  /** Why it was refused, as an error code, or that the entry does not open. */
  readonly description: string | null;
}

const code = (value: string, display: string): AuditCode => ({ code: value, display });

const ACTIVITY = code('110100', 'Application Activity');
const LOG_USED = code('110101', 'Audit Log Used');
const EXPORT = code('110106', 'Export');
const PATIENT_RECORD = code('110110', 'Patient Record');
const PROCEDURE_RECORD = code('110111', 'Procedure Record');
const QUERY = code('110112', 'Query');
const ALERT = code('110113', 'Security Alert');
const AUTHENTICATION = code('110114', 'User Authentication');
const START = code('110120', 'Application Start');
const STOP = code('110121', 'Application Stop');
const LOGIN = code('110122', 'Login');
const LOGOUT = code('110123', 'Logout');
const CONFIGURATION = code('110129', 'Security Configuration');
const RESTRICTED = code('110132', 'Use of Restricted Function');
const ROLES = code('110136', 'Security Roles Changed');
const USER = code('110137', 'User Security Attributes Changed');

type Event = readonly [id: AuditCode | 'record', action: AuditAction, type?: AuditCode];

/** `record`: the event of the object's type. */
const EVENTS: Readonly<Record<AuditKind, Event>> = {
  vault_opened: [ACTIVITY, 'E', START],
  vault_closed: [ACTIVITY, 'E', STOP],
  history_disputed: [ALERT, 'E'],
  session_opened: [AUTHENTICATION, 'E', LOGIN],
  session_locked: [AUTHENTICATION, 'E', LOGOUT],
  session_ended: [AUTHENTICATION, 'E', LOGOUT],
  refused: [ALERT, 'E', RESTRICTED],
  document_read: ['record', 'R'],
  document_exported: [EXPORT, 'R'],
  documents_listed: [QUERY, 'E'],
  document_created: ['record', 'C'],
  document_updated: ['record', 'U'],
  document_archived: ['record', 'U'],
  document_trashed: ['record', 'U'],
  document_restored: ['record', 'U'],
  document_purged: ['record', 'D'],
  person_erased: [PATIENT_RECORD, 'D'],
  draft_created: ['record', 'U'],
  draft_ended: ['record', 'U'],
  node_read: ['record', 'R'],
  nodes_listed: [QUERY, 'E'],
  node_created: ['record', 'C'],
  node_updated: ['record', 'U'],
  node_trashed: ['record', 'U'],
  node_restored: ['record', 'U'],
  node_purged: ['record', 'D'],
  membership_found: [ALERT, 'C', CONFIGURATION],
  membership_enrol: [ALERT, 'C', USER],
  membership_create_group: [ALERT, 'C', CONFIGURATION],
  membership_set_role: [ALERT, 'U', ROLES],
  membership_remove: [ALERT, 'U', ROLES],
  membership_disable: [ALERT, 'U', USER],
  membership_rotate: [ALERT, 'U', CONFIGURATION],
  membership_set_settings: [ALERT, 'U', CONFIGURATION],
  membership_issue_certificate: [ALERT, 'C', USER],
  membership_set_audit_key: [ALERT, 'U', CONFIGURATION],
  membership_set_ca: [ALERT, 'U', CONFIGURATION],
  membership_recover: [ALERT, 'E', USER],
  membership_open_inbox: [ALERT, 'C', CONFIGURATION],
  message_queued: [EXPORT, 'C'],
  message_acknowledged: [EXPORT, 'R'],
  message_refused: [EXPORT, 'R'],
  message_discarded: [EXPORT, 'D'],
  request_done: [ACTIVITY, 'E'],
  backup_made: [ACTIVITY, 'E'],
  backup_failed: [ACTIVITY, 'E'],
  backup_drilled: [ACTIVITY, 'E'],
  vault_restored: [ACTIVITY, 'E'],
  vault_migrated: [ACTIVITY, 'E'],
  finding_decided: [ALERT, 'E'],
  audit_read: [LOG_USED, 'R'],
  audit_exported: [LOG_USED, 'R'],
};

const RECORDS: Readonly<Partial<Record<AuditObjectType, AuditCode>>> = {
  patients: PATIENT_RECORD,
  exams: PROCEDURE_RECORD,
  node: PROCEDURE_RECORD,
};

const FAILED: ReadonlySet<AuditKind> = new Set(['backup_failed', 'message_refused']);

const NOT_OPENED = 'This entry does not open with the keys of who exported it.';

/** An entry that does not open is an activity of which nothing more is known. */
export function dicomEventOf({
  kind,
  object_type,
  code: refusal,
}: Pick<AuditEntry, 'kind' | 'object_type' | 'code'>): DicomAuditEvent {
  if (kind === null)
    return { id: ACTIVITY, type: undefined, action: 'E', outcome: '0', description: NOT_OPENED };
  const [id, action, type] = EVENTS[kind];
  const record = (object_type === null ? undefined : RECORDS[object_type]) ?? ACTIVITY;
  return {
    id: id === 'record' ? record : id,
    type,
    action,
    outcome: FAILED.has(kind) ? '8' : refusal === null ? '0' : '4',
    description: refusal,
  };
}
