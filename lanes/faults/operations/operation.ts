/** A request under which calls of storage fail, and how to tell afterwards what the vault made of it. */
import type { SecurityGroupId } from '#contract/ids.ts';
import type { VaultClient } from '#sdk/client.ts';
import { VaultApiError } from '#sdk/errors.ts';
import type { Transport } from '#sdk/transport.ts';

/** The vault the requests are sent to. */
export interface Bench {
  readonly client: VaultClient;
  readonly group: SecurityGroupId;
  readonly dataDir: string;
  /** Another session of the owner. */
  readonly connect: () => Promise<VaultClient>;
  /** A client with the desktop's certificate and no session. */
  readonly stranger: () => VaultClient;
  /** What carries the requests of whoever holds this certificate. */
  readonly transport: (held: Held) => Transport;
  /** Anything of the API by its path, with the owner's session: what it answered, read to the end. */
  readonly send: (method: string, path: string, body?: SentBytes) => Promise<RawAnswer>;
}

/** PEM. */
export interface Held {
  readonly certificate_pem: string;
  readonly private_key_pem: string;
}

export interface SentBytes {
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

export interface Operation {
  /** Of the route it asks, as the contract names it. */
  readonly operation_id: string;
  /** Makes what the request works on. */
  readonly prepare: (bench: Bench) => Promise<Prepared>;
}

export interface Prepared {
  readonly send: () => PromiseLike<unknown>;
  /**
   * Whether the vault holds what the request was for; of a request that only reads, what it answers.
   * @param isAnswered whether the request had been answered as done
   * @throws whatever says that it is done by half, or that the server does not go on
   */
  readonly isDone: (isAnswered: boolean) => Promise<boolean>;
  /** Ends what was made for this one. */
  readonly end?: () => Promise<void>;
}

export function operation(operation_id: string, prepare: Operation['prepare']): Operation {
  return { operation_id, prepare };
}

export async function isThere(look: () => PromiseLike<unknown>): Promise<boolean> {
  try {
    await look();
    return true;
  } catch (error) {
    if (error instanceof VaultApiError && error.code === 'not_found') return false;
    throw error;
  }
}
