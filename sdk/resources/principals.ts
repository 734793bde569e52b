/** API of persons and of programs' credentials. */

import { CERTIFICATE_ROUTES, type CredentialRenewed } from '#contract/access/certificates.ts';
import type { Credential, CredentialCreateBody, CredentialCreated } from '#contract/access/credentials.ts';
import type {
  Principal,
  PrincipalCreateBody,
  PrincipalDisabled,
  PrincipalDisableQuery,
  PrincipalInvited,
} from '#contract/access/principals.ts';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import type { Unbranded } from '#contract/ids.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import { PageList } from '#sdk/http/lists/page-list.ts';
import type { HttpExchange } from '#sdk/http/send-call.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';

export interface PrincipalsApi {
  readonly list: (options?: CallOptions) => PageList<Principal>;
  /** Returns the invite code, once. */
  readonly invite: (
    body: Unbranded<PrincipalCreateBody>,
    options?: CallOptions,
  ) => VaultPromise<PrincipalInvited>;
  /** Disables a principal and the credentials it issued, unless `issued` is `keep`; the response lists them. */
  readonly disable: (
    principalId: string,
    options?: CallOptions & PrincipalDisableQuery,
  ) => VaultPromise<PrincipalDisabled>;
}

export interface CredentialsApi {
  readonly list: (options?: CallOptions) => PageList<Credential>;
  /** Returns the private key and the token, once. */
  readonly create: (
    body: Unbranded<CredentialCreateBody>,
    options?: CallOptions,
  ) => VaultPromise<CredentialCreated>;
  readonly revoke: (credentialId: string, options?: CallOptions) => VaultPromise<Credential>;
  /** Returns a new certificate and key, once; the token stays, and the old certificate is valid until its expiry. */
  readonly renew: (credentialId: string, options?: CallOptions) => VaultPromise<CredentialRenewed>;
}

export function createPrincipalsApi(exchange: HttpExchange): PrincipalsApi {
  return {
    list: (options) => new PageList((at) => exchange.call(ACCESS_ROUTES.listPrincipals, { at, options })),
    invite: (body, options) => exchange.call(ACCESS_ROUTES.createPrincipal, { body, options }),
    disable: (principal_id, { issued, ...options } = {}) =>
      exchange.call(ACCESS_ROUTES.deletePrincipal, {
        params: { principal_id },
        query: issued === undefined ? {} : { issued },
        options,
      }),
  };
}

export function createCredentialsApi(exchange: HttpExchange): CredentialsApi {
  return {
    list: (options) => new PageList((at) => exchange.call(ACCESS_ROUTES.listCredentials, { at, options })),
    create: (body, options) => exchange.call(ACCESS_ROUTES.createCredential, { body, options }),
    revoke: (credentialId, options) =>
      exchange.call(ACCESS_ROUTES.deleteCredential, { params: { credential_id: credentialId }, options }),
    renew: (credentialId, options) =>
      exchange.call(CERTIFICATE_ROUTES.renewCredential, {
        params: { credential_id: credentialId },
        options,
      }),
  };
}
