/** SQL over document versions, each chained to the previous one by SHA-256. Callers verify the chain. */
import type { DocumentId, PrincipalId, VersionId } from '#contract/ids.ts';
import type { Statement, Statements } from '#server/storage/engine/sql-engine.ts';
import { insertInto, valuesOf } from '#server/storage/positional-parameters.ts';

/** A version without its sealed content. */
export interface VersionHeader {
  readonly document_id: DocumentId;
  readonly seq: number;
  readonly version_id: VersionId;
  readonly created_at: string;
  readonly created_by: PrincipalId;
  /** SHA-256 over `sealed`, 32 bytes. */
  readonly sha256: Uint8Array;
}

export interface VersionRow extends VersionHeader {
  /** Packed envelope of the version. */
  readonly sealed: Uint8Array;
}

/** The values that a version's chain refers to. */
export type VersionLink = Pick<VersionHeader, 'version_id' | 'sha256'>;

/** A version, and its predecessor if any. */
export interface ChainedVersion {
  readonly version: VersionRow;
  readonly previous: VersionLink | undefined;
}

export interface ListedVersion extends VersionHeader {
  readonly ciphertext_bytes: number;
}

const PAGE_ROWS = 16;

const INSERTED = [
  'document_id',
  'seq',
  'version_id',
  'created_at',
  'created_by',
  'sha256',
  'sealed',
] as const satisfies readonly (keyof VersionRow)[];

type ReadPage = Statement<[string, number, number], VersionRow>;

/** SQL over `document_versions`: rows are written once, never changed, deleted only with their document. */
export type VersionStore = ReturnType<typeof createVersionStore>;

export function createVersionStore(db: Statements) {
  const select = db.prepare<[string, number], VersionRow>(
    'SELECT * FROM document_versions WHERE document_id = ? AND seq = ?',
  );
  const selectAfter = db.prepare<[string, number, number], VersionRow>(
    'SELECT * FROM document_versions WHERE document_id = ? AND seq > ? ORDER BY seq LIMIT ?',
  );
  const selectById = db.prepare<[string, string], VersionRow>(
    'SELECT * FROM document_versions WHERE document_id = ? AND version_id = ?',
  );
  const selectLink = db.prepare<[string, number], VersionLink>(
    'SELECT version_id, sha256 FROM document_versions WHERE document_id = ? AND seq = ?',
  );
  const selectBefore = db.prepare<[string, number, number], ListedVersion>(
    `SELECT document_id, seq, version_id, created_at, created_by, sha256, octet_length(sealed) AS ciphertext_bytes
     FROM document_versions WHERE document_id = ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
  );
  const selectBelow = db.prepare<[string, number, number], VersionRow>(
    'SELECT * FROM document_versions WHERE document_id = ? AND seq < ? ORDER BY seq DESC LIMIT ?',
  );
  const insert = db.prepare<VersionRow[keyof VersionRow][]>(insertInto('document_versions', INSERTED));
  // Two statements, because SQLite takes twice as long over their join.
  const chained = (version: VersionRow | undefined): ChainedVersion | undefined =>
    version && {
      version,
      previous: version.seq === 1 ? undefined : selectLink.get(version.document_id, version.seq - 1),
    };
  function* pages(documentId: DocumentId, from: number, statement: ReadPage): Generator<VersionRow, void> {
    let page = statement.all(documentId, from, PAGE_ROWS);
    for (;;) {
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE_ROWS) return;
      page = statement.all(documentId, last.seq, PAGE_ROWS);
    }
  }
  return {
    find: (documentId: DocumentId, seq: number) => chained(select.get(documentId, seq)),
    findById: (documentId: DocumentId, versionId: VersionId) =>
      chained(selectById.get(documentId, versionId)),
    /** Yields every version, oldest first, a few in memory at a time. */
    all: (documentId: DocumentId) => pages(documentId, Number.MIN_SAFE_INTEGER, selectAfter),
    /** Yields the versions after `seq`, oldest first, a few in memory at a time. */
    after: (documentId: DocumentId, seq: number) => pages(documentId, seq, selectAfter),
    /** Yields versions numbered up to `seq`, newest first, a few in memory at a time. */
    upTo: (documentId: DocumentId, seq: number) => pages(documentId, seq + 1, selectBelow),
    /** Versions numbered below `seq`, newest first. */
    listBefore: (documentId: DocumentId, seq: number, limit: number) =>
      selectBefore.all(documentId, seq, limit),
    insert: (row: VersionRow) => void insert.run(...valuesOf(row, INSERTED)),
  };
}
