/** What goes between the thread that holds the connection and the one that waits for it. */

import type { MessagePort } from 'node:worker_threads';

export interface ThreadStart {
  /** One for each host; the first that takes writes is the database. */
  readonly hosts: readonly string[];
  readonly port: MessagePort;
  /** Run on every connection before anything else. */
  readonly session: readonly string[];
  /** Two numbers: `SIGNAL`. */
  readonly signal: Int32Array;
}

/** `answers`: counts on with every message to the waiting thread. `connection`: its number; 0 while there is none. */
export const SIGNAL = { answers: 0, connection: 1 } as const;

export interface SentStatement {
  readonly id: number;
  /** The connection it is meant for; on another one it is not run. */
  readonly connection: number;
  /** Undefined: several statements without parameters. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

export type ToThread =
  | { readonly kind: 'run'; readonly statements: readonly SentStatement[] }
  /** The connection does not answer; begin another. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'close' };

export interface Answer {
  readonly id: number;
  /** None where there are no rows. */
  readonly columns: readonly string[];
  /** Values in the order of the columns. */
  readonly rows: readonly (readonly unknown[])[];
  readonly changes: number;
  /** What was done, as PostgreSQL names it: a failed transaction answers COMMIT with ROLLBACK. */
  readonly command: string;
}

export interface Failure {
  readonly id: number;
  /** SQLSTATE, or `AWAY` where no connection could answer. */
  readonly code: string;
}

/** Id 0: of the first connection. */
export type StatementResult = Answer | Failure;

/** In the order of what was sent. */
export type FromThread = readonly StatementResult[];

/** The number of the last answer: the thread has ended its connection. */
export const CLOSED = -1;

export const UNAVAILABLE = 'AWAY';
/** SQLSTATE of whoever would write to a database that follows another. */
export const IS_STANDBY = '25006';
