/** Persons, and the credentials of programs. */
import type { Credential, CredentialCreateBody, CredentialCreated } from '#contract/access/credentials.ts';
import type { Principal, PrincipalCreateBody, PrincipalInvited } from '#contract/access/principals.ts';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import { type CallOptions, jsonBody } from '../exchange/call.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { PageList } from '../exchange/page-list.ts';
import type { VaultPromise } from '../exchange/vault-promise.ts';

export interface PrincipalsApi {
  readonly list: (options?: CallOptions) => PageList<Principal>;
  /** Answers the invite code, once. */
  readonly invite: (body: PrincipalCreateBody, options?: CallOptions) => VaultPromise<PrincipalInvited>;
  readonly disable: (principalId: string, options?: CallOptions) => VaultPromise<Principal>;
}

export interface CredentialsApi {
  readonly list: (options?: CallOptions) => PageList<Credential>;
  /** Answers the private key and the token, once. */
  readonly create: (body: CredentialCreateBody, options?: CallOptions) => VaultPromise<CredentialCreated>;
  readonly revoke: (credentialId: string, options?: CallOptions) => VaultPromise<Credential>;
}

export function createPrincipalsApi(exchange: Exchange): PrincipalsApi {
  return {
    list: (options) =>
      new PageList((cursor) =>
        exchange.json({ route: ACCESS_ROUTES.listPrincipals, query: { cursor }, options }),
      ),
    invite: (body, options) =>
      exchange.json({ route: ACCESS_ROUTES.createPrincipal, body: jsonBody(body), options }),
    disable: (principalId, options) =>
      exchange.json({ route: ACCESS_ROUTES.deletePrincipal, params: { principal_id: principalId }, options }),
  };
}

export function createCredentialsApi(exchange: Exchange): CredentialsApi {
  return {
    list: (options) =>
      new PageList((cursor) =>
        exchange.json({ route: ACCESS_ROUTES.listCredentials, query: { cursor }, options }),
      ),
    create: (body, options) =>
      exchange.json({ route: ACCESS_ROUTES.createCredential, body: jsonBody(body), options }),
    revoke: (credentialId, options) =>
      exchange.json({
        route: ACCESS_ROUTES.deleteCredential,
        params: { credential_id: credentialId },
        options,
      }),
  };
}
