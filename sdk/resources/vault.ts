/** The vault itself: its state, its set-up, its settings, its own description. */
import type { Settings, SettingsPatchBody } from '#contract/access/credentials.ts';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import type { VaultCreated, VaultInitBody, VaultState } from '#contract/access/vault.ts';
import { type CallOptions, jsonBody } from '../exchange/call.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { VaultPromise } from '../exchange/vault-promise.ts';

export interface VaultApi {
  readonly get: (options?: CallOptions) => VaultPromise<VaultState>;
  /** Once; the answer holds the recovery key, which is never shown again. */
  readonly init: (body: VaultInitBody, options?: CallOptions) => VaultPromise<VaultCreated>;
  readonly health: (options?: CallOptions) => VaultPromise<Record<string, never>>;
  /** The OpenAPI 3.1 document. */
  readonly openApi: (options?: CallOptions) => VaultPromise<Record<string, unknown>>;
}

export interface SettingsApi {
  readonly get: (options?: CallOptions) => VaultPromise<Settings>;
  readonly patch: (body: SettingsPatchBody, options?: CallOptions) => VaultPromise<Settings>;
}

export function createVaultApi(exchange: Exchange): VaultApi {
  return {
    get: (options) => exchange.json({ route: ACCESS_ROUTES.getVault, options }),
    init: (body, options) => exchange.json({ route: ACCESS_ROUTES.initVault, body: jsonBody(body), options }),
    health: (options) => exchange.json({ route: ACCESS_ROUTES.getHealth, options }),
    openApi: (options) => exchange.json({ route: ACCESS_ROUTES.getOpenApi, options }),
  };
}

export function createSettingsApi(exchange: Exchange): SettingsApi {
  return {
    get: (options) => exchange.json({ route: ACCESS_ROUTES.getSettings, options }),
    patch: (body, options) =>
      exchange.json({ route: ACCESS_ROUTES.patchSettings, body: jsonBody(body), options, repeatable: true }),
  };
}
