/**
 * One thing in the vault and what is known of it: the state that was answered for, and the state a request that was
 * cut off would have led to. After a kill the vault must hold exactly one of the two.
 */
import { isDeepStrictEqual } from 'node:util';
import type { VaultClient } from '#sdk/client.ts';
import { APIConnectionError } from '#sdk/errors.ts';

export interface Operation<State> {
  readonly name: string;
  readonly send: (client: VaultClient) => Promise<unknown>;
  readonly after: State;
}

export interface Kind<State> {
  /** Stands in findings: what it is and its marker. */
  readonly name: string;
  readonly initial: State;
  /** What may be done next. */
  readonly choose: (state: State) => Operation<State>;
  /** What the vault answers now. @throws when it answers what no request asked for. */
  readonly read: (client: VaultClient) => Promise<State>;
}

export interface Subject {
  /** One operation. How the connection broke, where it did, as it does at a kill. @throws what was answered with an error. */
  readonly work: (client: VaultClient) => Promise<string | undefined>;
  /** What does not hold; undefined when all does. Goes on from what it read. */
  readonly check: (client: VaultClient) => Promise<string | undefined>;
}

export function track<State>(kind: Kind<State>): Subject {
  let state = kind.initial;
  let cutOff: Operation<State> | undefined;
  return {
    async work(client) {
      const operation = kind.choose(state);
      cutOff = operation;
      try {
        await operation.send(client);
      } catch (error) {
        if (error instanceof APIConnectionError) return `${operation.name}: ${error.message}`;
        throw new Error(`${kind.name}: ${operation.name} was refused: ${String(error)}`, { cause: error });
      }
      state = operation.after;
      cutOff = undefined;
      return undefined;
    },
    async check(client) {
      const allowed = [state, ...(cutOff === undefined ? [] : [cutOff.after])];
      const doing = cutOff?.name ?? 'nothing';
      const found = await kind.read(client);
      state = found;
      cutOff = undefined;
      if (allowed.some((each) => isDeepStrictEqual(each, found))) return undefined;
      return `${kind.name}, cut off in ${doing}: is ${JSON.stringify(found)}, may be ${allowed.map((each) => JSON.stringify(each)).join(' or ')}`;
    },
  };
}
