/** Tests reading rows of a large PostgreSQL table within the transaction that wrote them, before statistics exist. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type PostgresCluster, psql, startPostgres } from '#scripts/postgres/cluster.ts';
import { readRows } from '#server/storage/bulk-copy/read-rows.ts';
import { openPostgres } from '#server/storage/engine/postgres/open-postgres.ts';
import type { Migration } from '#server/storage/migrations/migrator.ts';
import { needsPostgres } from '#test/support/left-out.ts';

const ROWS = 40_000;
const PAGES: Migration = {
  id: 1,
  name: '0001-pages',
  up: (db) => {
    db.exec(`CREATE TABLE documents (document_id TEXT PRIMARY KEY, security_group_id TEXT, group_key_generation INTEGER, row_mac BLOB) STRICT;
      CREATE TABLE drive_nodes (node_id TEXT PRIMARY KEY, security_group_id TEXT, gk_gen INTEGER, row_mac BLOB) STRICT;
      CREATE TABLE pages (book TEXT, number INTEGER, sealed BLOB, PRIMARY KEY (book, number)) STRICT;`);
  },
};
const SHAPE = {
  name: 'pages',
  columns: ['book', 'number', 'sealed'],
  key: ['book', 'number'],
  long: ['sealed'],
  isNumbered: false,
  rowsWhenNew: 0,
};

describe('the rows of a table, in the order of its key', needsPostgres(), () => {
  let cluster: PostgresCluster;
  beforeAll(async () => {
    cluster = await startPostgres();
    psql(cluster.url('postgres'), 'CREATE DATABASE pages');
  });
  afterAll(() => cluster.stop());

  test('are each read once, not the whole table for every batch', () => {
    const db = openPostgres(cluster.url('pages'), [PAGES]);
    onTestFinished(db.close);
    db.begin();
    db.exec(`INSERT INTO pages (book, number, sealed)
      SELECT 'book ' || (n % 1000), n, '\\x00'::bytea FROM generate_series(1, ${ROWS}) AS n`);
    // Force the plan PostgreSQL uses for a million rows.
    db.exec('SET LOCAL enable_bitmapscan = off');
    let read = 0;
    for (const rows of readRows(db, SHAPE)) read += rows.length;
    const scanned = db
      .prepare<[], number>(`SELECT seq_tup_read FROM pg_stat_xact_user_tables WHERE relname = 'pages'`)
      .pluck()
      .get();
    db.rollback();
    expect(read).toBe(ROWS);
    expect(scanned).toBe(0);
  });
});
