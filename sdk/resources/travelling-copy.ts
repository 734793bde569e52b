/** Sync of a travelling copy, on its own computer. Other vaults return `not_found`. */
import type { Unbranded } from '#contract/ids.ts';
import type { BodyOf } from '#contract/route.ts';
import { COPY_ROUTES, type TravellingCopyStatus } from '#contract/sync/travelling-copy.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import type { HttpExchange } from '#sdk/http/send-call.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';

export interface CopyApi {
  /** Does not count as activity for the idle clock. */
  readonly status: (options?: CallOptions) => VaultPromise<TravellingCopyStatus>;
  /**
   * Syncs and resolves when that has ended, whatever its outcome. `passphrase` is needed if this computer was
   * unlocked without it.
   */
  readonly exchange: (
    body?: { passphrase?: string },
    options?: CallOptions,
  ) => VaultPromise<TravellingCopyStatus>;
  /** Adds a group, fetched by the next sync. `since`: exams last changed before are left out; null copies all. */
  readonly takeGroup: (
    body: Unbranded<BodyOf<typeof COPY_ROUTES.takeGroup>>,
    options?: CallOptions,
  ) => VaultPromise<TravellingCopyStatus>;
  /** Sets whether the content of an exam's files is always copied. */
  readonly pin: (
    body: Unbranded<BodyOf<typeof COPY_ROUTES.pin>>,
    options?: CallOptions,
  ) => VaultPromise<TravellingCopyStatus>;
  /** Resolves a rename conflict of a file or folder; `own` is the node's `own_name`. */
  readonly settleName: (
    body: Unbranded<BodyOf<typeof COPY_ROUTES.settleName>>,
    options?: CallOptions,
  ) => VaultPromise<TravellingCopyStatus>;
  /** Sets the addresses of the home vault, preferred first. */
  readonly changeAddresses: (
    body: BodyOf<typeof COPY_ROUTES.putAddresses>,
    options?: CallOptions,
  ) => VaultPromise<TravellingCopyStatus>;
}

export function createCopyApi(exchange: HttpExchange): CopyApi {
  return {
    status: (options) => exchange.call(COPY_ROUTES.getCopy, { options }),
    exchange: (body = {}, options) =>
      exchange.call(COPY_ROUTES.exchange, { body, options, repeatable: true }),
    takeGroup: (body, options) => exchange.call(COPY_ROUTES.takeGroup, { body, options, repeatable: true }),
    pin: (body, options) => exchange.call(COPY_ROUTES.pin, { body, options, repeatable: true }),
    settleName: (body, options) => exchange.call(COPY_ROUTES.settleName, { body, options }),
    changeAddresses: (body, options) => exchange.call(COPY_ROUTES.putAddresses, { body, options }),
  };
}
