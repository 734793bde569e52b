/**
 * Finds documents whose newest recorded version is missing: they were rolled back or removed. A recorded purge removes
 * legitimately, and an administrator's decision on `state_differs` accepts the state at that time. Files are not
 * checked, because those removed with their folder have no entries of their own.
 */
import { RESOURCES } from '#contract/documents/document-index.ts';
import { type Finding, finding } from '#contract/maintenance/findings.ts';
import type { AuditContent } from '#server/integrity/audit/audit-content.ts';
import { createSpilledTable } from '#server/storage/maintenance/spilled-table.ts';

/** Present rows of the database. */
export interface StoredRows {
  readonly hasVersion: (documentId: string, versionId: string) => boolean;
}

interface RecordedDocument {
  /** Id of the document. */
  readonly name: string;
  /** Group of the document; empty where the log does not state it. */
  readonly told_group: string;
  readonly version: string;
}

const DOCUMENTS: ReadonlySet<string> = new Set(RESOURCES);

export function createRolledBackCheck() {
  const told = createSpilledTable<RecordedDocument>(['told_group TEXT', 'version TEXT']);

  return {
    /** Notes one audit entry. Call for each entry, in order. */
    see({ kind, object_type, object_id, security_group_id, version_id, detail }: AuditContent): void {
      if (kind === 'finding_decided' && detail === 'keep state_differs') {
        if (object_id != null) told.removeWhere('told_group', object_id);
        return;
      }
      if (object_id == null) return;
      if (kind === 'document_purged') told.removeWhere('name', object_id);
      else if (kind === 'document_created' || kind === 'document_updated') {
        if (version_id != null && object_type != null && DOCUMENTS.has(object_type))
          told.put({ name: object_id, told_group: security_group_id ?? '', version: version_id });
      }
    },

    listGone(stored: StoredRows): Finding[] {
      const gone: Finding[] = [];
      for (const page of told.pages()) {
        for (const { name, version } of page)
          if (!stored.hasVersion(name, version)) gone.push(finding('document_set_back', name));
      }
      return gone;
    },

    close: told.close,
  };
}
