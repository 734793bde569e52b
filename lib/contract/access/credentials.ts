/** SDK credentials and workspace settings. Source: choices, "Sessions and principals", "Transport and client certificates". */
import { type Static, Type } from 'typebox';
import { RECEIVERS_MAX_CHARS } from '#contract/exchange/receivers.ts';
import { CredentialIdSchema, PrincipalIdSchema } from '#contract/ids.ts';
import { InstantSchema, TimePrecisionSchema } from '#contract/instant.ts';
import { FILE_MAX_BYTES, NAME_MAX_CHARS } from '#contract/limits.ts';
import { NullableCount, NullableInteger, NullableString, nullableText } from '#contract/nullable-schemas.ts';
import { GroupRoleSchema } from './roles.ts';

const closed = { additionalProperties: false } as const;

export const CredentialCreateBodySchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: NAME_MAX_CHARS, pattern: '\\S' }),
    /**
     * Groups and roles of the credential; empty for a workstation's certificate, whose persons use their own keys.
     * For administrators.
     */
    groups: Type.Array(GroupRoleSchema, { maxItems: 1000 }),
    expires_at: Type.Optional(NullableString),
  },
  closed,
);
export type CredentialCreateBody = Static<typeof CredentialCreateBodySchema>;

export const CredentialCreatedSchema = Type.Object({
  credential_id: CredentialIdSchema,
  principal_id: PrincipalIdSchema,
  client_cn: Type.String(),
  certificate_pem: Type.String(),
  private_key_pem: Type.String(),
  ca_pem: Type.String(),
  /** Shown once. See `credential-token.ts`. */
  token: Type.String(),
});
export type CredentialCreated = Static<typeof CredentialCreatedSchema>;

export const CredentialSchema = Type.Object({
  credential_id: CredentialIdSchema,
  principal_id: PrincipalIdSchema,
  name: Type.String(),
  client_cn: Type.String(),
  groups: Type.Array(GroupRoleSchema),
  created_at: InstantSchema,
  created_by: PrincipalIdSchema,
  expires_at: NullableString,
  revoked_at: NullableString,
});
export type Credential = Static<typeof CredentialSchema>;

/**
 * Client certificates with which a person's passphrase is accepted, beside the desktop's and workstations': those the
 * person has used before, or any.
 */
const PassphraseCertificatesSchema = Type.Unsafe<'known' | 'any'>({
  type: 'string',
  enum: ['known', 'any'],
});

export const SettingsSchema = Type.Object({
  time_precision: TimePrecisionSchema,
  idle_lock_seconds: Type.Integer(),
  session_max_seconds: Type.Integer(),
  /** Storage quota; null means limited by the disk only. */
  storage_credit_bytes: NullableInteger,
  max_file_bytes: Type.Integer(),
  draft_retention_days: Type.Integer(),
  /** Receivers of HL7 messages, `name=host:port` or `name=tls://host:port?ca=…`, separated by spaces; null: none. */
  hl7_receivers: NullableString,
  passphrase_certificates: PassphraseCertificatesSchema,
});
export type Settings = Static<typeof SettingsSchema>;

export const SettingsPatchBodySchema = Type.Object(
  {
    time_precision: Type.Optional(TimePrecisionSchema),
    idle_lock_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
    session_max_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 604_800 })),
    storage_credit_bytes: Type.Optional(NullableCount),
    max_file_bytes: Type.Optional(Type.Integer({ minimum: 1, maximum: FILE_MAX_BYTES })),
    draft_retention_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
    hl7_receivers: Type.Optional(nullableText(RECEIVERS_MAX_CHARS)),
    passphrase_certificates: Type.Optional(PassphraseCertificatesSchema),
  },
  closed,
);
export type SettingsPatchBody = Static<typeof SettingsPatchBodySchema>;
