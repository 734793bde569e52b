/** Tests that the row cache never returns a row that has changed in the database. */
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type DocumentId, parseDocumentId, type SecurityGroupId } from '#contract/ids.ts';
import { psql } from '#scripts/postgres/cluster.ts';
import { readersFor } from '#server/documents/reads/find-document.ts';
import { createRowCache } from '#server/documents/row-cache.ts';
import { createDocumentStore, type DocumentScope } from '#server/storage/documents/document-store.ts';
import { createVersionStore } from '#server/storage/documents/version-store.ts';
import { newId } from '#test/support/ids.ts';
import { onPostgres, onSqlite } from '#test/support/on-engine.ts';
import { isOnPostgres, postgresOf } from '#test/support/postgres.ts';
import { codeOf, createFixture } from './documents-fixture.ts';

async function createStored(maxBytes?: number) {
  const fixture = createFixture();
  const { db, documents, owner, group } = fixture;
  const make = async (legal_name: string) => {
    const view = await documents.create(owner, 'patients', {
      security_group_id: group,
      record: { legal_name },
    });
    return view.index.document_id;
  };
  const ids = [await make('Anna'), await make('Bo')] as const;
  const rows = createRowCache(db, createDocumentStore(db), createVersionStore(db), fixture.commits, maxBytes);
  return { ...fixture, rows, ids };
}

function otherConnection(file: string) {
  const other = new SqliteDatabase(file);
  onTestFinished(() => void other.close());
  return other;
}

describe('stored rows', () => {
  test('are read once for as long as nothing is written to them', async () => {
    const { rows, ids, documents, owner } = await createStored();
    const row = rows.find(ids[0]);
    const head = row && rows.findHead(row);
    await documents.update(owner, 'patients', ids[1], { record: { legal_name: 'Bertha' } });
    expect(rows.find(ids[0])).toBe(row);
    expect(row && rows.findHead(row)).toBe(head);
    expect(head?.version.version_id).toBe(row?.head_version_id);
    const many = rows.findMany([...ids, newId()]);
    expect([...many.keys()].sort()).toEqual([...ids].sort());
    expect(many.get(ids[0])).toBe(row);
    expect(many.get(ids[1])).toBe(rows.find(ids[1]));
  });

  test('are not read for whom they are not, kept or not, no more than one that never was', async () => {
    const { db, commits, ids, documents, owner, group } = await createStored();
    const store = createDocumentStore(db);
    const read: string[] = [];
    const find = (documentId: DocumentId) => {
      read.push(documentId);
      return store.find(documentId);
    };
    const rows = createRowCache(db, { ...store, find }, createVersionStore(db), commits);
    const nobody = { isFor: () => false, groupIds: () => [] };
    const everybody = { isFor: () => true, groupIds: () => [group] };
    /** One scope row per id, present or not. */
    const scopes = ids.map((id) => store.scopeOrNearest(id)?.document_id);
    expect(scopes).toEqual([...ids]);
    expect(store.scopeOrNearest(newId<DocumentId>())?.document_id).toBe(ids[1]);
    for (const id of [ids[0], newId<DocumentId>()]) expect(rows.find(id, nobody)).toBeUndefined();
    expect(read).toEqual([]);
    expect(
      rows.find(ids[0], { ...everybody, isFor: ({ resource }) => resource === 'exams' }),
    ).toBeUndefined();
    expect(rows.find(ids[0], everybody)?.document_id).toBe(ids[0]);
    if (isOnPostgres) read.push(ids[0]);
    await documents.update(owner, 'patients', ids[1], { record: { legal_name: 'Bertha' } });
    expect(rows.find(ids[0], nobody)).toBeUndefined();
    expect(read).toEqual([ids[0]]);
  });

  onSqlite('on PostgreSQL the database is asked by group instead')(
    'are asked for once whether they are kept for others, lie there, or never were: later, or before all others',
    async () => {
      const { rows, ids } = await createStored();
      const before = parseDocumentId('01900000-0000-7000-8000-000000000000');
      const timesAsked = (id: DocumentId) => {
        let asked = 0;
        const isFor = () => {
          asked += 1;
          return false;
        };
        expect(rows.find(id, { isFor, groupIds: () => [] })).toBeUndefined();
        return asked;
      };
      expect([ids[0], newId<DocumentId>(), before].map(timesAsked)).toEqual([1, 1, 1]);
      expect(rows.find(ids[0])?.document_id).toBe(ids[0]);
      expect(timesAsked(ids[0])).toBe(1);
    },
  );

  test('of whatever kind what lies near an id is, the role in its group is looked up', () => {
    const { owner, group } = createFixture();
    let asked = 0;
    const roleIn: typeof owner.roleIn = (id) => {
      asked += 1;
      return owner.roleIn(id);
    };
    const { isFor } = readersFor({ ...owner, roleIn }, 'patients');
    const scope = { document_id: newId<DocumentId>(), security_group_id: group };
    expect([isFor({ ...scope, resource: 'exams' }), isFor({ ...scope, resource: 'patients' })]).toEqual([
      false,
      true,
    ]);
    expect(asked).toBe(2);
  });

  onSqlite('PostgreSQL tells of its own changes at the end of a transaction')(
    'are read again after a save, and after any change by this connection',
    async () => {
      const { rows, ids, documents, owner, db } = await createStored();
      const [anna] = ids;
      const first = rows.find(anna);
      await documents.update(owner, 'patients', anna, { record: { legal_name: 'Annika' } });
      const second = rows.find(anna);
      expect(second?.seq).toBe((first?.seq ?? 0) + 1);
      db.prepare('UPDATE documents SET is_archived = 1 WHERE document_id = ?').run(anna);
      expect(rows.find(anna)?.is_archived).toBe(1);
      const row = rows.find(anna);
      expect(row && rows.findHead(row)?.version.sealed.length).toBeGreaterThan(1);
      db.prepare('UPDATE document_versions SET sealed = zeroblob(1) WHERE document_id = ?').run(anna);
      const again = rows.find(anna);
      expect(again && rows.findHead(again)?.version.sealed.length).toBe(1);
      db.prepare('DELETE FROM documents WHERE document_id = ?').run(anna);
      expect(rows.find(anna)).toBeUndefined();
    },
  );

  onSqlite('test/server/storage/engine/postgres has writers on two connections')(
    'are read again after another process wrote to the file',
    async () => {
      const { rows, ids, dataDir, documents, owner } = await createStored();
      const [anna] = ids;
      await documents.get(owner, 'patients', anna);
      expect(rows.find(anna)?.is_archived).toBe(0);
      await nextTurn();
      otherConnection(join(dataDir, 'vault.db')).prepare('UPDATE documents SET is_archived = 1').run();
      expect(rows.find(anna)?.is_archived).toBe(1);
      expect(await codeOf(() => documents.get(owner, 'patients', anna))).toBe('crypto_error');
    },
  );

  onSqlite('PostgreSQL tells at the end of the transaction: what was written is read once more')(
    'are kept as they were written, once they are durable',
    async () => {
      const { rows, ids, commits, db } = await createStored();
      const [anna, bo] = ids;
      const row = rows.find(anna);
      if (row === undefined) throw new Error('no row');
      const archive = db.prepare<[string]>('UPDATE documents SET is_archived = 1 WHERE document_id = ?');
      const written = { ...row, is_archived: 1 };
      await commits.write(() => {
        archive.run(anna);
        rows.cacheWritten(written);
        expect(rows.find(anna)).not.toBe(written);
      });
      expect(rows.find(anna)).toBe(written);
      expect(rows.find(bo)?.is_archived).toBe(0);
    },
  );

  test('of a write that is undone are not kept, of the last of several writes alone', async () => {
    const { rows, ids, commits, db } = await createStored();
    const [anna, bo] = ids;
    const change = db.prepare<[number, string]>('UPDATE documents SET is_archived = ? WHERE document_id = ?');
    const write = (id: DocumentId, is_archived: number, fails = false) =>
      commits.write(() => {
        const row = rows.find(id);
        change.run(is_archived, id);
        if (row !== undefined) rows.cacheWritten({ ...row, is_archived });
        if (fails) throw new Error('undone');
      });
    const outcomes = await Promise.allSettled([write(anna, 1), write(bo, 1, true)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect([rows.find(anna)?.is_archived, rows.find(bo)?.is_archived]).toEqual([1, 0]);
    await Promise.all([write(anna, 0), write(anna, 1), write(anna, 0)]);
    expect(rows.find(anna)?.is_archived).toBe(0);
    await Promise.all([
      write(bo, 1),
      commits.write(() => {
        const row = rows.find(bo);
        if (row !== undefined) rows.cacheWritten(row);
        change.run(0, bo);
      }),
    ]);
    expect(rows.find(bo)?.is_archived).toBe(0);
  });

  onPostgres('nothing waits')(
    'are brought up with their heads for those they are for, and then wait for nothing',
    async () => {
      const { rows, ids, db, group, otherGroup } = await createStored();
      const [anna, bo] = ids;
      const readers = (groupId: SecurityGroupId) => ({
        isFor: ({ security_group_id }: DocumentScope) => security_group_id === groupId,
        groupIds: () => [groupId],
      });
      await db.pollForeignWrites();
      await rows.prefetch(anna, readers(group));
      const before = db.waits();
      const row = rows.find(anna, readers(group));
      expect(row && rows.findHead(row)?.version.version_id).toBe(row?.head_version_id);
      expect(db.waits()).toBe(before);
      expect(rows.prefetch(anna, readers(group))).toBeUndefined();
      // Cached or not, it lets other requests run.
      expect(rows.prefetch(anna, readers(otherGroup))).toBeInstanceOf(Promise);
      await rows.prefetch(bo, readers(otherGroup));
      expect(db.waits()).toBe(before);
      expect(rows.find(bo, readers(otherGroup))).toBeUndefined();
      expect(db.waits()).toBe(before + 1);
    },
  );

  onPostgres('nothing is on its way')(
    'that are written while they are on their way are not kept as they were',
    async () => {
      const { rows, ids, db, commits, dataDir, group } = await createStored();
      const [anna, bo] = ids;
      const readers = { isFor: () => true, groupIds: () => [group] };
      const here = rows.prefetch(anna, readers);
      commits.writeNow(() =>
        db.prepare('UPDATE documents SET is_archived = 1 WHERE document_id = ?').run(anna),
      );
      await here;
      expect(rows.find(anna)?.is_archived).toBe(1);
      const elsewhere = rows.prefetch(bo, readers);
      psql(
        postgresOf(dataDir) ?? '',
        `SET session_replication_role = replica; UPDATE documents SET is_archived = 1;
         UPDATE vault_head SET write_count = write_count + 1`,
      );
      await elsewhere;
      expect(rows.find(bo)?.is_archived).toBe(1);
    },
  );

  test('of a transaction that is undone are not kept', async () => {
    const { rows, ids, db } = await createStored();
    const [anna] = ids;
    rows.find(anna);
    db.begin();
    db.prepare('UPDATE documents SET is_archived = 1 WHERE document_id = ?').run(anna);
    expect(rows.find(anna)?.is_archived).toBe(1);
    db.rollback();
    expect(rows.find(anna)?.is_archived).toBe(0);
  });

  test('are let go of at rest, and read again', async () => {
    const { rows, ids } = await createStored();
    const [anna] = ids;
    const first = rows.find(anna);
    expect(rows.find(anna)).toBe(first);
    rows.clearCache();
    const again = rows.find(anna);
    expect(again).toEqual(first);
    expect(again).not.toBe(first);
  });

  test('stay within their bytes, those used last', async () => {
    const { rows, ids } = await createStored(4000);
    const [anna, bo] = ids;
    const first = rows.find(anna);
    const second = rows.find(bo);
    expect(rows.find(bo)).toBe(second);
    expect(rows.find(anna)).not.toBe(first);
  });
});
