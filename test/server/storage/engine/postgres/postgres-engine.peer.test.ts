/** Tests the engine on a real PostgreSQL: refused statements, and the state after a lost connection. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { DocumentId, SecurityGroupId } from '#contract/ids.ts';
import { type PostgresCluster, psql, startPostgres } from '#scripts/postgres/cluster.ts';
import { startRelay, type TcpRelay } from '#scripts/postgres/tcp-relay.ts';
import { createCommitQueue } from '#server/storage/commit-queue.ts';
import type { ChangedRow } from '#server/storage/engine/changed-row.ts';
import { openPostgres } from '#server/storage/engine/postgres/open-postgres.ts';
import { updatesSingleRow } from '#server/storage/engine/run-single-row.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import { createTransactionCache } from '#server/storage/engine/transaction-cache.ts';
import type { Migration } from '#server/storage/migrations/migrator.ts';
import { generateId } from '#server/system/generate-id.ts';
import { needsPostgres } from '#test/support/left-out.ts';

const WORDS: Migration = {
  id: 1,
  name: '0001-words',
  up: (db) => {
    db.exec(`CREATE TABLE words (word TEXT PRIMARY KEY) STRICT;
      CREATE TABLE documents (document_id TEXT PRIMARY KEY, security_group_id TEXT, group_key_generation INTEGER, row_mac BLOB) STRICT;
      CREATE TABLE drive_nodes (node_id TEXT PRIMARY KEY, security_group_id TEXT, gk_gen INTEGER, row_mac BLOB) STRICT;`);
  },
};

let cluster: PostgresCluster;
let made = 0;

function inDatabase(sql: string, database = 'postgres'): string {
  return psql(cluster.url(database), sql);
}

function makeDatabase(options = ''): string {
  made += 1;
  inDatabase(`CREATE DATABASE words${made} ${options}`);
  return `words${made}`;
}

function open(database: string, port = cluster.port): SqlEngine {
  const engine = openPostgres(cluster.url(database).replace(`:${cluster.port}/`, `:${port}/`), [WORDS]);
  onTestFinished(engine.close);
  return engine;
}

function wordsIn(db: SqlEngine) {
  const insert = db.prepare<[string]>('INSERT INTO words (word) VALUES (?)');
  const all = db.prepare<[], string>('SELECT word FROM words ORDER BY word').pluck();
  return { add: (word: string) => void insert.run(word), all: () => all.all() };
}

/** Opens a database over a separate network relay. */
async function openFar() {
  const relay: TcpRelay = await startRelay(cluster.port);
  onTestFinished(relay.end);
  const database = makeDatabase();
  const db = open(database, relay.port);
  return { relay, database, db, words: wordsIn(db), commits: createCommitQueue(db) };
}

describe('a vault on PostgreSQL', needsPostgres(), () => {
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster.stop());

  test('of several servers one holds a name; with its connection another has it', () => {
    const database = makeDatabase();
    const several = () => {
      const engine = openPostgres(cluster.url(database), [WORDS], { isOneOfSeveral: true });
      onTestFinished(engine.close);
      return engine;
    };
    const [one, other] = [several(), several()];
    const lock = one.tryLock('rotation');
    expect(lock?.isHeld()).toBe(true);
    expect([one.tryLock('rotation'), other.tryLock('rotation')]).toEqual([undefined, undefined]);
    expect(other.tryLock('outbox')).toBeDefined();
    lock?.release();
    expect([lock?.isHeld(), one.tryLock('outbox')]).toEqual([false, undefined]);
    const again = other.tryLock('rotation');
    expect(again).toBeDefined();
    other.close();
    expect(one.tryLock('rotation')).toBeDefined();
  });

  test('one state is read beside over many turns, whoever writes; a lost connection is told', async () => {
    const database = makeDatabase();
    const relay = await startRelay(cluster.port);
    onTestFinished(relay.end);
    const db = open(database, relay.port);
    const commits = createCommitQueue(db);
    const words = wordsIn(db);
    commits.writeNow(() => words.add('owl'));
    const state = db.readBeside();
    onTestFinished(() => state?.close());
    const there = state?.prepare<[], string>('SELECT word FROM words ORDER BY word').pluck();
    expect(there?.all()).toEqual(['owl']);
    await new Promise(setImmediate);
    commits.writeNow(() => words.add('raven'));
    expect(words.all()).toEqual(['owl', 'raven']);
    expect([there?.all(), state?.isOne()]).toEqual([['owl'], true]);
    relay.refuse();
    expect(() => there?.all()).toThrow();
    expect(state?.isOne()).toBe(false);
  });

  test('several servers count what others wrote; one alone, or a newer schema, waits until they have gone', () => {
    const database = makeDatabase();
    const url = cluster.url(database);
    const several = (migrations: readonly Migration[] = [WORDS]) =>
      openPostgres(url, migrations, { isOneOfSeveral: true });
    const [one, other] = [several(), several()];
    onTestFinished(() => {
      one.close();
      other.close();
    });
    const before = one.foreignWrites();
    createCommitQueue(other).writeNow(() => wordsIn(other).add('owl'));
    return new Promise<void>((resolve) => {
      setImmediate(resolve);
    }).then(() => {
      expect(one.foreignWrites()).toBeGreaterThan(before);
      expect(wordsIn(one).all()).toEqual(['owl']);
      expect(() => openPostgres(url, [WORDS])).toThrow('already serving');
      const newer: Migration = {
        id: 2,
        name: '0002-more',
        up: (db) => db.exec('CREATE TABLE more (id TEXT)'),
      };
      expect(() => several([WORDS, newer])).toThrow('Stop them all');
      one.close();
      other.close();
      const updated = several([WORDS, newer]);
      const beside = several([WORDS, newer]);
      beside.close();
      updated.close();
    });
  });

  test('a body that fails takes back its own writes alone, also where its failure is heard of late', async () => {
    const db = open(makeDatabase());
    const { add, all } = wordsIn(db);
    const commits = createCommitQueue(db);
    const outcomes = await Promise.allSettled([
      commits.write(() => add('a')),
      commits.write(() => {
        add('b');
        add('a');
        add('c');
      }),
      commits.write(() => add('d')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(all()).toEqual(['a', 'd']);
  });

  test('what was changed is noted, and what a body took back is not', () => {
    const db = open(makeDatabase());
    const told: string[] = [];
    const { hasNoForeignWrites: isAlone, isCommitted } = db.watchDocumentRows((id) => void told.push(id));
    const notes = db.noteChangedRows();
    const commits = createCommitQueue(db, { beforeCommit: () => void rows.push(...notes.take()) });
    const rows: unknown[] = [];
    const insert = db.prepare<[string, Uint8Array]>("INSERT INTO documents VALUES (?, 'g', 1, ?)");
    isAlone();
    commits.writeNow(() => {
      expect(isCommitted()).toBe(false);
      insert.run('one', Buffer.from([1]));
      expect(() =>
        commits.writeNow(() => {
          insert.run('two', Buffer.from([2]));
          throw new Error('undone');
        }),
      ).toThrow('undone');
    });
    expect(rows).toEqual([
      {
        kind: 'document',
        security_group_id: 'g',
        id: 'one',
        old_generation: null,
        old_mac: null,
        new_generation: 1,
        new_mac: Buffer.from([1]),
      },
    ]);
    expect(told).toEqual(['one']);
    expect(isCommitted()).toBe(true);
  });

  test('another server is refused while one has the database, and let in after it', () => {
    const database = makeDatabase();
    const first = open(database);
    expect(() => open(database)).toThrow('already serving');
    first.close();
    wordsIn(open(database)).add('a');
  });

  test.each([
    ['something else', 'CREATE TABLE t (x int)', 'data that is not a vault'],
    ['no care for the disk', 'ALTER DATABASE $ SET synchronous_commit = off', 'unsafe synchronous_commit'],
  ])('a database with %s is refused', (_what, sql, message) => {
    const database = makeDatabase();
    inDatabase(sql.replace('$', database), database);
    expect(() => open(database)).toThrow(message);
  });

  test('a database that sorts by a language, of a newer version or not there at all is refused', () => {
    const sorted = makeDatabase("TEMPLATE template0 LOCALE 'C.UTF-8'");
    expect(() => open(sorted)).toThrow("LOCALE 'C'");
    const newer = makeDatabase();
    open(newer).close();
    inDatabase('UPDATE vault_schema SET version = 2', newer);
    expect(() => open(newer)).toThrow('newer version');
    expect(() => open('nowhere')).toThrow('3D000');
  });

  test('rows that are not changed through a server of the vault are refused', () => {
    const database = makeDatabase();
    open(database);
    expect(() => inDatabase("INSERT INTO documents VALUES ('x', 'g', 1, '')", database)).toThrow();
  });

  test('a connection that ends inside a transaction leaves nothing, and the next one goes on', async () => {
    const { relay, db, words, commits } = await openFar();
    commits.writeNow(() => words.add('a'));
    expect(() =>
      commits.writeNow(() => {
        words.add('b');
        relay.refuse();
        words.all();
      }),
    ).toThrow('cannot reach its database');
    expect(db.inTransaction).toBe(false);
    expect(() => words.all()).toThrow('Nothing was changed');
    relay.thaw();
    await expect.poll(() => attempt(words.all)).toEqual(['a']);
    commits.writeNow(() => words.add('c'));
    expect(words.all()).toEqual(['a', 'c']);
  });

  test.each([
    ['before it arrived', false, ['a']],
    ['before its answer', true, ['a', 'b']],
  ])('a COMMIT cut off %s is told as it went', async (_when, isPassed, kept) => {
    const { relay, words, commits } = await openFar();
    words.add('a');
    // The first time, because later the statement is prepared and its text is not sent.
    relay.cutAt('COMMIT', isPassed);
    const write = () => commits.writeNow(() => words.add('b'));
    if (isPassed) write();
    else expect(write).toThrow('cannot reach its database');
    await expect.poll(() => attempt(words.all)).toEqual(kept);
  });

  test('a COMMIT whose answer is lost is told as it went also behind a body that failed before it asked', async () => {
    const { relay, words, commits } = await openFar();
    relay.cutAt('COMMIT', true);
    const [failed, written] = await Promise.allSettled([
      commits.write(() => {
        throw new Error('of its own');
      }),
      commits.write(() => words.add('b')),
    ]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'of its own' } });
    expect(written.status).toBe('fulfilled');
    expect(words.all()).toEqual(['b']);
  });

  /** Freezes at the COMMIT, after all earlier responses. */
  async function freezeAtCommit() {
    const { relay, db, words } = await openFar();
    const commits = createCommitQueue(db, {
      beforeCommit() {
        words.all();
        relay.freeze();
      },
    });
    return { relay, words, write: commits.write(() => words.add('b')) };
  }

  test('while a COMMIT is on its way others are served, and it is told when it is there', async () => {
    const { relay, words, write } = await freezeAtCommit();
    const isTold = write.then(() => true);
    for (let turn = 0; turn < 10; turn += 1) await nextTurn();
    expect(await Promise.race([isTold, nextTurn(false)])).toBe(false);
    relay.thaw();
    await write;
    expect(words.all()).toEqual(['b']);
  });

  test('a COMMIT nobody answers is told as unknown in time, and writing goes on afterwards', async () => {
    const { relay, words, write } = await freezeAtCommit();
    await expect(write).rejects.toMatchObject({
      code: 'protocol_error',
      message: expect.stringContaining('The change may be stored or not'),
    });
    relay.thaw();
    await expect.poll(() => attempt(words.all)).toBeDefined();
  });

  test('what was believed and was otherwise is run again, once, and told as it went', async () => {
    const db = open(makeDatabase());
    const { add, all } = wordsIn(db);
    const change = db.prepare<[string, string]>('UPDATE words SET word = ? WHERE word = ?');
    const commits = createCommitQueue(db);
    commits.writeNow(() => add('a'));
    let runs = 0;
    const outcomes = await Promise.all([
      commits.write(() => {
        runs += 1;
        return updatesSingleRow(change, 'b', 'a');
      }),
      commits.write(() => updatesSingleRow(change, 'c', 'a')),
    ]);
    expect(outcomes).toEqual([true, false]);
    expect(runs).toBe(2);
    expect(all()).toEqual(['b']);
  });

  test.each<[string, number, number]>([
    ['as it was foreseen', 7, 1],
    ['otherwise', 8, 2],
  ])('rows that were changed %s are told as they were', async (_how, foreseen, runsMade) => {
    const db = open(makeDatabase());
    const told: unknown[] = [];
    db.watchDocumentRows((id, rowMac) => void told.push([id, rowMac]));
    const notes = db.noteChangedRows();
    let rows: readonly ChangedRow[] = [];
    const commits = createCommitQueue(db, {
      beforeCommit() {
        rows = notes.take();
      },
      isWritten: () => true,
    });
    const insert = db.prepare<[string, string, Uint8Array]>('INSERT INTO documents VALUES (?, ?, 1, ?)');
    const row = {
      kind: 'document',
      security_group_id: generateId<SecurityGroupId>(),
      id: generateId<DocumentId>(),
      old_generation: null,
      old_mac: null,
      new_generation: 1,
    } as const;
    commits.writeNow(() => undefined);
    let runs = 0;
    const waits = db.waits();
    const written = commits.write(() => {
      runs += 1;
      db.predictChange?.({ ...row, new_mac: Buffer.from([foreseen]) });
      insert.run(row.id, row.security_group_id, Buffer.from([7]));
    });
    await written;
    expect(rows).toEqual([{ ...row, new_mac: Buffer.from([7]) }]);
    expect(told.at(-1)).toEqual([row.id, Buffer.from([7])]);
    expect(runs).toBe(runsMade);
    if (runsMade === 1) expect(db.waits()).toBe(waits);
  });

  test('what was kept of earlier transactions is read again once another server has written', async () => {
    const url = cluster.url(makeDatabase());
    const [one, other] = [0, 1].map(() => {
      const engine = openPostgres(url, [WORDS], { isOneOfSeveral: true });
      onTestFinished(engine.close);
      const last = createTransactionCache(engine, () => wordsIn(engine).all().at(-1));
      const commits = createCommitQueue(engine);
      return {
        follow: () =>
          commits.writeNow(() => {
            const next = `${last.get() ?? ''}a`;
            wordsIn(engine).add(next);
            last.set(next);
          }),
      };
    });
    for (const server of [one, one, one, other, other, one, other]) server?.follow();
    expect(inDatabase('SELECT max(word) FROM words', url.split('/').at(-1))).toBe('aaaaaaa');
  });

  test('one that is closed while it connects again leaves the database to the next', async () => {
    const { relay, database, db, words } = await openFar();
    relay.freeze();
    expect(() => words.all()).toThrow('cannot reach its database');
    // Otherwise the old connection keeps the lock.
    inDatabase(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`);
    db.close();
    relay.thaw();
    await expect.poll(() => attempt(() => open(database))).toBeDefined();
  });

  test('a database that does not answer is waited for once; then everything fails at once until it does', async () => {
    const { relay, words, commits } = await openFar();
    commits.writeNow(() => words.add('a'));
    relay.freeze();
    expect(() => words.all()).toThrow('cannot reach its database');
    for (let asked = 0; asked < 100; asked += 1) expect(() => words.all()).toThrow();
    relay.thaw();
    await expect.poll(() => attempt(words.all)).toEqual(['a']);
  });
});

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
