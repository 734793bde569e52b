/** The newest version of each document and when it was made, and what is there at all, as the clear columns say. */
import type { DocumentId, VersionId } from '#contract/ids.ts';
import type { Statements } from '#server/db/engine/sql-engine.ts';

export interface HeadVersion {
  readonly document_id: DocumentId;
  readonly version_id: VersionId;
  readonly created_at: string;
}

export function listHeadVersions(db: Statements): HeadVersion[] {
  return db
    .prepare<[], HeadVersion>(
      `SELECT document_id, version_id, document_versions.created_at
         FROM documents JOIN document_versions USING (document_id)
        WHERE version_id = head_version_id`,
    )
    .all();
}

export function createStoredRows(db: Statements) {
  const version = db
    .prepare<[string, string], number>(
      `SELECT 1 FROM documents JOIN document_versions USING (document_id)
        WHERE document_id = ? AND version_id = ?`,
    )
    .pluck();
  return {
    hasVersion: (documentId: string, versionId: string) => version.get(documentId, versionId) !== undefined,
  };
}
