/**
 * PostgreSQL behind the port: statements are sent, and waited for where their answer is read. Inside a transaction a
 * write is not waited for; what it fails with is thrown at the next wait, inside the body it belongs to.
 * Writers take turns by the row lock of `vault_head`, so no transaction is ever to be run again.
 * Source: clinic design, sections 3 and 5.
 */
import type { DocumentId } from '#contract/ids.ts';
import type { ChangedRow } from '#server/db/engine/changed-row.ts';
import type { SqlEngine, Statement } from '#server/db/engine/sql-engine.ts';
import { columnOf, objectsOf } from './answer-rows.ts';
import type { Connection, Outcome } from './connection.ts';
import { createNamedLocks } from './named-locks.ts';
import { EngineAwayError } from './postgres-error.ts';
import { beginLoading } from './postgres-loading.ts';
import { toPostgresSchema } from './postgres-schema.ts';
import { type PostgresStatement, toPostgres, valuesFor } from './postgres-sql.ts';
import type { Answer } from './thread-messages.ts';
import { wasCommitted } from './unknown-commit.ts';

const BEGIN_WRITING =
  'UPDATE vault_head SET write_count = write_count + 1 RETURNING write_count, pg_current_xact_id()::text';

/** A write that nobody has waited for. */
interface Unread {
  outcome: Outcome | undefined;
}

interface NotedRow {
  readonly document_id: DocumentId | null;
  /** 1 where the MAC or the generation is another one. */
  readonly is_other: number;
}

interface Transaction {
  readonly connection: number;
  /** Of `BEGIN_WRITING`; undefined in one that only reads. */
  readonly begun: Unread | undefined;
}

export function createPostgresEngine(connection: Connection): SqlEngine {
  const names = new Map<string, string>();
  const unread = new Map<number, Unread>();
  const watchers: ((documentId: DocumentId) => void)[] = [];
  let transaction: Transaction | undefined;
  let lastSent = 0;
  /** The numbers of those that are open. */
  let savepoints: number[] = [];
  /** What a write that nobody waited for has failed with. */
  let deferred: Error | undefined;
  let areChangesTold = false;
  /** The last write this engine knows of, its own or as it asked. */
  let knownWrites = -1;
  /** Written outside a transaction, or over another connection: nothing read before counts. */
  let isStale = true;
  let knownConnection = connection.number();

  function nameOf(text: string): string {
    const known = names.get(text);
    if (known !== undefined) return known;
    const name = `s${names.size + 1}`;
    names.set(text, name);
    return name;
  }

  function send(text: string, values: readonly unknown[] = []): number {
    const number = transaction?.connection ?? connection.number();
    if (number === 0 || number !== connection.number()) throw lose();
    lastSent = connection.send(number, text, nameOf(text), values);
    return lastSent;
  }

  /** The transaction is gone with its connection. */
  function lose(): EngineAwayError {
    transaction = undefined;
    unread.clear();
    deferred = undefined;
    isStale = true;
    return new EngineAwayError();
  }

  function onEarlier(id: number, outcome: Outcome): void {
    const write = unread.get(id);
    if (write === undefined) return;
    unread.delete(id);
    write.outcome = outcome;
    if (outcome instanceof Error) deferred ??= outcome;
  }

  /** @throws what the statement, or an unread one before it, failed with. */
  function answerTo(id: number): Answer {
    let outcome: Outcome;
    try {
      outcome = connection.wait(id, onEarlier);
    } catch {
      throw lose();
    }
    const failure = deferred ?? (outcome instanceof Error ? outcome : undefined);
    deferred = undefined;
    if (failure instanceof EngineAwayError) throw lose();
    if (failure !== undefined || outcome instanceof Error) throw failure;
    return outcome;
  }

  function ask(text: string, values?: readonly unknown[]): Answer {
    return answerTo(send(text, values));
  }

  /** @returns what to read its answer by, if anybody wants to. */
  function sendUnread(text: string, values?: readonly unknown[]): { readonly id: number; write: Unread } {
    const id = send(text, values);
    const write: Unread = { outcome: undefined };
    unread.set(id, write);
    return { id, write };
  }

  /** @throws what a write of the body failed with. */
  function settle(): void {
    if (unread.size > 0) ask('SELECT 1');
  }

  function run(statement: PostgresStatement, parameters: readonly unknown[]): { readonly changes: number } {
    const values = valuesFor(statement, parameters);
    if (transaction === undefined) {
      isStale = true;
      return { changes: ask(statement.text, values).changes };
    }
    const { id, write } = sendUnread(statement.text, values);
    return {
      get changes() {
        if (write.outcome === undefined) {
          unread.delete(id);
          write.outcome = answerTo(id);
        }
        if (write.outcome instanceof Error) throw write.outcome;
        return write.outcome.changes;
      },
    };
  }

  function prepare<Parameters extends unknown[], Row>(sql: string): Statement<Parameters, Row> {
    const statement = toPostgres(sql);
    const rowsOf = (parameters: readonly unknown[]): Answer =>
      ask(statement.text, valuesFor(statement, parameters));
    return {
      get: (...parameters) => objectsOf<Row>(rowsOf(parameters), 1)[0],
      all: (...parameters) => objectsOf<Row>(rowsOf(parameters)),
      run: (...parameters) => run(statement, parameters),
      pluck: () => ({
        get: (...parameters) => columnOf<Row>(rowsOf(parameters))[0],
        all: (...parameters) => columnOf<Row>(rowsOf(parameters)),
        run: (...parameters) => run(statement, parameters),
        pluck: () => prepare<Parameters, Row>(sql).pluck(),
      }),
    };
  }

  function takeChanges(): readonly ChangedRow[] {
    areChangesTold = true;
    const noted = objectsOf<ChangedRow & NotedRow>(
      ask(`SELECT kind, security_group_id, id, old_generation, old_mac, new_generation, new_mac,
          CASE kind WHEN 'document' THEN id END AS document_id,
          old_mac IS DISTINCT FROM new_mac OR old_generation IS DISTINCT FROM new_generation AS is_other
        FROM changed_rows ORDER BY place`),
    );
    if (noted.length > 0) sendUnread('DELETE FROM changed_rows');
    for (const { document_id } of noted)
      if (document_id !== null) for (const told of watchers) told(document_id);
    // Other columns change without the MAC only where somebody tampers; that row is read again all the same.
    return noted.flatMap(({ is_other, document_id: _, ...row }) => (is_other === 1 ? [row] : []));
  }

  function statusOf(transactionId: string): unknown {
    return ask('SELECT pg_xact_status($1::xid8)', [transactionId]).rows[0]?.[0];
  }

  function commit(): void {
    if (transaction === undefined) throw new EngineAwayError();
    const { begun } = transaction;
    if (begun !== undefined && watchers.length > 0 && !areChangesTold) takeChanges();
    // Its number is what an unknown outcome is asked by.
    if (begun !== undefined && begun.outcome === undefined) settle();
    const id = send('COMMIT');
    let command: string;
    try {
      ({ command } = answerTo(id));
    } catch (error) {
      transaction = undefined;
      const transactionId = begun && begunAs(begun)?.transactionId;
      if (!(error instanceof EngineAwayError) || transactionId === undefined) throw error;
      if (!wasCommitted(connection, transactionId, statusOf)) throw error;
      command = 'COMMIT';
    }
    transaction = undefined;
    if (command !== 'COMMIT') throw new EngineAwayError();
    const writes = begun && begunAs(begun)?.writes;
    // Whoever else wrote in between is found by the number that is not the next one.
    if (writes !== undefined && writes === knownWrites + 1) knownWrites = writes;
  }

  function begin(): void {
    deferred = undefined;
    savepoints = [];
    areChangesTold = false;
    const number = connection.number();
    if (number === 0) throw lose();
    transaction = { connection: number, begun: undefined };
    sendUnread('BEGIN');
    transaction = { connection: number, begun: sendUnread(BEGIN_WRITING).write };
  }

  function rollback(): void {
    try {
      unread.clear();
      const id = send('ROLLBACK');
      connection.wait(id, () => undefined);
    } catch {
      lose();
    }
    unread.clear();
    deferred = undefined;
    transaction = undefined;
  }

  function beginReading(): () => void {
    const number = connection.number();
    if (number === 0) throw lose();
    transaction = { connection: number, begun: undefined };
    sendUnread('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return rollback;
  }

  function readAtOnce<T>(body: () => T): T {
    if (transaction !== undefined) return body();
    try {
      beginReading();
      const result = body();
      commit();
      return result;
    } finally {
      if (transaction !== undefined) rollback();
    }
  }

  let isAsked = false;
  let foreign = 0;

  function foreignWrites(): number {
    if (transaction !== undefined || (isAsked && !isStale)) return foreign;
    isAsked = true;
    setImmediate(() => {
      isAsked = false;
    });
    const writes = Number(ask('SELECT write_count FROM vault_head').rows[0]?.[0]);
    const isSame = !isStale && writes === knownWrites && knownConnection === connection.number();
    knownWrites = writes;
    knownConnection = connection.number();
    isStale = false;
    if (!isSame) foreign += 1;
    return foreign;
  }

  function exec(sql: string): void {
    // On another connection it would be committed by itself.
    if (transaction !== undefined && transaction.connection !== connection.number()) throw lose();
    isStale = true;
    connection.exec(toPostgresSchema(sql), onEarlier);
  }

  const locks = createNamedLocks(connection, ask);

  return {
    prepare,
    exec,
    get inTransaction() {
      return transaction !== undefined;
    },
    begin,
    commit,
    rollback,
    savepoint: () => void savepoints.push(sendUnread('SAVEPOINT one_write').id),
    release() {
      settle();
      savepoints.pop();
      sendUnread('RELEASE one_write');
    },
    undo() {
      const savepoint = savepoints.pop() ?? 0;
      // What the body sent after its failure failed as well. The transaction's own number is still to be heard.
      for (const id of unread.keys()) if (id > savepoint) unread.delete(id);
      deferred = undefined;
      sendUnread('ROLLBACK TO one_write');
      sendUnread('RELEASE one_write');
    },
    readAtOnce,
    beginReading,
    beginLoading: () => beginLoading({ prepare, exec }),
    // What is committed is in its files, and what is deleted goes with the vacuum of the database.
    checkpoint: () => undefined,
    // It recovers by itself, and holds the references at every write.
    isSound: () => true,
    countBrokenReferences: () => 0,
    sizeBytes: () => Number(ask('SELECT pg_database_size(current_database())').rows[0]?.[0]),
    watchDocumentRows(onChanged) {
      watchers.push(onChanged);
      let seen = foreign;
      return {
        isAlone() {
          const before = seen;
          seen = foreignWrites();
          return seen === before;
        },
        isCommitted: () => transaction === undefined,
      };
    },
    noteChangedRows: () => ({ take: takeChanges }),
    foreignWrites,
    isShared: true,
    tryLock: locks.tryLock,
    clockMs: () => Number(ask('SELECT extract(epoch FROM clock_timestamp()) * 1000').rows[0]?.[0]),
    close: connection.close,
  };
}

function begunAs({ outcome }: Unread) {
  if (outcome === undefined || outcome instanceof Error) return undefined;
  const [writes, transactionId] = outcome.rows[0] ?? [];
  return { writes: Number(writes), transactionId: String(transactionId) };
}
