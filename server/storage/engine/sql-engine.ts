/**
 * The port to the database. Stores see statements only; the code that opens a vault chooses the engine. Everything is
 * synchronous, a transaction body is never interrupted, and there is one writer at a time. Independent of what tables
 * mean. Types only.
 */
import type { DocumentId } from '#contract/ids.ts';
import type { ChangedRow, PredictedRow } from './changed-row.ts';

/** Result of a writing statement. */
export interface WriteResult {
  /** Number of rows inserted, updated or deleted. */
  readonly changes: number;
}

export interface Statement<Parameters extends unknown[], Row> {
  /** Returns the first row of the result. */
  readonly get: (...parameters: Parameters) => Row | undefined;
  readonly all: (...parameters: Parameters) => Row[];
  readonly run: (...parameters: Parameters) => WriteResult;
  /**
   * For an engine that would have to wait for the row count: an optimistic transaction assumes one row, and the
   * database rolls back if not. @returns true when one row was written or assumed
   */
  readonly runSingleRow?: (...parameters: Parameters) => boolean;
  /**
   * Like `all`, without blocking, outside transactions; undefined where reads never block. Concurrent writes may or may
   * not be included. Rejects with the errors of `all`.
   */
  readonly allAsync?: (...parameters: Parameters) => Promise<Row[]>;
  /** Returns the first column instead of the row. */
  readonly pluck: () => Statement<Parameters, Row>;
}

/** The part of the engine that a store uses. */
export interface Statements {
  /** Prepares a statement, written once for every engine; parameters are `?` in order, or `@name` of one object. */
  readonly prepare: <Parameters extends unknown[] = unknown[], Row = unknown>(
    sql: string,
  ) => Statement<Parameters, Row>;
  /**
   * For engines where a read costs a round trip: identifies the reads of transactions so far. The number stays the same
   * until another server writes or a transaction is rolled back. Undefined where everything must be read again.
   */
  readonly cacheGeneration?: () => number | undefined;
  /**
   * For engines where reading the list of changed authenticated rows costs a round trip: states that the next statement
   * changes exactly this row. The database rolls back a transaction in which that was wrong.
   */
  readonly predictChange?: (row: PredictedRow) => void;
}

/** The part of the engine that a migration uses: statements without results. */
export interface SchemaChange {
  readonly exec: (sql: string) => unknown;
}

export interface RowWatch {
  /**
   * True when no other server has written since the last call, in an earlier turn of the event loop. All responses of
   * one turn come from one state.
   */
  readonly hasNoForeignWrites: () => boolean;
  /** True when `hasNoForeignWrites` responds in this turn without waiting. */
  readonly isPolledThisTick: () => boolean;
  /** False inside a transaction, where rows read may be rolled back. */
  readonly isCommitted: () => boolean;
}

/** Lock that one caller on one server has; lost with the connection. */
export interface NamedLock {
  readonly isHeld: () => boolean;
  readonly release: () => void;
}

/** Read-only snapshot of the database. */
export interface ReadState extends Pick<Statements, 'prepare'> {
  /** False once its connection was lost: later reads may be of another state. */
  readonly isOne: () => boolean;
  readonly close: () => void;
}

export interface SqlEngine extends Statements, SchemaChange {
  readonly inTransaction: boolean;
  /**
   * Begins as the only writer. Unless `isCareful`, an engine with round trips may predict results of writes. After a
   * wrong prediction the transaction throws `OptimisticTransactionError`, at its commit at the latest.
   */
  readonly begin: (isCareful?: boolean) => void;
  /**
   * `isWritten`: true when this transaction's writes are in the database. Called after an in-doubt COMMIT, on another
   * connection, which may be a standby without them. Without it the engine's own record decides.
   * @throws while the outcome is in doubt; protocol_error when that takes too long
   */
  readonly commit: (isWritten?: () => boolean) => void;
  /**
   * Commits without blocking, where a commit takes a while. Calls `onEnd` with the outcome before the result of any
   * later statement.
   * @returns false when the commit is already done; then `onEnd` is not called. @throws as `commit`
   */
  readonly commitInBackground: (onEnd: (failure?: Error) => void, isWritten?: () => boolean) => boolean;
  /** Waits for a running commit. */
  readonly awaitCommit: () => void;
  readonly rollback: () => void;
  /** Begins a part of the transaction that can be rolled back alone. */
  readonly savepoint: () => void;
  /**
   * Ends the part. @throws the failure of its writes, if no statement has read that failure and the transaction is
   * careful
   */
  readonly release: () => void;
  readonly rollbackToSavepoint: () => void;
  /** `body` reads one state of the database, whatever other connections write. It must not write. */
  readonly readSnapshot: <T>(body: () => T) => T;
  /**
   * Reads one state over many turns, until the returned function is called. Only for an engine without other users
   * meanwhile.
   */
  readonly beginSnapshot: () => () => void;
  /**
   * Opens a snapshot over another connection, readable over many turns while this engine continues. Undefined where no
   * other server can exist: this engine's own writes are then the only ones.
   * @throws EngineAwayError
   */
  readonly readBeside: () => ReadState | undefined;
  /**
   * Inside a transaction, before loading whole tables: disables triggers until the returned function is called. That
   * function takes the highest assigned number of each table that never assigns one twice.
   * @throws then, or at the commit, where a row references a missing one
   */
  readonly beginLoading: () => (numbers: ReadonlyMap<string, number>) => void;
  /** Writes commits into the database's own file, and makes deleted data unreadable there. */
  readonly checkpoint: () => void;
  /** True when the database is not corrupt. `isThorough`: compares every page with every index, else pages only. */
  readonly isSound: (isThorough: boolean) => boolean;
  /** Number of rows that reference missing ones. */
  readonly countBrokenReferences: () => number;
  /** Size of the database on its disk, in bytes. */
  readonly sizeBytes: () => number;
  /**
   * Reports every change of a row of `documents` made by this engine, also one rolled back later. Called inside the
   * transaction, at its end at the latest. SQLite also reports `document_versions`. `rowMac` is that of a row changed
   * once in the transaction, if known at its end. `onChanged` must not use the database.
   */
  readonly watchDocumentRows: (
    onChanged: (documentId: DocumentId, rowMac?: Uint8Array | null) => void,
  ) => RowWatch;
  /**
   * Records from now on which authenticated rows each transaction changes. `take` returns them in order of change and
   * clears the list; call it inside the transaction.
   */
  readonly noteChangedRows: () => { readonly take: () => readonly ChangedRow[] };
  /**
   * A number that grows whenever another server of the vault may have written; queried once per turn of the event loop,
   * never inside a transaction. Constant where there can be no other server.
   */
  readonly foreignWrites: () => number;
  /**
   * The same query without blocking. Commits from before this call are known in the turn in which the promise resolves,
   * and `foreignWrites` then needs no query of its own. Never rejects. Undefined where no other server can write.
   */
  readonly pollForeignWrites: () => Promise<void> | undefined;
  /** True when the vault can have other servers. */
  readonly isShared: boolean;
  /** Takes a mutex by name. Undefined while another caller has it, here or in another server of the vault. */
  readonly tryLock: (name: string) => NamedLock | undefined;
  /** The database's own clock; undefined where that is this computer's. */
  readonly clockMs: () => number | undefined;
  /** Number of times this thread has waited for another thread's result. It serves no request while it waits. */
  readonly waits: () => number;
  readonly close: () => void;
}
