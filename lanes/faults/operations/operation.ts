/** Type of a request that runs with failing storage, and of the check of its effect. */
import type { SecurityGroupId } from '#contract/ids.ts';
import type { VaultClient } from '#sdk/client.ts';
import { VaultApiError } from '#sdk/errors.ts';
import type { Transport } from '#sdk/transport.ts';

/** The vault that receives the requests. */
export interface Bench {
  readonly client: VaultClient;
  readonly group: SecurityGroupId;
  readonly dataDir: string;
  /** Opens another session of the owner. */
  readonly connect: () => Promise<VaultClient>;
  /** Returns a client with the desktop's certificate and no session. */
  readonly stranger: () => VaultClient;
  /** Returns the transport for a certificate. */
  readonly transport: (held: Held) => Transport;
  /** Sends any request by path with the owner's session; returns the full response. */
  readonly send: (method: string, path: string, body?: SentBytes) => Promise<RawAnswer>;
}

/** Client certificate and key in PEM. */
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
  /** Operation id of the route in the contract. */
  readonly operation_id: string;
  /** Creates the data the request works on. */
  readonly prepare: (bench: Bench) => Promise<Prepared>;
}

export interface Prepared {
  readonly send: () => PromiseLike<unknown>;
  /**
   * Returns true if the request took effect; for a read, its response.
   * @param isAnswered whether the request was confirmed
   * @throws if it took effect partly, or the server stopped working
   */
  readonly isDone: (isAnswered: boolean) => Promise<boolean>;
  /** Removes the data of this request. */
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
