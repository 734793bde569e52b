/**
 * What the vault asks of the database its rows lie in. Stores see statements alone; whoever opens a vault chooses the
 * engine. Everything is synchronous, a transaction body is never interrupted, and there is one writer at a time.
 * Must not know what the tables mean. Types only.
 */
import type { DocumentId } from '#contract/ids.ts';
import type { ChangedRow } from './changed-row.ts';

export interface Statement<Parameters extends unknown[], Row> {
  /** The first row. */
  readonly get: (...parameters: Parameters) => Row | undefined;
  readonly all: (...parameters: Parameters) => Row[];
  /** `changes`: rows inserted, updated or deleted. */
  readonly run: (...parameters: Parameters) => { readonly changes: number };
  /** Answers the first column of a row instead of the row. */
  readonly pluck: () => Statement<Parameters, Row>;
}

/** All that a store needs. */
export interface Statements {
  /** One SQL text for every engine; parameters are `?` in order, or `@name` of one object. */
  readonly prepare: <Parameters extends unknown[] = unknown[], Row = unknown>(
    sql: string,
  ) => Statement<Parameters, Row>;
}

/** All that a migration needs: runs statements that answer nothing. */
export interface SchemaChange {
  readonly exec: (sql: string) => unknown;
}

export interface RowWatch {
  /**
   * Whether nobody else has written since this was asked last, in an earlier turn of the event loop: what is answered
   * in one turn is read of one state.
   */
  readonly isAlone: () => boolean;
  /** Inside a transaction rows may be read that are undone again. */
  readonly isCommitted: () => boolean;
}

/** Held by one caller of one server; lost with the connection. */
export interface NamedLock {
  readonly isHeld: () => boolean;
  readonly release: () => void;
}

export interface SqlEngine extends Statements, SchemaChange {
  readonly inTransaction: boolean;
  /** As the only writer. */
  readonly begin: () => void;
  readonly commit: () => void;
  readonly rollback: () => void;
  /** Begins a part of the transaction that `undo` takes back alone. */
  readonly savepoint: () => void;
  /** Ends it. @throws what its writes have failed with, as far as nobody has read that */
  readonly release: () => void;
  readonly undo: () => void;
  /** `body` reads one state of the database, whoever writes meanwhile. It must not write. */
  readonly readAtOnce: <T>(body: () => T) => T;
  /**
   * Reads one state until what it answers is called, over many turns: of an engine that nobody else uses meanwhile.
   */
  readonly beginReading: () => () => void;
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
   * Tells of every change of a row of `documents` by this engine, inside the transaction that makes it, at its end at
   * the latest, also of one that is undone later; SQLite also of `document_versions`. `onChanged` must not touch the database.
   */
  readonly watchDocumentRows: (onChanged: (documentId: DocumentId) => void) => RowWatch;
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
  /** Whether there can be other servers of the vault. */
  readonly isShared: boolean;
  /** Undefined while another caller holds it, here or in another server of the vault. */
  readonly tryLock: (name: string) => NamedLock | undefined;
  /** The database's own clock; undefined where that is this computer's. */
  readonly clockMs: () => number | undefined;
  readonly close: () => void;
}
