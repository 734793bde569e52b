/**
 * Finds documents whose newest recorded version is missing: they were rolled back or removed. A recorded purge removes
 * legitimately; a document or file that is present after it was put in again. An administrator's decision on
 * `state_differs` accepts the state at that time. Missing files are not checked, because those removed with their
 * folder have no entries of their own.
 */
import { RESOURCES } from '#contract/documents/document-index.ts';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import type { AuditContent } from '#server/integrity/audit/audit-content.ts';
import { createSpilledTable } from '#server/storage/maintenance/spilled-table.ts';

/** Present rows of the database. */
export interface StoredRows {
  readonly hasVersion: (documentId: string, versionId: string) => boolean;
  /** True when a row of a document or file has this id. */
  readonly hasRow: (id: string) => boolean;
}

interface Recorded {
  /** Id of the document or file. */
  readonly name: string;
  /** Its group; empty where the log does not state it. */
  readonly told_group: string;
  /** Newest version; empty after a purge. */
  readonly version: string;
}

const PURGED = '';
const DOCUMENTS: ReadonlySet<string> = new Set(RESOURCES);

export function createRolledBackCheck() {
  const told = createSpilledTable<Recorded>(['told_group TEXT', 'version TEXT']);

  return {
    /** Notes one audit entry. Call for each entry, in order. */
    see({ kind, object_type, object_id, security_group_id, version_id, detail }: AuditContent): void {
      if (kind === 'finding_decided' && detail === 'keep state_differs') {
        if (object_id != null) told.removeWhere('told_group', object_id);
        return;
      }
      if (object_id == null) return;
      const row = { name: object_id, told_group: security_group_id ?? '' };
      if (kind === 'document_purged' || kind === 'node_purged') told.put({ ...row, version: PURGED });
      else if (kind === 'node_created') told.removeWhere('name', object_id);
      else if (kind === 'document_created' || kind === 'document_updated') {
        if (version_id != null && object_type != null && DOCUMENTS.has(object_type))
          told.put({ ...row, version: version_id });
      }
    },

    /** Lists rows that are not as the log says. */
    listDiffering(stored: StoredRows): Finding[] {
      const found: Finding[] = [];
      for (const page of told.pages()) {
        for (const { name, version } of page) {
          if (version === PURGED) {
            if (stored.hasRow(name)) found.push(finding('purge_undone', name));
          } else if (!stored.hasVersion(name, version)) found.push(finding('document_set_back', name));
        }
      }
      return found;
    },

    close: told.close,
  };
}
