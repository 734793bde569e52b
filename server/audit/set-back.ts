/**
 * Which documents and files are not what the log last told of: a document without its newest version was put back to an
 * older state or taken out, a file without a row was taken out. What was purged is gone by right; what an administrator
 * took for right as it lay (a decision on `state_differs`) is from there on.
 */
import { RESOURCES } from '#contract/documents/document-index.ts';
import { type Finding, finding } from '#contract/evidence/findings.ts';
import type { AuditContent } from './audit-content.ts';

/** What lies in the database now. */
export interface StoredRows {
  readonly hasVersion: (documentId: string, versionId: string) => boolean;
  readonly hasNode: (nodeId: string) => boolean;
}

interface Told {
  readonly group: string | null;
  /** Of a document. */
  readonly version: string | undefined;
}

const DOCUMENTS: ReadonlySet<string> = new Set(RESOURCES);

export function createToldRows() {
  const told = new Map<string, Told>();

  return {
    /** Each entry, in order. */
    see({ kind, object_type, object_id, security_group_id, version_id, detail }: AuditContent): void {
      if (kind === 'finding_decided' && detail === 'keep state_differs') {
        for (const [id, { group }] of told) if (group === object_id) told.delete(id);
        return;
      }
      if (object_id == null) return;
      const group = security_group_id ?? null;
      if (kind === 'document_purged' || kind === 'node_purged') told.delete(object_id);
      else if (kind === 'document_created' || kind === 'document_updated') {
        if (version_id != null && object_type != null && DOCUMENTS.has(object_type))
          told.set(object_id, { group, version: version_id });
      } else if (kind === 'node_created') told.set(object_id, { group, version: undefined });
    },

    listGone(stored: StoredRows): Finding[] {
      return [...told].flatMap(([id, { version }]) => {
        if (version === undefined) return stored.hasNode(id) ? [] : [finding('file_taken_out', id)];
        return stored.hasVersion(id, version) ? [] : [finding('document_set_back', id)];
      });
    },
  };
}
