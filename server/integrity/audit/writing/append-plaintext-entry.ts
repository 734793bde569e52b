import type { WorkspaceId } from '#contract/ids.ts';
import { AUDIT_GENESIS, auditHash } from '#crypto/audit/entry-hash.ts';
import { type AuditContent, encodeContent } from '#server/integrity/audit/audit-content.ts';
import type { AuditStore } from '#server/storage/audit/audit-store.ts';

/** Number and previous hash of the next entry. */
export function nextPosition(store: AuditStore, workspaceId: WorkspaceId, at: string) {
  const head = store.head();
  return {
    workspace_id: workspaceId,
    seq: (head?.seq ?? 0) + 1,
    at,
    prev_hash: head?.hash ?? AUDIT_GENESIS,
  };
}

/** Appends an entry without sealing, when no key is available: ids and codes only. Call inside a transaction. */
export function appendPlaintextEntry(
  store: AuditStore,
  workspaceId: WorkspaceId,
  at: string,
  content: AuditContent,
): void {
  const place = nextPosition(store, workspaceId, at);
  const entry = encodeContent(content);
  const hash = auditHash({ ...place, key_id: null, key_sha256: null, entry });
  store.insert({ seq: place.seq, at, key_id: null, entry, hash });
}
