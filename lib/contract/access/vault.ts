/** Wire types for reading a vault's state and initialising it. Source: choices, "Sessions and principals". */
import { type Static, Type } from 'typebox';
import {
  nullableId,
  PrincipalIdSchema,
  SecurityGroupIdSchema,
  type WorkspaceId,
  WorkspaceIdSchema,
} from '#contract/ids.ts';
import { NAME_MAX_CHARS, PASSPHRASE_MAX_CHARS } from '#contract/limits.ts';
import { NullableString } from '#contract/nullable-schemas.ts';

const closed = { additionalProperties: false } as const;

export const DisplayNameSchema = Type.String({ minLength: 1, maxLength: NAME_MAX_CHARS, pattern: '\\S' });
export const PassphraseSchema = Type.String({ minLength: 1, maxLength: PASSPHRASE_MAX_CHARS });

export const VaultStateSchema = Type.Object({
  state: Type.Unsafe<'uninitialized' | 'ready'>({ type: 'string', enum: ['uninitialized', 'ready'] }),
  /** Id of the vault; null until it is initialised. */
  workspace_id: nullableId<WorkspaceId>(),
  name: NullableString,
  /** Fingerprint of the founder's public keys, 64 hex digits; part of invitations. Null until initialised. */
  founder_key: NullableString,
  persons: Type.Array(Type.Object({ principal_id: PrincipalIdSchema, display_name: Type.String() })),
  /** True in a travelling copy, absent elsewhere. */
  travelling: Type.Optional(Type.Literal(true)),
  /** True while the vault has patients of the sample practice, absent elsewhere. */
  sample: Type.Optional(Type.Literal(true)),
});
export type VaultState = Static<typeof VaultStateSchema>;

export const VaultInitBodySchema = Type.Object(
  {
    name: DisplayNameSchema,
    owner: Type.Object({ display_name: DisplayNameSchema }, closed),
    passphrase: PassphraseSchema,
  },
  closed,
);
export type VaultInitBody = Static<typeof VaultInitBodySchema>;

export const VaultCreatedSchema = Type.Object({
  workspace_id: WorkspaceIdSchema,
  security_group_id: SecurityGroupIdSchema,
  recovery_key: Type.String(),
});
export type VaultCreated = Static<typeof VaultCreatedSchema>;
