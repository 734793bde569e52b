/**
 * Runs every durable write. Writes of the same event-loop turn, or close together while several clients write, share
 * one transaction and so one fsync, each as a part of it (group commit). A part that throws is rolled back alone.
 * Callers get their result only after their own bytes are durable. While a slow COMMIT runs, other requests are served
 * and new writes wait for its end. Also decides when the write-ahead log is emptied. Independent of what is written.
 * Source: sealing design B8, "Also settled".
 */
import { VaultError } from '#contract/errors/vault-error.ts';
import { OptimisticTransactionError } from './engine/optimistic-transaction-error.ts';
import type { SqlEngine } from './engine/sql-engine.ts';
import { asStorageError, isDiskFull } from './storage-error.ts';

/** Longest time a commit stays only in the write-ahead log. */
const CHECKPOINT_AFTER_COMMIT_MS = 30_000;
/** A group of this size waits for no further writes. */
const GROUP_MAX = 64;
/** Longest wait for clients that wrote a moment ago; also no longer than the last commit took. */
const PATIENCE_MAX_MS = 4;

export interface CommitQueue {
  /**
   * Runs `body` in the next shared transaction. Resolves after COMMIT; a throw rolls back `body` alone and rejects.
   * `body` is synchronous, and runs again from its beginning when the transaction is repeated.
   */
  readonly write: <T>(body: () => T) => Promise<T>;
  /** Runs `body` now, in its own transaction (or as a savepoint of the open one). */
  readonly writeNow: <T>(body: () => T) => T;
  /** Calls `listener` after every COMMIT, before results are returned. It must not write. */
  readonly onCommitted: (listener: () => void) => void;
  /** Calls `listener` after a body or a whole transaction was rolled back: cached writes may be missing. */
  readonly onRolledBack: (listener: () => void) => void;
  /** Commits pending writes, before keys they need are wiped. Does nothing inside a transaction. */
  readonly flush: () => void;
  /** Empties the write-ahead log into the database file and truncates it. */
  readonly checkpoint: () => void;
  /** Requests a checkpoint within `ms`; the earliest request wins. Deletes request 5,000. */
  readonly requestCheckpointWithin: (ms: number) => void;
  /** Commits pending writes, checkpoints, and stops the timer. */
  readonly close: () => void;
}

export interface CommitQueueOptions {
  /** Runs last inside every transaction. */
  readonly beforeCommit?: () => void;
  /** True when the newest transaction's writes are in the database; called after an in-doubt commit. */
  readonly isWritten?: () => boolean;
  /** Called when the disk is full. Returns true when there is space now: the transaction then runs again. */
  readonly freeDiskSpace?: () => boolean;
  /** Runs before every checkpoint and may write. */
  readonly beforeCheckpoint?: () => void;
  /** Runs after every checkpoint. */
  readonly afterCheckpoint?: () => void;
  /** How long a group waits for the clients of the last one; set by tests. */
  readonly patienceMs?: number;
}

interface PendingWrite {
  /** Runs the body and stores its result or error, replacing those of an earlier run. */
  readonly run: () => void;
  /** The error the body threw, if any. */
  readonly failure: () => unknown;
  /** Settles the caller's promise: with the result of `run`, or with `failure` when the commit itself failed. */
  readonly settle: (failure?: unknown) => void;
}

export function createCommitQueue(db: SqlEngine, options: CommitQueueOptions = {}): CommitQueue {
  const committedListeners: (() => void)[] = [];
  const undoneListeners: (() => void)[] = [];
  let pending: PendingWrite[] = [];
  /** True while the COMMIT of a group is running. */
  let isCommitting = false;
  let lastGroup = 1;
  let lastCommitMs = 0;
  let patience: NodeJS.Timeout | undefined;
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;

  function tellUndone(): void {
    for (const listener of undoneListeners) listener();
  }

  /** Runs one body as a part of the transaction, so that its throw does not affect the other parts. */
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

  /** Runs `bodies` in a transaction that `end` commits. @throws the error of either; all is rolled back then */
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
   * Repeats once as a careful transaction, where that can succeed; once more if only that attempt shows that the disk
   * is full.
   * @throws `failure` where it cannot, or the error of the repetition
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

  /** Commits pending writes. `isAside`: other requests are served while the COMMIT runs. */
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
   * Waits for more writes before a commit, because an fsync costs most. Clients of the last group got their responses
   * together, so their next writes follow one by one. A group is closed when it is as large as the last and a turn adds
   * none, or when its waiting time ends. A single writer never waits.
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
          // Callers get no result yet, because the whole transaction runs again.
          if (!(error instanceof OptimisticTransactionError)) outcome = { error };
        }
      },
      failure: () => (outcome !== undefined && 'error' in outcome ? outcome.error : undefined),
      settle(failure) {
        // Prefers a body's own error over the failure of its group.
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
      // The log stays, and the next commit requests a checkpoint again.
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
