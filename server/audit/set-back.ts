/**
 * Which documents are not what the log last told of: one without its newest version was put back to an older state or
 * taken out. What was purged is gone by right; what an administrator took for right as it lay (a decision on
 * `state_differs`) is from there on. Of files nothing is said: what goes with its folder is not told by itself.
 */
import { RESOURCES } from '#contract/documents/document-index.ts';
import { type Finding, finding } from '#contract/evidence/findings.ts';
import type { AuditContent } from './audit-content.ts';

/** What lies in the database now. */
export interface StoredRows {
  readonly hasVersion: (documentId: string, versionId: string) => boolean;
}

interface Told {
  readonly group: string | null;
  readonly version: string;
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
      if (kind === 'document_purged') told.delete(object_id);
      else if (kind === 'document_created' || kind === 'document_updated') {
        if (version_id != null && object_type != null && DOCUMENTS.has(object_type))
          told.set(object_id, { group, version: version_id });
      }
    },

    listGone(stored: StoredRows): Finding[] {
      return [...told].flatMap(([id, { version }]) =>
        stored.hasVersion(id, version) ? [] : [finding('document_set_back', id)],
      );
    },
  };
}
