/** A travelling copy, asked on the computer it lies on. Any other vault answers `not_found`. */
import type { Unbranded } from '#contract/ids.ts';
import type { BodyOf } from '#contract/route.ts';
import { COPY_ROUTES, type TravellingCopyStatus } from '#contract/sync/travelling-copy.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import type { HttpExchange } from '#sdk/http/exchange.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';

export interface CopyApi {
  /** Not activity: the idle clock runs on. */
  readonly status: (options?: CallOptions) => VaultPromise<TravellingCopyStatus>;
  /** Answers when the exchange has ended, however it ended. `passphrase`: where this computer was opened without it. */
  readonly exchange: (
    body?: { passphrase?: string },
    options?: CallOptions,
  ) => VaultPromise<TravellingCopyStatus>;
  /** It comes with the next exchange. `since`: exams last changed before stay at the vault; null takes all. */
  readonly takeGroup: (
    body: Unbranded<BodyOf<typeof COPY_ROUTES.takeGroup>>,
    options?: CallOptions,
  ) => VaultPromise<TravellingCopyStatus>;
  /** Always take the files of an exam along with their content, or no longer. */
  readonly pin: (
    body: Unbranded<BodyOf<typeof COPY_ROUTES.pin>>,
    options?: CallOptions,
  ) => VaultPromise<TravellingCopyStatus>;
  /** Which name stays of a file or folder renamed on both sides; `own` is the node's `own_name`. */
  readonly settleName: (
    body: Unbranded<BodyOf<typeof COPY_ROUTES.settleName>>,
    options?: CallOptions,
  ) => VaultPromise<TravellingCopyStatus>;
  /** Where its vault is looked for from now on, most wanted first. */
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
