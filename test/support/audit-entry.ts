import type { AuditEntry } from '#contract/audit/audit-entry.ts';

/** An entry of the audit log; a bare one has only what every entry has. */
export function auditEntry(kind: AuditEntry['kind'], isBare = false): AuditEntry {
  const entry = {
    seq: 7,
    at: '2026-11-28T10:00:00.000Z',
    kind,
    by: { principal_id: 'person', display_name: 'Grace' },
    session_id: 'session',
    client_cn: 'desktop',
    object_type: 'patients',
    object_id: 'object',
    security_group_id: 'group',
    title: null,
    version_id: 'version',
    code: null,
    operation: 'getPatient',
    detail: 'viewer',
    hash: 'a'.repeat(64),
    prev_hash: 'b'.repeat(64),
  } as const satisfies Record<keyof AuditEntry, unknown>;
  const bare = {
    ...{ by: null, session_id: null, client_cn: null, object_type: null, object_id: null },
    ...{ security_group_id: null, version_id: null, operation: null, detail: null },
  };
  // Ids are opaque here.
  return { ...entry, ...(isBare ? bare : {}) } as AuditEntry;
}
