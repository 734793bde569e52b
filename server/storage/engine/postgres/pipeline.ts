/**
 * What one connection is sent, in order, and what becomes of it: an answer is waited for where it is read. What a write
 * that nobody waits for fails with belongs to the transaction it was sent in, and is thrown at that one's next wait.
 * Knows nothing of how transactions begin and end.
 */
import { OptimisticTransactionError } from '#server/storage/engine/optimistic-transaction-error.ts';
import type { Connection, Outcome } from './wire/connection.ts';
import { DatabaseUnavailableError, StatementError } from './wire/postgres-error.ts';
import type { Answer } from './wire/thread-messages.ts';

/** What statements are sent in: a transaction, or none. */
export interface Scope {
  /** Undefined outside a transaction: whichever there is. */
  readonly connection: number | undefined;
  /** Whether it goes on before it has heard how its writes went. */
  readonly isBelieving: boolean;
  /** What a write that nobody waited for has failed with. */
  failure: Error | undefined;
}

/** A write that nobody has waited for. */
export interface PendingWrite {
  readonly id: number;
  readonly scope: Scope;
  outcome: Outcome | undefined;
}

export type Pipeline = ReturnType<typeof createPipeline>;

/** `onLost`: the connection is gone, and every transaction with it. */
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

  /** What a transaction that believed is to be told of a failure. */
  function failureOf({ isBelieving }: Scope, failure: Error): Error {
    return isBelieving && failure instanceof StatementError ? new OptimisticTransactionError() : failure;
  }

  /** @throws what the statement, or an unread one before it, failed with. */
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
    // Nothing that believed goes on after it was wrong.
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
    /** What is sent from here on is part of it. */
    enter(connectionNumber: number, isBelieving: boolean): void {
      scope = { connection: connectionNumber, isBelieving, failure: undefined };
    },
    /** What was sent in it goes on belonging to it. @returns it */
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
    /** @throws what it, or one before it, has failed with */
    read(write: PendingWrite): Answer {
      if (write.outcome === undefined) {
        unread.delete(write.id);
        write.outcome = answerTo(write.id);
      }
      if (write.outcome instanceof Error) throw write.outcome;
      return write.outcome;
    },
    /** Waits for what was sent. @throws what a write has failed with */
    settle(): void {
      if (unread.size > 0) ask('SELECT 1');
      if (scope.failure !== undefined) throw failed(scope);
    },
    /** Those that were sent after `id` were in vain. */
    forgetAfter(id: number): void {
      for (const each of unread.keys()) if (each > id) unread.delete(each);
      scope.failure = undefined;
    },
    /** `tell` is told the answer, whoever waits for something else. @returns its number */
    hear(text: string, tell: (outcome: Outcome) => void, values?: readonly unknown[]): number {
      const id = send(text, values);
      heard.set(id, tell);
      connection.onAnswer(id);
      return id;
    },
    /** Waits for what would be heard, and tells it. */
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
