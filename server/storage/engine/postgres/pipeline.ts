/**
 * Sends statements over one connection in order, and awaits each result where it is read. The failure of an unawaited
 * write belongs to its transaction and is thrown at that transaction's next wait. Transactions begin and end in
 * `transactions.ts`.
 */
import { OptimisticTransactionError } from '#server/storage/engine/optimistic-transaction-error.ts';
import type { Connection, Outcome } from './wire/connection.ts';
import { DatabaseUnavailableError, StatementError } from './wire/postgres-error.ts';
import type { Answer } from './wire/thread-messages.ts';

/** The transaction that statements belong to, or none. */
export interface Scope {
  /** Connection of the open transaction; undefined outside one, where any connection may be used. */
  readonly connection: number | undefined;
  /** True for an optimistic transaction: it continues before the results of its writes arrive. */
  readonly isBelieving: boolean;
  /** The failure of a write whose result was not awaited. */
  failure: Error | undefined;
}

/** A write that was sent without waiting for its result. */
export interface PendingWrite {
  readonly id: number;
  readonly scope: Scope;
  outcome: Outcome | undefined;
}

export type Pipeline = ReturnType<typeof createPipeline>;

/** `onLost`: called when the connection is lost, with every transaction on it. */
export function createPipeline(connection: Connection, onLost: () => void) {
  const names = new Map<string, string>();
  const unread = new Map<number, PendingWrite>();
  const heard = new Map<number, (outcome: Outcome) => void>();
  const none: Scope = { connection: undefined, isBelieving: false, failure: undefined };
  let scope = none;

  connection.listen((id, outcome) => {
    const tell = heard.get(id);
    heard.delete(id);
    tell?.(outcome);
    const write = unread.get(id);
    if (write !== undefined) end(write, outcome);
  });

  function end(write: PendingWrite, outcome: Outcome): void {
    unread.delete(write.id);
    write.outcome = outcome;
    if (outcome instanceof Error) write.scope.failure ??= outcome;
  }

  function nameOf(text: string): string {
    const known = names.get(text);
    if (known !== undefined) return known;
    const name = `s${names.size + 1}`;
    names.set(text, name);
    return name;
  }

  function lose(): DatabaseUnavailableError {
    scope = none;
    unread.clear();
    onLost();
    return new DatabaseUnavailableError();
  }

  function send(text: string, values: readonly unknown[] = []): number {
    const number = scope.connection ?? connection.number();
    if (number === 0 || number !== connection.number()) throw lose();
    return connection.send(number, text, nameOf(text), values);
  }

  /** Converts a failure to the error an optimistic transaction gets. */
  function failureOf({ isBelieving }: Scope, failure: Error): Error {
    return isBelieving && failure instanceof StatementError ? new OptimisticTransactionError() : failure;
  }

  /** Waits for the result of a statement. @throws the error of the statement, or of an unread one before it. */
  function answerTo(id: number): Answer {
    const asked = scope;
    let outcome: Outcome;
    try {
      outcome = connection.wait(id);
    } catch {
      throw lose();
    }
    if (outcome instanceof Error) asked.failure ??= outcome;
    if (asked.failure !== undefined || outcome instanceof Error) throw failed(asked);
    return outcome;
  }

  function failed(asked: Scope): Error {
    const { failure } = asked;
    // An optimistic transaction never continues after a failure.
    if (!asked.isBelieving) asked.failure = undefined;
    return failure === undefined || failure instanceof DatabaseUnavailableError
      ? lose()
      : failureOf(asked, failure);
  }

  function ask(text: string, values?: readonly unknown[]): Answer {
    return answerTo(send(text, values));
  }

  return {
    send,
    ask,
    lose,
    failureOf,
    scope: () => scope,
    /** Statements sent from now on belong to this transaction. */
    enter(connectionNumber: number, isBelieving: boolean): void {
      scope = { connection: connectionNumber, isBelieving, failure: undefined };
    },
    /** Ends it; later results of its statements still belong to it. @returns its scope */
    leave(): Scope {
      const left = scope;
      scope = none;
      return left;
    },
    sendUnread(text: string, values?: readonly unknown[]): PendingWrite {
      const write: PendingWrite = { id: send(text, values), scope, outcome: undefined };
      unread.set(write.id, write);
      return write;
    },
    /** Waits for the result of a write. @throws its error, or that of an earlier write */
    read(write: PendingWrite): Answer {
      if (write.outcome === undefined) {
        unread.delete(write.id);
        write.outcome = answerTo(write.id);
      }
      if (write.outcome instanceof Error) throw write.outcome;
      return write.outcome;
    },
    /** Awaits all sent writes. @throws the error of a write */
    awaitWrites(): void {
      if (unread.size > 0) ask('SELECT 1');
      if (scope.failure !== undefined) throw failed(scope);
    },
    /** Ignores the results of statements sent after `id`. */
    forgetAfter(id: number): void {
      for (const each of unread.keys()) if (each > id) unread.delete(each);
      scope.failure = undefined;
    },
    /** `tell` is called with the result, during any later wait. @returns its number */
    sendWithCallback(text: string, tell: (outcome: Outcome) => void, values?: readonly unknown[]): number {
      const id = send(text, values);
      heard.set(id, tell);
      connection.onAnswer(id);
      return id;
    },
    /** Awaits a result and passes it to its callback. */
    waitFor(id: number): void {
      try {
        connection.wait(id);
      } catch {
        const tell = heard.get(id);
        heard.delete(id);
        tell?.(lose());
      }
    },
  };
}
