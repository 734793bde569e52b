/**
 * One object of the vault with its known states: the confirmed one, and the one an interrupted request would have
 * caused. After a kill the vault must have exactly one of them.
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
  /** Kind and marker, for findings. */
  readonly name: string;
  readonly initial: State;
  /** Chooses the next operation. */
  readonly choose: (state: State) => Operation<State>;
  /** Reads the present state. @throws if no request could have caused it. */
  readonly read: (client: VaultClient) => Promise<State>;
}

export interface Subject {
  /**
   * Runs one operation. Returns how the connection broke, as at a kill; undefined if it did not. @throws an error
   * response.
   */
  readonly work: (client: VaultClient) => Promise<string | undefined>;
  /** Returns a failure; undefined if the state is valid. Continues from the state it read. */
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
