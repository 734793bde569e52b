/**
 * The waiting end of a PostgreSQL connection that lives in a thread of its own: what is sent is run in order, and
 * whoever needs an answer waits for it, never longer than `WAIT_MAX_MS`. A connection that does not answer in that time
 * is given up; then everything fails at once until there is another.
 * Knows nothing of transactions.
 */
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { EngineAwayError, errorOf } from './postgres-error.ts';
import {
  type Answer,
  CLOSED,
  type FromThread,
  SIGNAL,
  type ThreadStart,
  type ToThread,
} from './thread-messages.ts';

/** A little more than a statement may take: PostgreSQL's own refusal says more than silence. */
export const STATEMENT_MAX_MS = 5000;
const WAIT_MAX_MS = STATEMENT_MAX_MS + 500;
/** For what brings the schema up to date. */
const SCHEMA_WAIT_MAX_MS = 60 * 60 * 1000;
const CONNECT_WAIT_MAX_MS = 10_000;
const CLOSE_WAIT_MAX_MS = 2000;

export type Outcome = Answer | Error;

export interface Connection {
  /** Changes with every connection; 0 while there is none. */
  readonly number: () => number;
  /** @returns the number of the answer. Without a `name`: several statements, without values. */
  readonly send: (connection: number, text: string, name?: string, values?: readonly unknown[]) => number;
  /**
   * Waits for an answer; those that come before it are told to `onEarlier`. The error is answered, not thrown.
   * @throws EngineAwayError when none comes in time.
   */
  readonly wait: (id: number, onEarlier: (id: number, outcome: Outcome) => void, maxMs?: number) => Outcome;
  /** For statements of the schema. @throws what they fail with */
  readonly exec: (text: string, onEarlier: (id: number, outcome: Outcome) => void) => void;
  /** Whether there is a connection before the time is over. */
  readonly waitUntilBack: (maxMs: number) => boolean;
  readonly close: () => void;
}

/** @throws what the first connection fails with. */
export function openConnection(url: string, session: readonly string[]): Connection {
  const signal = new Int32Array(new SharedArrayBuffer(8));
  const { port1: port, port2 } = new MessageChannel();
  const start: ThreadStart = { url, session, signal, port: port2 };
  const thread = new Worker(new URL('./postgres-thread.ts', import.meta.url), {
    workerData: start,
    transferList: [port2],
  });
  // The server lives by its sockets, not by this thread.
  thread.unref();
  let lastId = 0;

  const post = (message: ToThread): void => port.postMessage(message);

  /** Undefined when the time is over. */
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

  function wait(
    id: number,
    onEarlier: (id: number, outcome: Outcome) => void,
    maxMs: number = WAIT_MAX_MS,
  ): Outcome {
    const until = performance.now() + maxMs;
    for (;;) {
      const message = receive(until);
      if (message === undefined) {
        post({ kind: 'cut' });
        throw new EngineAwayError();
      }
      const outcome = 'code' in message ? errorOf(message.code) : message;
      if (message.id === id) return outcome;
      onEarlier(message.id, outcome);
    }
  }

  function send(connection: number, text: string, name?: string, values: readonly unknown[] = []): number {
    lastId += 1;
    post({ kind: 'run', id: lastId, connection, name, text, values });
    return lastId;
  }

  const number = (): number => Atomics.load(signal, SIGNAL.connection);
  const ignored = (): void => undefined;

  let isClosed = false;

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    post({ kind: 'close' });
    const until = performance.now() + CLOSE_WAIT_MAX_MS;
    for (let message = receive(until); message && message.id !== CLOSED; ) message = receive(until);
    port.close();
    // It may be connecting, or saying goodbye to a server that does not answer: either would keep the vault's lock.
    void thread.terminate();
  }

  function waitForFirst(): void {
    const first = wait(0, ignored, CONNECT_WAIT_MAX_MS);
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
    wait,
    exec(text, onEarlier) {
      const outcome = wait(send(number(), text), onEarlier, SCHEMA_WAIT_MAX_MS);
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
