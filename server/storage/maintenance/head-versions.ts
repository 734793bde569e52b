/** Lists the newest version of each document with its time, from plaintext columns. */
import type { DocumentId, VersionId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface HeadVersion {
  readonly document_id: DocumentId;
  readonly version_id: VersionId;
  readonly created_at: string;
}

const PAGE_SIZE = 500;

/** Yields pages in document order. */
export function* headVersions(db: Statements): Generator<readonly HeadVersion[], void, undefined> {
  const after = db.prepare<[string, number], HeadVersion>(
    `SELECT document_id, version_id, document_versions.created_at
       FROM documents JOIN document_versions USING (document_id)
      WHERE version_id = head_version_id AND document_id > ? ORDER BY document_id LIMIT ?`,
  );
  for (let page = after.all('', PAGE_SIZE); page.length > 0; ) {
    yield page;
    page = after.all(page.at(-1)?.document_id ?? '', PAGE_SIZE);
  }
}

export function createHeadVersions(db: Statements) {
  const version = db
    .prepare<[string, string], number>(
      `SELECT 1 FROM documents JOIN document_versions USING (document_id)
        WHERE document_id = ? AND version_id = ?`,
    )
    .pluck();
  const row = db
    .prepare<[string, string], number>(
      'SELECT 1 FROM documents WHERE document_id = ? UNION ALL SELECT 1 FROM drive_nodes WHERE node_id = ?',
    )
    .pluck();
  return {
    hasVersion: (documentId: string, versionId: string) => version.get(documentId, versionId) !== undefined,
    hasRow: (id: string) => row.get(id, id) !== undefined,
  };
}
