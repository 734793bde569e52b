import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { VaultError } from '#contract/errors/vault-error.ts';
import { type CommitQueueOptions, createCommitQueue } from '#server/storage/commit-queue.ts';
import { openVaultDatabase } from '#server/storage/engine/sqlite/open-database.ts';
import { createSqliteEngine } from '#server/storage/engine/sqlite/sqlite-engine.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

function openQueue(options: CommitQueueOptions = {}) {
  const file = join(testTempDir(), 'vault.sqlite');
  const db = openVaultDatabase(file, [
    {
      id: 1,
      name: '0001-words',
      up: (fresh) => fresh.exec('CREATE TABLE words (word TEXT PRIMARY KEY) STRICT'),
    },
  ]);
  onTestFinished(() => void db.close());
  const commits = createCommitQueue(createSqliteEngine(db), options);
  const insert = db.prepare<[string]>('INSERT INTO words (word) VALUES (?)');
  const words = () => db.prepare<[], string>('SELECT word FROM words ORDER BY word').pluck().all();
  return { file, db, commits, add: (word: string) => void insert.run(word), words };
}

describe('CommitQueue.write', () => {
  test('commits writes of one turn together, and each resolves with its own result', async () => {
    const transactions: string[] = [];
    const { commits, add, words } = openQueue({ beforeCommit: () => void transactions.push('one') });
    const results = await Promise.all(
      ['a', 'b', 'c'].map((word) =>
        commits.write(() => {
          add(word);
          return word.toUpperCase();
        }),
      ),
    );
    expect(results).toEqual(['A', 'B', 'C']);
    expect(words()).toEqual(['a', 'b', 'c']);
    expect(transactions).toEqual(['one']);
  });

  test('undoes a write that throws and keeps its neighbours', async () => {
    const { commits, add, words } = openQueue();
    const failure = new Error('refused');
    const outcomes = await Promise.allSettled([
      commits.write(() => add('first')),
      commits.write(() => {
        add('undone');
        throw failure;
      }),
      commits.write(() => add('first')),
      commits.write(() => add('last')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: failure });
    expect(words()).toEqual(['first', 'last']);
  });

  test('resolves only after the commit, visible to another connection', async () => {
    const { file, commits, add } = openQueue();
    await commits.write(() => add('durable'));
    const reader = new SqliteDatabase(file, { readonly: true });
    onTestFinished(() => void reader.close());
    expect(reader.prepare('SELECT count(*) FROM words').pluck().get()).toBe(1);
  });

  test('rejects every write of the batch when the commit fails, and works again afterwards', async () => {
    let isFull = true;
    const { commits, add, words } = openQueue({
      beforeCommit() {
        if (isFull) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      },
    });
    const outcomes = await Promise.allSettled([commits.write(() => add('a')), commits.write(() => add('b'))]);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'protocol_error' } });
    }
    isFull = false;
    await commits.write(() => add('c'));
    expect(words()).toEqual(['c']);
  });

  test('answers protocol_error when the disk is really full', async () => {
    const { db, commits } = openQueue();
    db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true })) + 1}`);
    db.exec('CREATE TABLE bulk (bytes BLOB) STRICT');
    const refused = commits.write(() => db.prepare('INSERT INTO bulk VALUES (zeroblob(1000000))').run());
    await expect(refused).rejects.toThrow(VaultError);
    await expect(refused).rejects.toMatchObject({ code: 'protocol_error' });
  });

  test('refuses an asynchronous body, whose work would fall outside of the transaction', async () => {
    const { commits, add, words } = openQueue();
    await expect(commits.write(async () => add('late'))).rejects.toThrow(TypeError);
    expect(words()).toEqual([]);
  });
});

describe('a part that fails', () => {
  const refusal = () => {
    throw new Error('refused');
  };

  test('before it wrote costs its neighbours nothing', async () => {
    const { commits, add, words } = openQueue();
    const runs: string[] = [];
    const body = (word: string, fails: boolean) => () => {
      runs.push(word);
      if (fails) refusal();
      add(word);
    };
    const [, refused] = await Promise.allSettled([
      commits.write(body('a', false)),
      commits.write(body('b', true)),
      commits.write(body('c', false)),
    ]);
    expect(refused).toMatchObject({ reason: { message: 'refused' } });
    expect(words()).toEqual(['a', 'c']);
    expect(runs).toEqual(['a', 'b', 'c']);
  });

  test('after it wrote is taken back alone; its neighbours run again, and are told that what they did was undone', async () => {
    const { commits, add, words } = openQueue();
    const runs: string[] = [];
    let undone = 0;
    commits.onRolledBack(() => (undone += 1));
    const body = (word: string, fails: boolean) => () => {
      runs.push(word);
      add(word);
      if (fails) refusal();
      return undone;
    };
    const [first, refused, last] = await Promise.allSettled([
      commits.write(body('a', false)),
      commits.write(body('b', true)),
      commits.write(body('c', false)),
    ]);
    expect(refused).toMatchObject({ reason: { message: 'refused' } });
    expect(words()).toEqual(['a', 'c']);
    expect(runs).toEqual(['a', 'b', 'a', 'b', 'c']);
    expect(first).toMatchObject({ value: 2 });
    expect(last).toMatchObject({ value: 3 });
  });

  test('within another, which goes on without it', async () => {
    const { commits, add, words } = openQueue();
    await commits.write(() => {
      add('before');
      const inner = () =>
        commits.writeNow(() => {
          add('inner');
          refusal();
        });
      expect(inner).toThrow('refused');
      add('after');
    });
    expect(words()).toEqual(['after', 'before']);
  });

  test('and a disk that is found full when its neighbours run again', async () => {
    let isFull = true;
    const freeDiskSpace = () => {
      isFull = false;
      return true;
    };
    const { commits, add, words } = openQueue({ freeDiskSpace });
    let runs = 0;
    const [, last] = await Promise.allSettled([
      commits.write(() => {
        add('undone');
        refusal();
      }),
      commits.write(() => {
        runs += 1;
        add('last');
        if (isFull) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      }),
    ]);
    expect(last).toMatchObject({ status: 'fulfilled' });
    expect(words()).toEqual(['last']);
    expect(runs).toBe(2);
  });
});

describe('group commit', () => {
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) await nextTurn();
  };

  function countedQueue(options: CommitQueueOptions = {}) {
    const transactions: number[] = [];
    let bodies = 0;
    const queue = openQueue({ ...options, beforeCommit: () => void transactions.push(bodies) });
    const write = (word: string) =>
      queue.commits.write(() => {
        bodies += 1;
        queue.add(word);
      });
    return { ...queue, write, transactions };
  }

  test('who shared a transaction shares the next one, though the writes come some turns apart', async () => {
    const { write, words, transactions } = countedQueue({ patienceMs: 60_000 });
    await Promise.all(['a', 'b', 'c'].map(write));
    const first = write('d');
    await turns(3);
    const second = write('e');
    await turns(3);
    expect(transactions).toEqual([3]);
    await Promise.all([first, second, write('f')]);
    expect(transactions).toEqual([3, 6]);
    expect(words()).toHaveLength(6);
  });

  test('waits no longer than its patience for those who do not come again', async () => {
    const { write, transactions } = countedQueue({ patienceMs: 1 });
    await Promise.all(['a', 'b', 'c'].map(write));
    await write('d');
    await write('e');
    expect(transactions).toEqual([3, 4, 5]);
  });

  test('who writes alone waits for nobody', async () => {
    const { write, transactions } = countedQueue({ patienceMs: 60_000 });
    await write('a');
    await write('b');
    expect(transactions).toEqual([1, 2]);
  });

  test('a flush ends the waiting', async () => {
    const { commits, write, words } = countedQueue({ patienceMs: 60_000 });
    await Promise.all(['a', 'b'].map(write));
    const waiting = write('c');
    await turns(3);
    commits.flush();
    expect(words()).toEqual(['a', 'b', 'c']);
    await waiting;
  });
});

describe('CommitQueue.writeNow', () => {
  test('commits before it returns, ahead of what waits', async () => {
    const { commits, add, words } = openQueue();
    const waiting = commits.write(() => add('queued'));
    expect(commits.writeNow(() => 7)).toBe(7);
    commits.writeNow(() => add('now'));
    expect(words()).toEqual(['now']);
    await waiting;
    expect(words()).toEqual(['now', 'queued']);
  });

  test('inside an open transaction it is part of it, and undone with it', async () => {
    const { commits, add, words } = openQueue();
    await expect(
      commits.write(() => {
        commits.writeNow(() => add('inner'));
        throw new Error('outer fails');
      }),
    ).rejects.toThrow('outer fails');
    expect(words()).toEqual([]);
  });
});

describe('CommitQueue.checkpoint', () => {
  test('empties the write-ahead log and tells the listener', async () => {
    const checkpoints: string[] = [];
    const { file, commits, add } = openQueue({ afterCheckpoint: () => void checkpoints.push('one') });
    await commits.write(() => add('logged'));
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    commits.checkpoint();
    expect(statSync(`${file}-wal`).size).toBe(0);
    expect(checkpoints).toEqual(['one']);
  });

  test('happens by itself within the time asked for', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { file, commits, add } = openQueue({ afterCheckpoint: resolve });
    await commits.write(() => add('logged'));
    commits.requestCheckpointWithin(1);
    await promise;
    expect(statSync(`${file}-wal`).size).toBe(0);
  });

  test('close commits what still waits', async () => {
    const { commits, add, words } = openQueue();
    const waiting = commits.write(() => add('waiting'));
    commits.close();
    expect(words()).toEqual(['waiting']);
    await waiting;
  });
});
