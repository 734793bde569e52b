/** Messages between the thread that has the connection and the thread that waits for it. */

import type { MessagePort } from 'node:worker_threads';

export interface ThreadStart {
  /** Addresses of the database, one per host; the first that accepts writes is used. */
  readonly hosts: readonly string[];
  readonly port: MessagePort;
  /** Run on every connection before anything else. */
  readonly session: readonly string[];
  /** Memory shared by both threads: two numbers, `SIGNAL`. */
  readonly signal: Int32Array;
}

/** `answers`: incremented with every message to the waiting thread. `connection`: its number; 0 while there is none. */
export const SIGNAL = { answers: 0, connection: 1 } as const;

export interface SentStatement {
  readonly id: number;
  /** Number of the intended connection; on another one the statement is not run. */
  readonly connection: number;
  /** Name of the prepared statement; undefined for several statements without parameters. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

export type ToThread =
  | { readonly kind: 'run'; readonly statements: readonly SentStatement[] }
  /** The connection does not respond; open another. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'close' };

export interface Answer {
  readonly id: number;
  /** Column names; empty where the result has no rows. */
  readonly columns: readonly string[];
  /** Values in the order of the columns. */
  readonly rows: readonly (readonly unknown[])[];
  readonly changes: number;
  /** PostgreSQL's command tag: a failed transaction responds to COMMIT with ROLLBACK. */
  readonly command: string;
}

export interface Failure {
  readonly id: number;
  /** SQLSTATE, or `AWAY` where no connection responded. */
  readonly code: string;
}

/** Id 0: result of the first connection. */
export type StatementResult = Answer | Failure;

/** Results in the order the statements were sent. */
export type FromThread = readonly StatementResult[];

/** Number of the last result: the thread has closed its connection. */
export const CLOSED = -1;

export const UNAVAILABLE = 'AWAY';
/** SQLSTATE of a write sent to a standby. */
export const IS_STANDBY = '25006';
