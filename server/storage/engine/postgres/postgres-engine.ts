/**
 * PostgreSQL behind the engine port: statements are sent, and awaited where their result is read. Inside a transaction
 * writes are not awaited; an optimistic one continues with predicted results (`transactions.ts`). COMMIT may run while
 * this thread serves other requests.
 * Source: clinic design, sections 3 and 5.
 */
import type { SqlEngine, Statement, WriteResult } from '#server/storage/engine/sql-engine.ts';
import { createChangedRowLog } from './changed-row-log.ts';
import { createForeignWriteDetector } from './foreign-write-detector.ts';
import { createNamedMutex } from './named-mutex.ts';
import { createPipeline } from './pipeline.ts';
import { beginBulkLoad } from './postgres-bulk-load.ts';
import { toPostgresSchema } from './postgres-schema.ts';
import { type PostgresStatement, toPostgres, unlessOne, valuesFor } from './postgres-sql.ts';
import { createTransactions } from './transactions.ts';
import type { Connection, Outcome } from './wire/connection.ts';
import { columnOf, objectsOf } from './wire/result-rows.ts';
import type { Answer } from './wire/thread-messages.ts';

/** `readBeside`: opens a second, read-only engine. */
export function createPostgresEngine(
  connection: Connection,
  readBeside: SqlEngine['readBeside'] = () => undefined,
): SqlEngine {
  const pipeline = createPipeline(connection, () => {
    transactions.lose();
    writes.invalidate();
  });
  const writes = createForeignWriteDetector(connection, pipeline, () => transactions.isOpen());
  const noted = createChangedRowLog(pipeline);
  const transactions = createTransactions({ connection, pipeline, writes, noted });
  const { ask } = pipeline;
  const number = (sql: string): number => Number(ask(sql).rows[0]?.[0]);

  function run(statement: PostgresStatement, parameters: readonly unknown[]): WriteResult {
    const values = valuesFor(statement, parameters);
    if (!transactions.isOpen()) {
      transactions.endCommit();
      writes.invalidate();
      return { changes: ask(statement.text, values).changes };
    }
    const write = transactions.write(statement.text, values);
    if (statement.isNoted) transactions.countNoted();
    return {
      get changes() {
        return pipeline.read(write).changes;
      },
    };
  }

  function runOne(statement: PostgresStatement, parameters: readonly unknown[]): boolean {
    if (!transactions.isOpen() || !pipeline.scope().isBelieving)
      return run(statement, parameters).changes === 1;
    run({ ...statement, text: unlessOne(statement.text) }, parameters);
    return true;
  }

  function queryAsync<Row>(statement: PostgresStatement, parameters: readonly unknown[]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      function tell(outcome: Outcome): void {
        if (outcome instanceof Error) reject(outcome);
        else resolve(objectsOf(outcome));
      }
      pipeline.sendWithCallback(statement.text, tell, valuesFor(statement, parameters));
    });
  }

  function prepare<Parameters extends unknown[], Row>(sql: string): Statement<Parameters, Row> {
    const statement = toPostgres(sql);
    const rowsOf = (parameters: readonly unknown[]): Answer =>
      ask(statement.text, valuesFor(statement, parameters));
    return {
      get: (...parameters) => objectsOf<Row>(rowsOf(parameters), 1)[0],
      all: (...parameters) => objectsOf<Row>(rowsOf(parameters)),
      run: (...parameters) => run(statement, parameters),
      runSingleRow: (...parameters) => runOne(statement, parameters),
      allAsync: (...parameters) => queryAsync(statement, parameters),
      pluck: () => ({
        get: (...parameters) => columnOf<Row>(rowsOf(parameters))[0],
        all: (...parameters) => columnOf<Row>(rowsOf(parameters)),
        run: (...parameters) => run(statement, parameters),
        pluck: () => prepare<Parameters, Row>(sql).pluck(),
      }),
    };
  }

  function exec(sql: string): void {
    transactions.endCommit();
    const { connection: bound } = pipeline.scope();
    // On a new connection the statement would be committed alone.
    if (bound !== undefined && bound !== connection.number()) throw pipeline.lose();
    writes.invalidate();
    connection.exec(toPostgresSchema(sql));
  }

  const locks = createNamedMutex(connection, ask);

  return {
    prepare,
    cacheGeneration: transactions.standing,
    predictChange: transactions.foresee,
    exec,
    get inTransaction() {
      return transactions.isOpen();
    },
    begin: transactions.begin,
    commit: transactions.commit,
    commitInBackground(onEnd, isWritten) {
      transactions.commitAside(onEnd, isWritten);
      return true;
    },
    awaitCommit: transactions.endCommit,
    rollback: transactions.rollback,
    savepoint: transactions.savepoint,
    release: transactions.release,
    rollbackToSavepoint: transactions.undo,
    readSnapshot: transactions.readAtOnce,
    beginSnapshot: transactions.beginReading,
    readBeside,
    beginLoading: () => beginBulkLoad({ prepare, exec }),
    // PostgreSQL writes commits to its own files, and its vacuum removes deleted rows.
    checkpoint: () => undefined,
    // PostgreSQL recovers after crashes and checks references at every write.
    isSound: () => true,
    countBrokenReferences: () => 0,
    sizeBytes: () => number('SELECT pg_database_size(current_database())'),
    watchDocumentRows(onChanged) {
      noted.watch(onChanged);
      let seen = writes.foreign();
      return {
        hasNoForeignWrites() {
          const before = seen;
          seen = writes.foreignWrites();
          return seen === before;
        },
        isPolledThisTick: writes.isPolledThisTick,
        isCommitted: () => !transactions.isOpen(),
      };
    },
    noteChangedRows: () => ({ take: transactions.takeRows }),
    foreignWrites: writes.foreignWrites,
    pollForeignWrites: writes.pollForeignWrites,
    isShared: true,
    tryLock: locks.tryLock,
    clockMs: () => number('SELECT extract(epoch FROM clock_timestamp()) * 1000'),
    waits: connection.waits,
    close: connection.close,
  };
}
