/**
 * Every durable write goes through here. Writes of the same turn of the event loop, or close together while several
 * clients write, share one transaction and so one fsync, each as a part of it (group commit). A part that throws
 * undoes itself alone. Each is answered only after its own bytes are durable.
 * Where the engine's COMMIT takes a while, other requests are served during it, and new writes wait for its end.
 * Also decides when the write-ahead log is emptied. Must not know what the writes are.
 * Source: sealing design B8, "Also settled".
 */
import { VaultError } from '#contract/errors/vault-error.ts';
import { OptimisticTransactionError } from './engine/optimistic-transaction-error.ts';
import type { SqlEngine } from './engine/sql-engine.ts';
import { asStorageError, isDiskFull } from './storage-error.ts';

/** Longest time a commit stays only in the write-ahead log. */
const CHECKPOINT_AFTER_COMMIT_MS = 30_000;
/** As many writes wait for no further ones. */
const GROUP_MAX = 64;
/** Nobody waits longer than this for those who wrote a moment ago, nor longer than the last commit took. */
const PATIENCE_MAX_MS = 4;

export interface CommitQueue {
  /**
   * Runs `body` in the next shared transaction. Resolves after COMMIT; a throw undoes `body` alone and rejects. `body`
   * is synchronous, and runs again from its beginning where the transaction was undone and is run once more.
   */
  readonly write: <T>(body: () => T) => Promise<T>;
  /** Runs `body` now, in its own transaction (or as a savepoint of the one that is open). */
  readonly writeNow: <T>(body: () => T) => T;
  /** `listener` runs after every COMMIT, before its writes are answered. It must not write. */
  readonly onCommitted: (listener: () => void) => void;
  /** `listener` runs after a body was undone, or a whole transaction: of what its bodies wrote some is not there. */
  readonly onRolledBack: (listener: () => void) => void;
  /** Commits what waits now; before keys are wiped that it needs. Nothing inside a transaction. */
  readonly flush: () => void;
  /** Empties the write-ahead log into the database file and truncates it. */
  readonly checkpoint: () => void;
  /** Asks for that within `ms`; the earliest wish wins. Deletes ask for 5,000. */
  readonly requestCheckpointWithin: (ms: number) => void;
  /** Commits what waits, checkpoints, and stops the timer. */
  readonly close: () => void;
}

export interface CommitQueueOptions {
  /** Runs last inside every transaction. */
  readonly beforeCommit?: () => void;
  /** Whether the newest transaction's writes are in the database; asked when its COMMIT was not answered. */
  readonly isWritten?: () => boolean;
  /** The disk is full. True when there is room now: then the transaction runs once more, from its first body on. */
  readonly freeDiskSpace?: () => boolean;
  /** Runs before every checkpoint and may write. */
  readonly beforeCheckpoint?: () => void;
  /** Runs after every checkpoint. */
  readonly afterCheckpoint?: () => void;
  /** How long a group waits for those who shared the last one; for tests. */
  readonly patienceMs?: number;
}

interface PendingWrite {
  /** Runs the body and keeps its result or its error, in place of those of an earlier run. */
  readonly run: () => void;
  /** What the body threw, if it did. */
  readonly failure: () => unknown;
  /** Settles the caller's promise: with what `run` kept, or with `failure` when the commit itself failed. */
  readonly settle: (failure?: unknown) => void;
}

export function createCommitQueue(db: SqlEngine, options: CommitQueueOptions = {}): CommitQueue {
  const committedListeners: (() => void)[] = [];
  const undoneListeners: (() => void)[] = [];
  let pending: PendingWrite[] = [];
  /** Whether the COMMIT of a group is on its way. */
  let isCommitting = false;
  let lastGroup = 1;
  let lastCommitMs = 0;
  let patience: NodeJS.Timeout | undefined;
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;

  function tellUndone(): void {
    for (const listener of undoneListeners) listener();
  }

  /** Runs one body as a part of the transaction, so that its throw leaves its neighbours' work alone. */
  function attempt<T>(body: () => T): T {
    db.savepoint();
    try {
      const result = body();
      if (result instanceof Promise) throw new TypeError('a transaction body must be synchronous');
      db.release();
      return result;
    } catch (error) {
      // On some storage failures the engine ends the whole transaction automatically.
      if (db.inTransaction) db.rollbackToSavepoint();
      tellUndone();
      throw asStorageError(error);
    }
  }

  /** `bodies` in a transaction that `end` commits. @throws what either does; then nothing of it is there */
  function transact(bodies: () => void, end: () => void, isCareful = false): void {
    db.begin(isCareful);
    try {
      bodies();
      if (!db.inTransaction)
        throw new VaultError('protocol_error', 'The vault could not write to its storage.');
      options.beforeCommit?.();
      end();
    } catch (error) {
      undoAll();
      throw asStorageError(error);
    }
  }

  const commit = (): void => db.commit(options.isWritten);

  function undoAll(): void {
    if (db.inTransaction) db.rollback();
    tellUndone();
  }

  function tellCommitted(): void {
    for (const listener of committedListeners) listener();
  }

  /**
   * Retries once as a careful transaction, where that can succeed; once more where only that attempt shows that the
   * disk is full.
   * @throws `failure` where it cannot, or the failure of the retry
   */
  function retryPessimistically(failure: unknown, bodies: () => void): void {
    const wasBelieving = failure instanceof OptimisticTransactionError;
    if (!wasBelieving && !(isDiskFull(failure) && options.freeDiskSpace?.() === true)) throw failure;
    try {
      transact(bodies, commit, true);
    } catch (again) {
      if (!wasBelieving || !isDiskFull(again)) throw again;
      retryPessimistically(again, bodies);
    }
  }

  function inTransaction(bodies: () => void): void {
    try {
      transact(bodies, commit);
    } catch (error) {
      retryPessimistically(error, bodies);
    }
    tellCommitted();
  }

  /** Commits what waits. `isAside`: others may be served while the COMMIT is on its way. */
  function commitGroup(isAside: boolean): void {
    const batch = pending;
    if (batch.length === 0 || isCommitting || db.inTransaction) return;
    clearTimeout(patience);
    patience = undefined;
    pending = [];
    lastGroup = Math.min(batch.length, GROUP_MAX);
    const startedAt = performance.now();

    function bodies(): void {
      for (const write of batch) if (db.inTransaction) write.run();
      const full = batch.map((write) => write.failure()).find(isDiskFull);
      if (full !== undefined) throw full;
    }

    function end(failure?: unknown): void {
      isCommitting = false;
      try {
        if (failure !== undefined) retryPessimistically(failure, bodies);
        tellCommitted();
        requestCheckpointWithin(CHECKPOINT_AFTER_COMMIT_MS);
        for (const write of batch) write.settle();
      } catch (error) {
        for (const write of batch) write.settle(error);
      }
      lastCommitMs = performance.now() - startedAt;
      if (pending.length > 0) setImmediate(gather, 0);
    }

    function commitAside(): void {
      isCommitting = db.commitInBackground((failure) => {
        if (failure !== undefined) undoAll();
        end(failure);
      }, options.isWritten);
    }

    try {
      transact(bodies, isAside ? commitAside : commit);
    } catch (error) {
      end(error);
      return;
    }
    if (!isCommitting) end();
  }

  function flush(): void {
    if (db.inTransaction) return;
    db.awaitCommit();
    commitGroup(false);
  }

  const patienceMs = (): number => options.patienceMs ?? Math.min(lastCommitMs, PATIENCE_MAX_MS);

  /**
   * An fsync costs more than all else of a write, so the clients that shared the last one share the next: their
   * responses went out together, and their next writes arrive one by one. A group is closed when it is as large as
   * the last and a turn adds none, or when its waiting time ends. A single writer never waits.
   */
  function gather(before: number): void {
    const count = pending.length;
    if (count === 0 || isCommitting) return;
    if (count > 1 && count > before && count < GROUP_MAX) setImmediate(gather, count);
    else if (count < lastGroup) patience = setTimeout(commitGroup, patienceMs(), true);
    else commitGroup(true);
  }

  function write<T>(body: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let outcome: { readonly value: T } | { readonly error: unknown } | undefined;
    if (pending.length === 0 && !isCommitting) setImmediate(gather, 0);
    pending.push({
      run() {
        outcome = undefined;
        try {
          outcome = { value: attempt(body) };
        } catch (error) {
          // That is no answer to anybody: the whole transaction runs again.
          if (!(error instanceof OptimisticTransactionError)) outcome = { error };
        }
      },
      failure: () => (outcome !== undefined && 'error' in outcome ? outcome.error : undefined),
      settle(failure) {
        // A body's own error says more than the failure of its batch.
        if (outcome !== undefined && 'error' in outcome) reject(outcome.error);
        else if (failure !== undefined || outcome === undefined) reject(failure);
        else resolve(outcome.value);
      },
    });
    if (patience !== undefined && pending.length >= lastGroup) setImmediate(commitGroup, true);
    return promise;
  }

  function writeNow<T>(body: () => T): T {
    if (db.inTransaction) return attempt(body);
    let result: { readonly value: T } | undefined;
    inTransaction(() => {
      result = { value: attempt(body) };
    });
    requestCheckpointWithin(CHECKPOINT_AFTER_COMMIT_MS);
    if (result === undefined)
      throw new VaultError('protocol_error', 'The vault could not write to its storage.');
    return result.value;
  }

  function checkpoint(): void {
    options.beforeCheckpoint?.();
    clearTimeout(timer);
    dueAt = Number.POSITIVE_INFINITY;
    db.checkpoint();
    options.afterCheckpoint?.();
  }

  function checkpointUnlessStorageFails(): void {
    try {
      checkpoint();
    } catch {
      // Nothing is lost: the log stays as it is and the next commit asks again.
    }
  }

  function requestCheckpointWithin(ms: number): void {
    const wanted = Date.now() + ms;
    if (wanted >= dueAt) return;
    clearTimeout(timer);
    dueAt = wanted;
    timer = setTimeout(checkpointUnlessStorageFails, ms);
    timer.unref();
  }

  function close(): void {
    flush();
    checkpointUnlessStorageFails();
    clearTimeout(timer);
  }

  return {
    write,
    writeNow,
    onCommitted: (listener) => void committedListeners.push(listener),
    onRolledBack: (listener) => void undoneListeners.push(listener),
    flush,
    checkpoint,
    requestCheckpointWithin,
    close,
  };
}
