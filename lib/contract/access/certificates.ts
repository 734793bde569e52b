/**
 * Wire types for the vault's certificates: listing them with their expiry, and renewing them. Source: choices,
 * "Transport and client certificates".
 */
import { type Static, Type } from 'typebox';
import { type CredentialId, CredentialIdSchema, nullableId, PrincipalIdSchema } from '#contract/ids.ts';
import { InstantSchema } from '#contract/instant.ts';
import { NullableString } from '#contract/nullable-schemas.ts';
import { typedRoutes } from '#contract/route.ts';

const CERTIFICATE_USES = ['ca', 'server', 'desktop', 'client'] as const;

export const CertificateSchema = Type.Object({
  kind: Type.Unsafe<(typeof CERTIFICATE_USES)[number]>({ type: 'string', enum: [...CERTIFICATE_USES] }),
  /** Common name of a client certificate; null for other certificates. */
  client_cn: NullableString,
  /** Id of the credential it was issued for, else null. */
  credential_id: nullableId<CredentialId>(),
  expires_at: InstantSchema,
  /** Whole days, rounded down; below 0 after expiry. */
  days_left: Type.Integer(),
  /** True for the certificate of this very request. */
  is_yours: Type.Boolean(),
});
export type Certificate = Static<typeof CertificateSchema>;

export const CertificatesSchema = Type.Object({ items: Type.Array(CertificateSchema) });
export type Certificates = Static<typeof CertificatesSchema>;

/** Certificates of the vault itself. */
export const RENEWABLE = ['server', 'desktop'] as const;
export type Renewable = (typeof RENEWABLE)[number];

const CertificatesRenewBodySchema = Type.Object(
  {
    kinds: Type.Optional(
      Type.Array(Type.Unsafe<Renewable>({ type: 'string', enum: [...RENEWABLE] }), {
        minItems: 1,
        maxItems: RENEWABLE.length,
      }),
    ),
  },
  { additionalProperties: false },
);
export type CertificatesRenewBody = Static<typeof CertificatesRenewBodySchema>;

export const CredentialRenewedSchema = Type.Object({
  credential_id: CredentialIdSchema,
  principal_id: PrincipalIdSchema,
  /** Common name of the certificate, unchanged by the renewal. */
  client_cn: Type.String(),
  certificate_pem: Type.String(),
  /** A new key, shown once. The token stays the same. */
  private_key_pem: Type.String(),
  ca_pem: Type.String(),
  expires_at: InstantSchema,
});
export type CredentialRenewed = Static<typeof CredentialRenewedSchema>;

export const CERTIFICATE_ROUTES = typedRoutes({
  listCertificates: {
    auth: 'session',
    success: 200,
    method: 'GET',
    path: '/v1/certificates',
    operation_id: 'listCertificates',
    summary:
      'How long certificates last: the vault’s, the caller’s, and those of credentials the caller sees',
    response: CertificatesSchema,
  },
  renewCertificates: {
    auth: 'session',
    success: 200,
    method: 'POST',
    path: '/v1/certificates/renew',
    operation_id: 'renewCertificates',
    errors: ['permission_denied'],
    summary: 'Renew the certificates of server and desktop (administrators)',
    body: CertificatesRenewBodySchema,
    response: CertificatesSchema,
  },
  renewCredential: {
    auth: 'session',
    success: 201,
    method: 'POST',
    path: '/v1/credentials/{credential_id}/renew',
    operation_id: 'renewCredential',
    errors: ['permission_denied', 'not_found', 'credential_rejected'],
    summary: 'Issue a new certificate for a credential: for itself, or for those who may end it',
    params: Type.Object({ credential_id: CredentialIdSchema }),
    response: CredentialRenewedSchema,
  },
});
