/**
 * Lists every sealed file that a row references, from plaintext columns, page by page: a vault may have a hundred
 * million. Not verified; callers compare the list with storage.
 */
import type { NodeId } from '#contract/ids.ts';
import type { Statements } from '#server/storage/engine/sql-engine.ts';

export interface ReferencedBlob {
  readonly blob_id: string;
  readonly node_id: NodeId;
  readonly kind: 'content' | 'part' | 'picture' | 'received';
  /** Plaintext bytes; null where no column has the size. */
  readonly size: number | null;
}

const PAGE_SIZE = 500;

interface Source {
  readonly table: 'drive_nodes' | 'drive_parts' | 'drive_variants' | 'inbox_items';
  readonly blobId: string;
  readonly kind: ReferencedBlob['kind'];
  /** Column that distinguishes several files of one node. */
  readonly second?: 'part' | 'kind';
  readonly where?: string;
}

const SOURCES: readonly Source[] = [
  {
    ...{ table: 'drive_nodes', blobId: 'node_id', kind: 'content' },
    where: "t.kind = 'file' AND t.transfer = 'single' AND t.status = 'ready'",
  },
  { table: 'drive_parts', blobId: 'attempt_id', kind: 'part', second: 'part' },
  { table: 'drive_variants', blobId: 'blob_id', kind: 'picture', second: 'kind' },
  { table: 'inbox_items', blobId: 'node_id', kind: 'received' },
];

interface Placed extends ReferencedBlob {
  readonly place: string | number;
}

export interface ExpectedBlobs {
  readonly pages: () => Generator<readonly ReferencedBlob[], void, undefined>;
  readonly count: () => number;
  readonly has: (blobId: string) => boolean;
  readonly ofNode: (nodeId: NodeId) => ReferencedBlob[];
}

export function createReferencedBlobs(db: Statements, pageSize = PAGE_SIZE): ExpectedBlobs {
  const sources = SOURCES.map((source) => statementsOf(db, source));

  return {
    *pages() {
      for (const { first, after } of sources) {
        let page = first.all(pageSize);
        for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
          yield page;
          page = page.length < pageSize ? [] : after(last, pageSize);
        }
      }
    },
    count: () => sources.reduce((sum, { count }) => sum + (count.get() ?? 0), 0),
    has: (blobId) => sources.some(({ find }) => find.get(blobId) !== undefined),
    ofNode: (nodeId) => sources.flatMap(({ ofNode }) => ofNode.all(nodeId)),
  };
}

function statementsOf(db: Statements, { table, blobId, kind, second, where }: Source) {
  const columns = `t.${blobId} AS blob_id, t.node_id AS node_id, '${kind}' AS kind, t.size AS size`;
  const place = second === undefined ? 't.node_id' : `t.${second}`;
  const order = second === undefined ? 't.node_id' : `t.node_id, ${place}`;
  const which = (...conditions: readonly string[]): string => {
    const all = [...(where === undefined ? [] : [where]), ...conditions];
    return all.length === 0 ? '' : `WHERE ${all.join(' AND ')}`;
  };
  const select = (condition: string) =>
    `SELECT ${columns}, ${place} AS place FROM ${table} AS t ${condition} ORDER BY ${order} LIMIT ?`;
  const behind = second === undefined ? 't.node_id > ?' : `(t.node_id, ${place}) > (?, ?)`;
  const next = db.prepare<(string | number)[], Placed>(select(which(behind)));
  return {
    first: db.prepare<[number], Placed>(select(which())),
    after: (last: Placed, limit: number) =>
      second === undefined ? next.all(last.node_id, limit) : next.all(last.node_id, last.place, limit),
    count: db.prepare<[], number>(`SELECT count(*) FROM ${table} AS t ${which()}`).pluck(),
    find: db.prepare<[string], number>(`SELECT 1 FROM ${table} AS t ${which(`t.${blobId} = ?`)}`).pluck(),
    ofNode: db.prepare<[string], ReferencedBlob>(
      `SELECT ${columns} FROM ${table} AS t ${which('t.node_id = ?')} ORDER BY ${order}`,
    ),
  };
}
