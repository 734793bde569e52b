/**
 * Caller's side of a PostgreSQL connection that runs in a thread of its own. Statements run in the order they are sent.
 * A caller waits for a result or gets it by callback, never longer than `WAIT_MAX_MS`. A connection that does not
 * respond in that time is dropped; until there is another, every call fails at once. Independent of transactions.
 */
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { DatabaseUnavailableError, toStorageError } from './postgres-error.ts';
import {
  type Answer,
  CLOSED,
  type FromThread,
  type SentStatement,
  SIGNAL,
  type StatementResult,
  type ThreadStart,
  type ToThread,
  UNAVAILABLE,
} from './thread-messages.ts';

/** A little longer than PostgreSQL's own limit, because its error says more than a timeout. */
export const STATEMENT_MAX_MS = 5000;
const WAIT_MAX_MS = STATEMENT_MAX_MS + 500;
/** Time limit of schema migrations. */
const SCHEMA_WAIT_MAX_MS = 60 * 60 * 1000;
/** Time limit of connecting to each host. */
const CONNECT_WAIT_MAX_MS = 10_000;
const CLOSE_WAIT_MAX_MS = 2000;
/** Number of unsent statements at which they are sent, even if no caller waits yet. */
const HELD_BACK_MAX = 64;

export type Outcome = Answer | Error;

export interface Connection {
  /** Number of the present connection, new for each; 0 while there is none. */
  readonly number: () => number;
  /**
   * Sent together with the next statement whose result is awaited or reported.
   * @returns the number of the result. Without a `name`: several statements, without values.
   */
  readonly send: (connection: number, text: string, name?: string, values?: readonly unknown[]) => number;
  /** Calls `listener` with every result that is not awaited, in order, also during a wait for a later one. */
  readonly listen: (listener: (id: number, outcome: Outcome) => void) => void;
  /**
   * Waits for a result. An error is returned, not thrown.
   * @throws EngineAwayError when none comes in time.
   */
  readonly wait: (id: number, maxMs?: number) => Outcome;
  /** Returns the number of waits for the database so far. */
  readonly waits: () => number;
  /** Passes this result to the listener in order, awaited or not, and within the time limit. */
  readonly onAnswer: (id: number) => void;
  /** Runs schema statements. @throws their errors */
  readonly exec: (text: string) => void;
  /** True when there is a connection before the time is over. */
  readonly waitUntilBack: (maxMs: number) => boolean;
  readonly close: () => void;
}

/** `hosts`: an address for each. @throws the error of the first connection. */
export function openConnection(hosts: readonly string[], session: readonly string[]): Connection {
  const signal = new Int32Array(new SharedArrayBuffer(8));
  const { port1: port, port2 } = new MessageChannel();
  const start: ThreadStart = { hosts, session, signal, port: port2 };
  const thread = new Worker(new URL('./postgres-thread.ts', import.meta.url), {
    workerData: start,
    transferList: [port2],
  });
  // The thread alone must not keep the process alive.
  thread.unref();
  let lastId = 0;
  let waits = 0;
  let listener = (_id: number, _outcome: Outcome): void => undefined;
  let unsent: SentStatement[] = [];
  /** Results that arrived and are not reported yet. */
  const arrived: StatementResult[] = [];
  /** Awaited results: several where a listener waits during a wait. */
  const waited = new Map<number, Outcome | undefined>();
  const heard = new Map<number, NodeJS.Timeout>();

  const post = (message: ToThread): void => port.postMessage(message);

  function sendAll(): void {
    if (unsent.length === 0) return;
    post({ kind: 'run', statements: unsent });
    unsent = [];
  }

  /** Receives the next message of the thread; undefined when the time is over. */
  function receive(until: number): FromThread | undefined {
    for (;;) {
      const seen = Atomics.load(signal, SIGNAL.answers);
      const received: { readonly message: FromThread } | undefined = receiveMessageOnPort(port);
      if (received !== undefined) return received.message;
      const left = until - performance.now();
      if (left <= 0) return undefined;
      Atomics.wait(signal, SIGNAL.answers, seen, left);
    }
  }

  function deliverArrived(): void {
    for (let told = arrived.shift(); told !== undefined; told = arrived.shift()) {
      const { id } = told;
      const outcome = 'code' in told ? toStorageError(told.code) : told;
      const isWaited = waited.has(id);
      if (isWaited) waited.set(id, outcome);
      if (unhear(id) || !isWaited) listener(id, outcome);
    }
  }

  function unhear(id: number): boolean {
    const timer = heard.get(id);
    if (timer === undefined) return false;
    clearTimeout(timer);
    heard.delete(id);
    if (heard.size === 0) port.unref();
    return true;
  }

  port.on('message', (messages: FromThread) => {
    arrived.push(...messages);
    deliverArrived();
  });
  port.unref();

  function wait(id: number, maxMs: number = WAIT_MAX_MS): Outcome {
    sendAll();
    waits += 1;
    const until = performance.now() + maxMs;
    waited.set(id, undefined);
    try {
      for (;;) {
        deliverArrived();
        const outcome = waited.get(id);
        if (outcome !== undefined) return outcome;
        const messages = receive(until);
        if (messages === undefined) {
          post({ kind: 'cut' });
          throw new DatabaseUnavailableError();
        }
        arrived.push(...messages);
      }
    } finally {
      waited.delete(id);
    }
  }

  function receiveResult(id: number): void {
    sendAll();
    port.ref();
    heard.set(
      id,
      setTimeout(() => {
        // This thread may have been blocked, so first read results that already arrived.
        const messages = receive(performance.now());
        if (messages !== undefined) arrived.push(...messages);
        deliverArrived();
        if (heard.has(id)) post({ kind: 'cut' });
      }, WAIT_MAX_MS),
    );
  }

  function send(connection: number, text: string, name?: string, values: readonly unknown[] = []): number {
    lastId += 1;
    unsent.push({ id: lastId, connection, name, text, values });
    if (unsent.length >= HELD_BACK_MAX) sendAll();
    return lastId;
  }

  const number = (): number => Atomics.load(signal, SIGNAL.connection);

  let isClosed = false;

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    post({ kind: 'close' });
    const until = performance.now() + CLOSE_WAIT_MAX_MS;
    while (arrived.at(-1)?.id !== CLOSED) {
      const messages = receive(until);
      if (messages === undefined) break;
      arrived.push(...messages);
    }
    for (const id of heard.keys()) arrived.push({ id, code: UNAVAILABLE });
    deliverArrived();
    port.close();
    // Terminated, because connecting or closing may hang and would keep the vault's lock.
    void thread.terminate();
  }

  function waitForFirst(): void {
    const first = wait(0, CONNECT_WAIT_MAX_MS * hosts.length);
    if (first instanceof Error) throw first;
  }

  try {
    waitForFirst();
  } catch (error) {
    close();
    throw error;
  }
  return {
    number,
    send,
    listen(next) {
      listener = next;
    },
    wait,
    waits: () => waits,
    onAnswer: receiveResult,
    exec(text) {
      const outcome = wait(send(number(), text), SCHEMA_WAIT_MAX_MS);
      if (outcome instanceof Error) throw outcome;
    },
    waitUntilBack(maxMs) {
      const until = performance.now() + maxMs;
      while (number() === 0) {
        const left = until - performance.now();
        if (left <= 0) return false;
        Atomics.wait(signal, SIGNAL.connection, 0, left);
      }
      return true;
    },
    close,
  };
}
