/**
 * Wire types of sessions: opening, reading, locking. Source: API spec, "Authentication"; choices, "Sessions and
 * principals".
 */
import { type Static, Type } from 'typebox';
import {
  type CredentialId,
  nullableId,
  PrincipalIdSchema,
  SecurityGroupIdSchema,
  SessionIdSchema,
  WorkspaceIdSchema,
} from '#contract/ids.ts';
import { InstantSchema } from '#contract/instant.ts';
import { RoleSchema } from './roles.ts';
import { PassphraseSchema } from './vault.ts';

const closed = { additionalProperties: false } as const;

export const PRINCIPAL_KINDS = ['person', 'sdk'] as const;
export type PrincipalKind = (typeof PRINCIPAL_KINDS)[number];
export const PrincipalKindSchema = Type.Unsafe<PrincipalKind>({ type: 'string', enum: [...PRINCIPAL_KINDS] });

/** Secrets that unlock an account; recovery key and shares are one kind, because each replaces the other. */
export const OWN_SECRETS = ['passphrase', 'recovery', 'device'] as const;
export type OwnSecretKind = (typeof OWN_SECRETS)[number];

const OwnSecretSchema = Type.Object({
  kind: Type.Unsafe<OwnSecretKind>({ type: 'string', enum: [...OWN_SECRETS] }),
  made_at: InstantSchema,
});
export type OwnSecret = Static<typeof OwnSecretSchema>;

export const SessionSchema = Type.Object({
  session_id: SessionIdSchema,
  state: Type.Unsafe<'unlocked' | 'locked'>({ type: 'string', enum: ['unlocked', 'locked'] }),
  principal: Type.Object({
    principal_id: PrincipalIdSchema,
    kind: PrincipalKindSchema,
    display_name: Type.String(),
    is_admin: Type.Boolean(),
  }),
  workspace_id: WorkspaceIdSchema,
  client_cn: Type.String(),
  created_at: InstantSchema,
  expires_at: InstantSchema,
  idle_expires_at: InstantSchema,
  groups: Type.Array(
    Type.Object({
      security_group_id: SecurityGroupIdSchema,
      name: Type.String(),
      role: RoleSchema,
      key_available: Type.Boolean(),
    }),
  ),
  /** Secrets of an unlocked person with the time each was created, so that an unexpected one is noticed. */
  secrets: Type.Optional(Type.Array(OwnSecretSchema)),
});
export type Session = Static<typeof SessionSchema>;

const secretText = Type.String({ minLength: 1, maxLength: 65_536 });

/**
 * Contains exactly one of the six unlock methods; the service refuses other mixtures (422), so that its message can
 * list the methods.
 */
export const SessionOpenBodySchema = Type.Object(
  {
    passphrase: Type.Optional(PassphraseSchema),
    principal_id: Type.Optional(PrincipalIdSchema),
    recovery_key: Type.Optional(secretText),
    token: Type.Optional(secretText),
    invite_code: Type.Optional(secretText),
    new_passphrase: Type.Optional(PassphraseSchema),
    device_secret: Type.Optional(secretText),
    /** Two of three shares created together. */
    recovery_shares: Type.Optional(Type.Array(secretText, { minItems: 2, maxItems: 3 })),
  },
  closed,
);
export type SessionOpenBody = Static<typeof SessionOpenBodySchema>;

export const SessionOpenedSchema = Type.Object({
  /** 256 random bits, base64url; sent back as `Authorization: Bearer`. */
  session_token: Type.String(),
  session: SessionSchema,
  /** New recovery key, only when an invite was accepted. */
  recovery_key: Type.Optional(Type.String()),
});
export type SessionOpened = Static<typeof SessionOpenedSchema>;

export const SessionLockBodySchema = Type.Union([
  Type.Object({ all: Type.Optional(Type.Boolean()) }, closed),
  Type.Null(),
]);

export const PassphraseBodySchema = Type.Object(
  { passphrase: PassphraseSchema, current_passphrase: Type.Optional(PassphraseSchema) },
  closed,
);
export type PassphraseBody = Static<typeof PassphraseBodySchema>;

/** Proves a present secret; may be left out in a session opened by recovery key or shares. */
export const PresentSecretBodySchema = Type.Union([
  Type.Object({ current_passphrase: Type.Optional(PassphraseSchema) }, closed),
  Type.Null(),
]);
export type PresentSecretBody = Static<typeof PresentSecretBodySchema>;

export const RecoveryKeySchema = Type.Object({ recovery_key: Type.String() });
export const RecoverySharesSchema = Type.Object({
  recovery_shares: Type.Array(Type.String()),
  /** Number of shares required to unlock. */
  threshold: Type.Integer(),
});
export type RecoveryShares = Static<typeof RecoverySharesSchema>;
export const DeviceSecretSchema = Type.Object({ device_secret: Type.String() });
export const DeviceSecretRemovedSchema = Type.Object({ removed: Type.Boolean() });

/** A principal's own sealed JSON object (saved views, macros, key map), returned as sent; `{}` before the first PUT. */
export const PreferencesSchema = Type.Unsafe<Preferences>({ type: 'object', additionalProperties: true });
export type Preferences = Record<string, unknown>;

/** A row of the administrators' session list. */
export const SessionRowSchema = Type.Object({
  session_id: SessionIdSchema,
  state: Type.Unsafe<'unlocked' | 'locked'>({ type: 'string', enum: ['unlocked', 'locked'] }),
  principal_id: PrincipalIdSchema,
  display_name: Type.String(),
  kind: PrincipalKindSchema,
  client_cn: Type.String(),
  created_at: InstantSchema,
  expires_at: InstantSchema,
  idle_expires_at: InstantSchema,
  credential_id: Type.Optional(nullableId<CredentialId>()),
});
export type SessionRow = Static<typeof SessionRowSchema>;
