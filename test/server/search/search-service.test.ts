import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { VaultError } from '#contract/errors/vault-error.ts';
import { generateGroupKey, parseGroupKey } from '#crypto/keys/key-types.ts';
import { createSummaryOpener } from '#server/documents/sealing/summary-seal.ts';
import { createReportTextOpener } from '#server/documents/text-search/open-report-text.ts';
import { createSearchService } from '#server/search/search-service.ts';
import { codeOf, createFixture, type Fixture } from '#test/server/documents/documents-fixture.ts';
import { newId } from '#test/support/ids.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

async function makePatients({ documents, owner, group }: Fixture, names: readonly string[]) {
  const views = await Promise.all(
    names.map((legal_name) =>
      documents.create(owner, 'patients', { security_group_id: group, record: { legal_name } }),
    ),
  );
  return views.map((view) => view.index.document_id);
}

const imageOf = ({ dataDir, group }: Fixture) => join(dataDir, 'search', `${group}.sealed`);

async function namesOf({ documents, owner }: Fixture, q = '') {
  const { items } = await documents.list(owner, 'patients', { q, sort: 'title' });
  return items.map((item) => item.summary?.display_name);
}

const FIRST_PAGE = {
  resource: 'patients',
  state: 'active',
  q: '',
  sort: 'title',
  descending: false,
  after: null,
  limit: 10,
} as const;

describe('the sealed image', () => {
  test('is written at close, sealed, for the owner of the process only', async () => {
    const fixture = createFixture();
    await makePatients(fixture, ['Anna Canary', 'Bo']);
    expect(await namesOf(fixture, 'can')).toEqual(['Anna Canary']);
    await fixture.reopen();
    const file = imageOf(fixture);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const bytes = readFileSync(file);
    for (const word of ['Canary', 'canary', 'SQLite']) expect(bytes.includes(word)).toBe(false);
    expect(existsSync(`${file}.part`)).toBe(false);
  });

  test('is opened after a restart, and caught up with what changed since', async () => {
    const fixture = createFixture();
    const [anna = newId(), bo = newId()] = await makePatients(fixture, ['Anna', 'Bo']);
    await namesOf(fixture);
    await fixture.reopen();
    const { documents, owner } = fixture;
    await documents.update(owner, 'patients', anna, { record: { legal_name: 'Annika' } });
    await documents.trash(owner, 'patients', bo);
    await makePatients(fixture, ['Cleo']);
    expect(await namesOf(fixture)).toEqual(['Annika', 'Cleo']);
    expect(await namesOf(fixture, 'anni')).toEqual(['Annika']);
    expect(await namesOf(fixture, 'anna')).toEqual([]);
  });

  test.each([
    ['corrupt', (bytes: Buffer) => Buffer.from(bytes.map((byte, n) => (n === 200 ? byte ^ 1 : byte)))],
    ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['empty', () => Buffer.alloc(0)],
    [
      'of an unknown generation',
      (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, 9]), bytes.subarray(4)]),
    ],
  ])('is built anew when it is %s', async (_what, spoil) => {
    const fixture = createFixture();
    await makePatients(fixture, ['Anna', 'Bo']);
    await namesOf(fixture);
    await fixture.reopen();
    writeFileSync(imageOf(fixture), spoil(readFileSync(imageOf(fixture))));
    expect(await namesOf(fixture)).toEqual(['Anna', 'Bo']);
  });

  test('of another database state is put right: documents it lacks and documents that are gone', async () => {
    const fixture = createFixture();
    const [anna = newId()] = await makePatients(fixture, ['Anna', 'Bo', 'Cleo']);
    await namesOf(fixture);
    await fixture.reopen();
    // Simulates a restored backup: one row is gone, another is older with an older change number.
    fixture.db.prepare('DELETE FROM documents WHERE document_id = ?').run(anna);
    fixture.db.exec('UPDATE documents SET change_seq = 1 WHERE change_seq = 3');
    expect(await namesOf(fixture)).toEqual(['Bo', 'Cleo']);
    expect(await namesOf(fixture, 'anna')).toEqual([]);
  });

  test('of an older state is put right although the change number was set back too', async () => {
    const fixture = createFixture();
    const [anna = newId()] = await makePatients(fixture, ['Anna', 'Bo']);
    await namesOf(fixture);
    await fixture.reopen();
    const oldImage = readFileSync(imageOf(fixture));
    const { documents, owner } = fixture;
    await documents.update(owner, 'patients', anna, { record: { legal_name: 'Annika' } });
    await documents.archive(owner, 'patients', anna);
    await namesOf(fixture);
    await fixture.reopen();
    writeFileSync(imageOf(fixture), oldImage);
    fixture.db.prepare('UPDATE documents SET change_seq = 1 WHERE document_id = ?').run(anna);
    expect(await namesOf(fixture)).toEqual(['Bo']);
    const { items } = await fixture.documents.list(fixture.owner, 'patients', { state: 'archived' });
    expect(items.map((item) => item.summary?.display_name)).toEqual(['Annika']);
  });

  test('follows a rotation: sealed under the newest generation, opened with it alone', async () => {
    const fixture = createFixture();
    const { owner, group } = fixture;
    await makePatients(fixture, ['Anna', 'Bo']);
    await namesOf(fixture);
    const key = generateGroupKey();
    fixture.keysOf(group).set(2, key);
    owner.keyRing.setGroupKey(group, 2, parseGroupKey(Uint8Array.from(key)));
    const batch = { security_group_id: group, generation: 2, keyRing: owner.keyRing, limit: 100, after: '' };
    fixture.commits.writeNow(() => fixture.documents.rewrapBatch(batch));
    await namesOf(fixture);
    await fixture.reopen();
    expect(readFileSync(imageOf(fixture)).readUInt32BE(0)).toBe(2);
    owner.keyRing.forgetGenerationsBefore(group, 2);
    expect(await namesOf(fixture)).toEqual(['Anna', 'Bo']);
  });
});

describe('the index', () => {
  test('is complete for the first query even when many ask at once', async () => {
    const fixture = createFixture();
    const names = Array.from({ length: 450 }, (_, n) => `Anna ${String(n).padStart(3, '0')}`);
    await makePatients(fixture, names);
    await fixture.reopen();
    const { documents, owner } = fixture;
    const lists = Array.from({ length: 5 }, () =>
      documents.list(owner, 'patients', { q: 'anna 449', sort: 'title' }),
    );
    for (const { items } of await Promise.all(lists)) {
      expect(items.map((item) => item.summary?.display_name)).toEqual(['Anna 449']);
    }
  });

  test('gives way to other work while it is being built', async () => {
    const fixture = createFixture();
    await makePatients(
      fixture,
      Array.from({ length: 650 }, (_, n) => `Anna ${n}`),
    );
    await fixture.reopen();
    let turns = 0;
    const ticker = setInterval(() => {
      turns += 1;
    }, 0);
    await namesOf(fixture);
    clearInterval(ticker);
    expect(turns).toBeGreaterThan(1);
  });

  test('holds up no list that asks for nothing sealed while it is being built', async () => {
    const fixture = createFixture({ indexPatienceMs: 0 });
    const { owner, group, otherGroup, dataDir } = fixture;
    const names = Array.from({ length: 650 }, (_, n) => `Anna ${n}`);
    const ids = await makePatients(fixture, names);
    await fixture.documents.archive(owner, 'patients', ids[3] ?? newId());
    await fixture.reopen();
    rmSync(join(dataDir, 'search'), { recursive: true, force: true });
    const { documents } = fixture;
    const answered: string[] = [];
    const search = namesOf(fixture, 'anna 649').then((found) => {
      answered.push('search');
      return found;
    });
    const query = { security_group_id: group, limit: 4, sort: 'created_at' } as const;
    const first = await documents.list(owner, 'patients', query);
    answered.push('list');
    const cursor = first.next_cursor ?? '';
    const second = await documents.list(owner, 'patients', { ...query, cursor });
    expect(await search).toEqual(['Anna 649']);
    expect(answered).toEqual(['list', 'search']);
    const listed = [...first.items, ...second.items].map((item) => item.summary?.display_name);
    expect(new Set(listed).size).toBe(8);
    // The same list, now from the index.
    const indexed = await documents.list(owner, 'patients', { ...query, limit: 8 });
    expect(indexed.items.map((item) => item.summary?.display_name)).toEqual(listed);
    const keyless = fixture.actor({ roles: { [otherGroup]: 'viewer' }, keyless: [otherGroup] });
    expect((await documents.list(keyless, 'patients', {})).items).toEqual([]);
  });

  test('says that it is being built to a search that waits for it too long, and is built on', async () => {
    const fixture = createFixture({ searchPatienceMs: 0 });
    const names = Array.from({ length: 650 }, (_, n) => `Anna ${n}`);
    await makePatients(fixture, names);
    await fixture.reopen();
    rmSync(join(fixture.dataDir, 'search'), { recursive: true, force: true });
    const { documents, owner } = fixture;
    const refused = documents.answerList(owner, 'patients', { q: 'anna 649' });
    await expect(refused).rejects.toMatchObject({ code: 'index_pending', headers: { 'retry-after': '10' } });
    // A query with patience waits for the index, which is not built again.
    expect(await namesOf(fixture, 'anna 649')).toEqual(['Anna 649']);
    expect((await documents.answerList(owner, 'patients', { q: 'anna 649' })).items).toHaveLength(1);
  });

  test('that could not be built to the end is not built from the beginning: what was stored on the way is taken', async () => {
    const fixture = createFixture();
    const { db, owner, group, workspaceId } = fixture;
    await makePatients(
      fixture,
      Array.from({ length: 450 }, (_, n) => `Anna ${n}`),
    );
    const dataDir = testTempDir();
    const opener = createSummaryOpener(() => workspaceId);
    let opened = 0;
    let most = 250;
    const open = () =>
      createSearchService({
        ...{ db, dataDir, workspaceId: () => workspaceId, saveAtRowsMade: 100 },
        openReportText: createReportTextOpener(db, () => workspaceId),
        openSummary(keyRing, row) {
          opened += 1;
          if (opened > most) throw new VaultError('session_locked', 'The session was locked.');
          return opener(keyRing, row);
        },
      });
    const leaving = open();
    expect(await codeOf(() => leaving.prepare(owner.keyRing, group))).toBe('session_locked');
    await leaving.close();
    most = Number.MAX_SAFE_INTEGER;
    opened = 0;
    const next = open();
    await next.prepare(owner.keyRing, group);
    expect(opened).toBe(250);
    const all = { ...FIRST_PAGE, q: 'anna', limit: 500 };
    expect(next.find(owner.keyRing, group, all)).toHaveLength(450);
    await next.close();
  });

  test('is wiped with the last keys of its group, and comes back with the next', async () => {
    const fixture = createFixture();
    const { search, owner, group } = fixture;
    await makePatients(fixture, ['Anna']);
    await namesOf(fixture);
    search.wipeGroup(group);
    expect(await codeOf(() => search.find(owner.keyRing, group, FIRST_PAGE))).toBe('session_locked');
    expect(await namesOf(fixture)).toEqual(['Anna']);
  });

  test('of a session that locks while it is being built ends with session_locked', async () => {
    const fixture = createFixture();
    const { actor, group } = fixture;
    await makePatients(
      fixture,
      Array.from({ length: 450 }, (_, n) => `Anna ${n}`),
    );
    await fixture.reopen();
    const leaving = actor({ roles: { [group]: 'viewer' } });
    const list = fixture.documents.list(leaving, 'patients', {});
    leaving.lock();
    fixture.search.wipeGroup(group);
    expect(await codeOf(() => list)).toBe('session_locked');
    expect(await namesOf(fixture, 'anna 449')).toEqual(['Anna 449']);
  });

  test('is built to the end for the others when the session that began it locks', async () => {
    const fixture = createFixture();
    const { actor, group } = fixture;
    await makePatients(
      fixture,
      Array.from({ length: 450 }, (_, n) => `Anna ${n}`),
    );
    await fixture.reopen();
    const leaving = actor({ roles: { [group]: 'viewer' } });
    const begun = fixture.documents.list(leaving, 'patients', {});
    const others = [namesOf(fixture, 'anna 449'), namesOf(fixture, 'anna 448')];
    await new Promise((resolve) => setImmediate(resolve));
    leaving.lock();
    expect(await codeOf(() => begun)).toBe('session_locked');
    expect(await Promise.all(others)).toEqual([['Anna 449'], ['Anna 448']]);
  });

  test('is opened ahead for a session that unlocked', async () => {
    const fixture = createFixture();
    await makePatients(fixture, ['Anna']);
    await fixture.reopen();
    void fixture.search.warm(fixture.owner);
    expect(await namesOf(fixture)).toEqual(['Anna']);
  });

  test('answers for no row but the one it was made from', async () => {
    const fixture = createFixture();
    const { documents, owner, db, group } = fixture;
    const [anna = newId()] = await makePatients(fixture, ['Anna']);
    await namesOf(fixture);
    // The index misses the change, because its number is reset at once.
    const { change_seq } = db
      .prepare<[], { change_seq: number }>('SELECT change_seq FROM documents')
      .get() ?? {
      change_seq: 0,
    };
    await documents.update(owner, 'patients', anna, { record: { legal_name: 'Annika' } });
    db.prepare('UPDATE documents SET change_seq = ? WHERE document_id = ?').run(change_seq, anna);
    const { items } = await documents.list(owner, 'patients', { security_group_id: group });
    expect(items.map((item) => item.summary?.display_name)).toEqual(['Annika']);
  });

  test('holds a document whose row was changed outside the vault only to mark it', async () => {
    const fixture = createFixture();
    const { documents, owner, db } = fixture;
    const [anna = newId()] = await makePatients(fixture, ['Anna', 'Bo']);
    await fixture.reopen();
    fixture.db.prepare('UPDATE documents SET updated_by = ? WHERE document_id = ?').run('x', anna);
    expect(db).not.toBe(fixture.db);
    const all = await fixture.documents.list(owner, 'patients', { sort: 'title' });
    expect(all.items.map(({ damaged = false }) => damaged).sort()).toEqual([false, true]);
    const { items } = await fixture.documents.list(owner, 'patients', { q: 'bo' });
    expect(items.map((item) => item.summary?.display_name)).toEqual(['Bo']);
    expect(documents).not.toBe(fixture.documents);
  });
});
