/**
 * API for programs that keep a copy of a vault: sealed rows and files in both directions. They have the keys to
 * verify them.
 */

import type { Unbranded } from '#contract/ids.ts';
import type { SyncBootstrap } from '#contract/sync/bootstrap.ts';
import { TRAVEL_ROUTES } from '#contract/sync/routes.ts';
import type {
  PullBody,
  PullDocumentsBody,
  Pulled,
  PulledDocuments,
  PulledNodes,
  PulledVersions,
  PullNodesBody,
  PullVersionsBody,
  PushBody,
  Pushed,
  PushedBytes,
  PushedNode,
  PushNodeBody,
  TravelSize,
  TravelSizeQuery,
} from '#contract/sync/sync-bodies.ts';
import type { UploadSource } from '#sdk/drive/upload-source.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import { responseChunks } from '#sdk/http/read-response.ts';
import type { HttpExchange } from '#sdk/http/send-call.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';

/** Identifies sealed bytes and the offset to start from. */
export interface SealedBytesPlace {
  readonly security_group_id: string;
  readonly node_id: string;
  /** Id of the node, of one of its parts or of a derived picture. */
  readonly blob: string;
  readonly start?: number;
}

export interface TravelApi {
  /** Returns everything except documents and files; of the signed list the records after `after`. */
  readonly frame: (after?: number, options?: CallOptions) => VaultPromise<SyncBootstrap>;
  /** Estimates the size of a copy of a group. */
  readonly size: (query: Unbranded<TravelSizeQuery>, options?: CallOptions) => VaultPromise<TravelSize>;
  /** Returns changes in a group after a position. */
  readonly pull: (body: Unbranded<PullBody>, options?: CallOptions) => VaultPromise<Pulled>;
  readonly pullDocuments: (
    body: Unbranded<PullDocumentsBody>,
    options?: CallOptions,
  ) => VaultPromise<PulledDocuments>;
  readonly pullVersions: (
    body: Unbranded<PullVersionsBody>,
    options?: CallOptions,
  ) => VaultPromise<PulledVersions>;
  readonly pullNodes: (body: Unbranded<PullNodesBody>, options?: CallOptions) => VaultPromise<PulledNodes>;
  /** Streams sealed bytes; throws if interrupted. Resume with `start`; the bytes are verified when opened. */
  readonly sealedBytes: (place: SealedBytesPlace, options?: CallOptions) => AsyncIterable<Uint8Array>;
  /**
   * Pushes a version; repeats have no further effect.
   * @throws VaultApiError version_conflict, group_key_unavailable, and other errors of the route
   */
  readonly push: (body: Unbranded<PushBody>, options?: CallOptions) => VaultPromise<Pushed>;
  /**
   * Pushes a file or folder; repeats have no further effect. A new file is complete once nothing is `missing`.
   * @throws VaultApiError version_conflict, name_taken, group_key_unavailable, and other errors of the route
   */
  readonly pushNode: (body: Unbranded<PushNodeBody>, options?: CallOptions) => VaultPromise<PushedNode>;
  /** Pushes bytes reported as missing. `source` has all of the sealed bytes. */
  readonly bringBytes: (
    place: Omit<SealedBytesPlace, 'start'> & { readonly part: number },
    source: UploadSource & { readonly size: number },
    options?: CallOptions,
  ) => VaultPromise<PushedBytes>;
}

export function createTravelApi(exchange: HttpExchange): TravelApi {
  const read = { repeatable: true } as const;
  return {
    frame: (after, options) =>
      exchange.call(TRAVEL_ROUTES.frame, { query: after === undefined ? {} : { after }, options }),
    size: (query, options) => exchange.call(TRAVEL_ROUTES.size, { query, options }),
    pull: (body, options) => exchange.call(TRAVEL_ROUTES.pull, { ...read, body, options }),
    pullDocuments: (body, options) => exchange.call(TRAVEL_ROUTES.pullDocuments, { ...read, body, options }),
    pullVersions: (body, options) => exchange.call(TRAVEL_ROUTES.pullVersions, { ...read, body, options }),
    pullNodes: (body, options) => exchange.call(TRAVEL_ROUTES.pullNodes, { ...read, body, options }),
    sealedBytes: (place, options) => readSealedBytes(exchange, place, options),
    push: (body, options) => exchange.call(TRAVEL_ROUTES.push, { ...read, body, options }),
    pushNode: (body, options) => exchange.call(TRAVEL_ROUTES.pushNode, { ...read, body, options }),
    bringBytes: ({ security_group_id: sg, node_id, blob, part }, source, options) =>
      exchange.call(TRAVEL_ROUTES.bringBytes, {
        params: { sg, node_id, blob },
        query: { part },
        content: { kind: 'bytes', source, start: 0, end: source.size },
        repeatable: false,
        options,
      }),
  };
}

async function* readSealedBytes(
  exchange: HttpExchange,
  { security_group_id: sg, node_id, blob, start = 0 }: SealedBytesPlace,
  options?: CallOptions,
): AsyncGenerator<Uint8Array, void> {
  const answer = await exchange.stream(TRAVEL_ROUTES.sealedBytes, {
    params: { sg, node_id, blob },
    headers: { accept: '*/*', ...(start === 0 ? {} : { range: `bytes=${start}-` }) },
    options,
  });
  yield* responseChunks(answer);
}
