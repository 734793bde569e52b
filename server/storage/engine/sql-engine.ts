/**
 * The port to the database. Stores see statements only; the code that opens a vault chooses the engine. Everything
 * is synchronous, a transaction body is never interrupted, and there is one writer at a time.
 * Must not know what the tables mean. Types only.
 */
import type { DocumentId } from '#contract/ids.ts';
import type { ChangedRow, PredictedRow } from './changed-row.ts';

/** What a statement that writes answers. */
export interface WriteResult {
  /** Rows inserted, updated or deleted. */
  readonly changes: number;
}

export interface Statement<Parameters extends unknown[], Row> {
  /** The first row. */
  readonly get: (...parameters: Parameters) => Row | undefined;
  readonly all: (...parameters: Parameters) => Row[];
  readonly run: (...parameters: Parameters) => WriteResult;
  /**
   * Of an engine that would have to wait for the number of rows: in a transaction that believes, believes that it is
   * one, and the database undoes the transaction where it is not. @returns whether it was, or is believed to be
   */
  readonly runSingleRow?: (...parameters: Parameters) => boolean;
  /**
   * `all` without holding anybody up, outside transactions; undefined where reading takes no wait. What is written
   * meanwhile may be in the answer or not. Rejects with what `all` throws.
   */
  readonly allAsync?: (...parameters: Parameters) => Promise<Row[]>;
  /** Answers the first column of a row instead of the row. */
  readonly pluck: () => Statement<Parameters, Row>;
}

/** All that a store needs. */
export interface Statements {
  /** One SQL text for every engine; parameters are `?` in order, or `@name` of one object. */
  readonly prepare: <Parameters extends unknown[] = unknown[], Row = unknown>(
    sql: string,
  ) => Statement<Parameters, Row>;
  /**
   * For engines where a read costs a round trip: identifies what transactions have read so far. The number stays the
   * same until another server writes or a transaction is undone. Undefined where everything must be read again.
   */
  readonly cacheGeneration?: () => number | undefined;
  /**
   * For engines where reading the list of changed authenticated rows costs a round trip: the next statement changes
   * this row and no other. The database undoes a transaction in which that was wrong.
   */
  readonly predictChange?: (row: PredictedRow) => void;
}

/** All that a migration needs: runs statements that answer nothing. */
export interface SchemaChange {
  readonly exec: (sql: string) => unknown;
}

export interface RowWatch {
  /**
   * Whether no other server has written since the last call, in an earlier turn of the event loop. All responses of
   * one turn come from one state.
   */
  readonly hasNoForeignWrites: () => boolean;
  /** Whether `hasNoForeignWrites` answers in this turn without waiting. */
  readonly isPolledThisTick: () => boolean;
  /** Inside a transaction rows may be read that are undone again. */
  readonly isCommitted: () => boolean;
}

/** Held by one caller of one server; lost with the connection. */
export interface NamedLock {
  readonly isHeld: () => boolean;
  readonly release: () => void;
}

/** One state of the database. */
export interface ReadState extends Pick<Statements, 'prepare'> {
  /** False once its connection was lost: what was read since may be of another state. */
  readonly isOne: () => boolean;
  readonly close: () => void;
}

export interface SqlEngine extends Statements, SchemaChange {
  readonly inTransaction: boolean;
  /**
   * As the only writer. Unless `isCareful`, an engine that has to wait for answers may believe how its writes go;
   * from where it was wrong on, the transaction throws `OptimisticTransactionError`, at its commit at the latest.
   */
  readonly begin: (isCareful?: boolean) => void;
  /**
   * `isWritten`: whether this transaction's writes are in the database. Asked when its COMMIT was not answered, on
   * another connection, which may lead to a standby that took over without them. Without it the engine's own record
   * decides.
   * @throws while the outcome is unknown; protocol_error when that takes too long
   */
  readonly commit: (isWritten?: () => boolean) => void;
  /**
   * Commits without waiting, where a commit takes a while. `onEnd` is called with the outcome before the response to
   * any later statement.
   * @returns false when the commit is already done; then `onEnd` is not called. @throws as `commit`
   */
  readonly commitInBackground: (onEnd: (failure?: Error) => void, isWritten?: () => boolean) => boolean;
  /** Waits for a commit that is on its way. */
  readonly awaitCommit: () => void;
  readonly rollback: () => void;
  /** Begins a part of the transaction that `undo` takes back alone. */
  readonly savepoint: () => void;
  /**
   * Ends it. @throws the failure of its writes, if no statement has read that failure and the transaction is careful
   */
  readonly release: () => void;
  readonly rollbackToSavepoint: () => void;
  /** `body` reads one state of the database, whatever other connections write. It must not write. */
  readonly readSnapshot: <T>(body: () => T) => T;
  /**
   * Reads one state over many turns, until the returned function is called. For an engine that has no other user
   * during that time.
   */
  readonly beginSnapshot: () => () => void;
  /**
   * One state of the database over another connection, read until it is closed, over many turns, while this engine goes
   * on. Undefined where there can be no other server: then this engine's own writes are all there is.
   * @throws EngineAwayError
   */
  readonly readBeside: () => ReadState | undefined;
  /**
   * Inside a transaction, before whole tables are put in: nothing reacts to their rows until what it answers is called.
   * That takes the last number given to a row, of the tables that give none twice.
   * @throws then, or at the commit, where a row names another that is not there
   */
  readonly beginLoading: () => (numbers: ReadonlyMap<string, number>) => void;
  /** Makes what was committed part of the database's own file, and what was deleted unreadable there. */
  readonly checkpoint: () => void;
  /** Whether the database holds together. `isThorough`: every page against every index, else pages only. */
  readonly isSound: (isThorough: boolean) => boolean;
  /** Rows that name others that are not there. */
  readonly countBrokenReferences: () => number;
  /** Bytes the database takes on its disk. */
  readonly sizeBytes: () => number;
  /**
   * Reports every change of a row of `documents` made by this engine, also one that is undone later. Called inside
   * the transaction, at its end at the latest. SQLite also reports `document_versions`. `rowMac` is that of a row
   * changed once in the transaction, if known at its end. `onChanged` must not touch the database.
   */
  readonly watchDocumentRows: (
    onChanged: (documentId: DocumentId, rowMac?: Uint8Array | null) => void,
  ) => RowWatch;
  /**
   * Notes from now on which authenticated rows each transaction changes. `take` answers them in the order they were
   * changed and forgets them; inside the transaction.
   */
  readonly noteChangedRows: () => { readonly take: () => readonly ChangedRow[] };
  /**
   * Counts on whenever it is found that another server of the vault may have written; asked once in a turn of the event
   * loop, never inside a transaction. Always the same number where there can be no other.
   */
  readonly foreignWrites: () => number;
  /**
   * The same question without blocking. Commits from before this call are known in the turn in which the promise
   * resolves, and `foreignWrites` then needs no query of its own. Never rejects. Undefined where no other server can
   * write.
   */
  readonly pollForeignWrites: () => Promise<void> | undefined;
  /** Whether there can be other servers of the vault. */
  readonly isShared: boolean;
  /** Undefined while another caller holds it, here or in another server of the vault. */
  readonly tryLock: (name: string) => NamedLock | undefined;
  /** The database's own clock; undefined where that is this computer's. */
  readonly clockMs: () => number | undefined;
  /** How often this thread has waited for another thread's response. It serves no request while it waits. */
  readonly waits: () => number;
  readonly close: () => void;
}
