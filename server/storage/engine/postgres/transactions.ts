/**
 * Transactions of one connection. An optimistic one sends its writes without waiting and needs no savepoints. Where one
 * of its parts must be rolled back alone, or a result was not as predicted, it ends with `OptimisticTransactionError`.
 * It is then repeated as a careful one, where each part has its savepoint and each failure is thrown in its own part.
 * Writers queue for the row lock of `vault_head`. Source: clinic design, section 5.
 */
import type { ChangedRow, PredictedRow } from '#server/storage/engine/changed-row.ts';
import { OptimisticTransactionError } from '#server/storage/engine/optimistic-transaction-error.ts';
import type { createChangedRowLog } from './changed-row-log.ts';
import type { ForeignWriteDetector } from './foreign-write-detector.ts';
import { wasCommitted } from './in-doubt-commit.ts';
import type { PendingWrite, Pipeline, Scope } from './pipeline.ts';
import { assertThat } from './postgres-sql.ts';
import type { Connection, Outcome } from './wire/connection.ts';
import { DatabaseUnavailableError } from './wire/postgres-error.ts';

const BEGIN_WRITING =
  'UPDATE vault_head SET write_count = write_count + 1 RETURNING write_count, pg_current_xact_id()::text';

/** Fails when another server has written in between. */
const BEGIN_BELIEVING = `${BEGIN_WRITING}, ${assertThat('write_count = $1')}`;

interface Transaction {
  /** Result of `BEGIN_WRITING`; undefined in a read-only transaction. */
  readonly begun: PendingWrite | undefined;
  /** Predicted write count of the transaction; undefined where it was awaited. */
  readonly believed: number | undefined;
  areRowsTaken: boolean;
  readonly foreseen: PredictedRow[];
  /** Number of statements that have changed authenticated rows. */
  noted: number;
  /** Last statement sent before each open part. */
  readonly parts: number[];
  lastWrite: number;
}

export interface TransactionsDeps {
  readonly connection: Connection;
  readonly pipeline: Pipeline;
  readonly writes: ForeignWriteDetector;
  readonly noted: ReturnType<typeof createChangedRowLog>;
}

export function createTransactions({ connection, pipeline, writes, noted }: TransactionsDeps) {
  let open: Transaction | undefined;
  /** Number of the running COMMIT, while one runs. */
  let ending: number | undefined;

  function endCommit(): void {
    if (ending !== undefined) pipeline.waitFor(ending);
  }

  function write(text: string, values?: readonly unknown[]): PendingWrite {
    const sent = pipeline.sendUnread(text, values);
    if (open !== undefined) open.lastWrite = sent.id;
    return sent;
  }

  function enter(isBelieving: boolean): void {
    endCommit();
    const number = connection.number();
    if (number === 0) throw pipeline.lose();
    pipeline.enter(number, isBelieving);
  }

  function begin(isCareful = false): void {
    enter(!isCareful);
    const believed = isCareful ? undefined : writes.next();
    pipeline.sendUnread('BEGIN');
    const begun =
      believed === undefined
        ? pipeline.sendUnread(BEGIN_WRITING)
        : pipeline.sendUnread(BEGIN_BELIEVING, [believed]);
    open = { begun, believed, areRowsTaken: false, foreseen: [], noted: 0, parts: [], lastWrite: begun.id };
    if (believed === undefined) writes.begun(Number(pipeline.read(begun).rows[0]?.[0]));
  }

  function savepoint(): void {
    if (open === undefined) throw new DatabaseUnavailableError();
    const { isBelieving, failure } = pipeline.scope();
    if (!isBelieving) open.parts.push(write('SAVEPOINT one_write').id);
    else if (failure !== undefined) throw pipeline.failureOf(pipeline.scope(), failure);
    else open.parts.push(open.lastWrite);
  }

  function release(): void {
    if (!pipeline.scope().isBelieving) {
      pipeline.awaitWrites();
      write('RELEASE one_write');
    }
    open?.parts.pop();
  }

  function undo(): void {
    if (open === undefined) return;
    const before = open.parts.pop() ?? 0;
    const scope = pipeline.scope();
    if (scope.isBelieving) {
      // Without a savepoint the part cannot be rolled back alone.
      if (open.lastWrite > before) scope.failure ??= new OptimisticTransactionError();
      return;
    }
    // Statements sent after the failure failed as well. The transaction id is still to arrive.
    pipeline.forgetAfter(before);
    writes.forget();
    write('ROLLBACK TO one_write');
    write('RELEASE one_write');
  }

  function rollback(): void {
    open = undefined;
    writes.forget();
    try {
      const id = pipeline.send('ROLLBACK');
      pipeline.leave();
      connection.wait(id);
    } catch {
      pipeline.lose();
    }
  }

  /** Sends COMMIT if no write failed. @throws the failure */
  function sendCommit(tell: (outcome: Outcome) => void, isWritten?: () => boolean): Transaction {
    if (open === undefined) throw new DatabaseUnavailableError();
    const { begun } = open;
    if (begun !== undefined && noted.isWatched() && !open.areRowsTaken) takeRows();
    // An in-doubt outcome is decided by the writes, or else by the transaction id.
    if (begun !== undefined && begun.outcome === undefined && isWritten === undefined) pipeline.awaitWrites();
    const { failure } = pipeline.scope();
    if (failure !== undefined) throw pipeline.failureOf(pipeline.scope(), failure);
    ending = pipeline.sendWithCallback('COMMIT', tell);
    const sent = open;
    open = undefined;
    return sent;
  }

  /** Calls `onEnd` with the outcome before the result of any later statement. */
  function commitAside(onEnd: (failure?: Error) => void, isWritten?: () => boolean): void {
    const sent = sendCommit((outcome) => {
      ending = undefined;
      onEnd(failureOfCommit(sent, scope, outcome, isWritten));
    }, isWritten);
    const scope = pipeline.leave();
  }

  function commit(isWritten?: () => boolean): void {
    let failure: Error | undefined;
    commitAside((ended) => {
      failure = ended;
    }, isWritten);
    endCommit();
    if (failure !== undefined) throw failure;
  }

  /** Returns the error of a COMMIT; undefined when it is committed. */
  function failureOfCommit(
    { begun, believed }: Transaction,
    scope: Scope,
    outcome: Outcome,
    isWritten?: () => boolean,
  ): Error | undefined {
    const { count = believed, transactionId } = (begun && begunAs(begun)) ?? {};
    const isConfirmed = !(outcome instanceof Error) && outcome.command === 'COMMIT';
    // Rows cached from its writes may not be in the database.
    if (!isConfirmed) writes.forget();
    if (outcome instanceof DatabaseUnavailableError && begun !== undefined) {
      try {
        if (!wasCommitted({ connection, pipeline }, transactionId, isWritten)) return outcome;
      } catch (error) {
        return error instanceof Error ? error : new DatabaseUnavailableError();
      }
    } else if (!isConfirmed) {
      // PostgreSQL responds with ROLLBACK to the COMMIT of a failed transaction.
      const failure = scope.failure ?? (outcome instanceof Error ? outcome : new DatabaseUnavailableError());
      return pipeline.failureOf(scope, failure);
    }
    if (count !== undefined) writes.committed(count);
    return undefined;
  }

  function takeRows(): readonly ChangedRow[] {
    if (open === undefined) throw new DatabaseUnavailableError();
    open.areRowsTaken = true;
    const { foreseen } = open;
    const isForeseen = pipeline.scope().isBelieving && foreseen.length === open.noted;
    return isForeseen ? noted.takePredicted(foreseen) : noted.take();
  }

  function beginReading(): () => void {
    enter(false);
    open = {
      begun: undefined,
      believed: undefined,
      areRowsTaken: true,
      foreseen: [],
      noted: 0,
      parts: [],
      lastWrite: 0,
    };
    pipeline.sendUnread('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return rollback;
  }

  function readAtOnce<T>(body: () => T): T {
    if (open !== undefined) return body();
    try {
      beginReading();
      const result = body();
      commit();
      return result;
    } finally {
      if (open !== undefined) rollback();
    }
  }

  return {
    isOpen: () => open !== undefined,
    /** Called when the connection is lost, and the open transaction with it. */
    lose(): void {
      open = undefined;
    },
    /** Generation of cached reads that the open transaction may use. */
    standing: () =>
      open?.begun !== undefined && pipeline.scope().isBelieving ? writes.standing() : undefined,
    begin,
    write,
    foresee: (row: PredictedRow) => void open?.foreseen.push(row),
    /** Call after sending a statement that changes an authenticated row. */
    countNoted(): void {
      if (open !== undefined) open.noted += 1;
    },
    savepoint,
    release,
    undo,
    rollback,
    commit,
    commitAside,
    endCommit,
    takeRows,
    beginReading,
    readAtOnce,
  };
}

function begunAs({ outcome }: PendingWrite) {
  if (outcome === undefined || outcome instanceof Error) return undefined;
  const [count, transactionId] = outcome.rows[0] ?? [];
  return { count: Number(count), transactionId: String(transactionId) };
}
