/** API of the vault itself: state, creation, settings and API description. */
import {
  CERTIFICATE_ROUTES,
  type Certificates,
  type CertificatesRenewBody,
} from '#contract/access/certificates.ts';
import type { Settings, SettingsPatchBody } from '#contract/access/credentials.ts';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import { SETTINGS_ROUTES } from '#contract/access/settings-routes.ts';
import type { VaultCreated, VaultInitBody, VaultState } from '#contract/access/vault.ts';
import { METRICS_ROUTES } from '#contract/metrics.ts';
import type { RouteDefinition } from '#contract/route.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import type { HttpExchange } from '#sdk/http/send-call.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';

export interface VaultApi {
  readonly get: (options?: CallOptions) => VaultPromise<VaultState>;
  /** Creates the vault; the response has the recovery key, which is never shown again. */
  readonly init: (body: VaultInitBody, options?: CallOptions) => VaultPromise<VaultCreated>;
  readonly health: (options?: CallOptions) => VaultPromise<Record<string, never>>;
  /** Returns the OpenAPI 3.1 document. */
  readonly openApi: (options?: CallOptions) => VaultPromise<Record<string, unknown>>;
  /** Returns metrics of the running server in the text format of Prometheus. For administrators. */
  readonly metrics: (options?: CallOptions) => Promise<string>;
  /** Returns metrics that identify nobody; needs no session. */
  readonly figures: (options?: CallOptions) => Promise<string>;
}

export interface CertificatesApi {
  /** Lists certificates with their expiry: the vault's, the caller's, and those of credentials the caller sees. */
  readonly list: (options?: CallOptions) => VaultPromise<Certificates>;
  /** Renews the vault's own certificates; both unless `kinds` chooses. */
  readonly renew: (body?: CertificatesRenewBody, options?: CallOptions) => VaultPromise<Certificates>;
}

export interface SettingsApi {
  readonly get: (options?: CallOptions) => VaultPromise<Settings>;
  readonly patch: (body: SettingsPatchBody, options?: CallOptions) => VaultPromise<Settings>;
}

export function createVaultApi(exchange: HttpExchange): VaultApi {
  async function text(route: RouteDefinition, options: CallOptions | undefined): Promise<string> {
    const { answer, deadline } = await exchange.stream(route, { options });
    try {
      return await answer.text();
    } finally {
      deadline.stop();
    }
  }

  return {
    get: (options) => exchange.call(ACCESS_ROUTES.getVault, { options }),
    init: (body, options) => exchange.call(ACCESS_ROUTES.initVault, { body, options }),
    health: (options) => exchange.call(ACCESS_ROUTES.getHealth, { options }),
    openApi: (options) => exchange.call(ACCESS_ROUTES.getOpenApi, { options }),
    metrics: (options) => text(METRICS_ROUTES.getMetrics, options),
    figures: (options) => text(METRICS_ROUTES.getFigures, options),
  };
}

export function createCertificatesApi(exchange: HttpExchange): CertificatesApi {
  return {
    list: (options) => exchange.call(CERTIFICATE_ROUTES.listCertificates, { options }),
    renew: (body = {}, options) => exchange.call(CERTIFICATE_ROUTES.renewCertificates, { body, options }),
  };
}

export function createSettingsApi(exchange: HttpExchange): SettingsApi {
  return {
    get: (options) => exchange.call(SETTINGS_ROUTES.getSettings, { options }),
    patch: (body, options) =>
      exchange.call(SETTINGS_ROUTES.patchSettings, { body, options, repeatable: true }),
  };
}
