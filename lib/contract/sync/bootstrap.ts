/**
 * Wire types of the bootstrap of a travelling copy: workspace, members, and keys the caller may open; no documents or
 * files. The copy trusts names, groups, grants and settings only by the signed records. Source: clinic design, section
 * 9.
 */
import { type Static, Type } from 'typebox';
import { SettingsSchema } from '#contract/access/credentials.ts';
import { ROLES, type Role } from '#contract/access/roles.ts';
import { PrincipalKindSchema } from '#contract/access/session.ts';
import {
  CredentialIdSchema,
  PrincipalIdSchema,
  SecurityGroupIdSchema,
  WorkspaceIdSchema,
} from '#contract/ids.ts';
import { InstantSchema } from '#contract/instant.ts';
import { NullableCount, NullableString } from '#contract/nullable-schemas.ts';
import { BytesSchema, Count } from './sealed-rows.ts';

const MembershipRowSchema = Type.Object({
  seq: Count,
  record_json: Type.String(),
  signature_ed25519: Type.String(),
  signature_mldsa65: Type.String(),
});

const PrincipalRowSchema = Type.Object({
  principal_id: PrincipalIdSchema,
  kind: PrincipalKindSchema,
  display_name: Type.String(),
  public_kem: BytesSchema,
  public_ed25519: BytesSchema,
  public_mldsa65: BytesSchema,
  /** Sealed seeds of the caller's own principal; empty for all others. */
  sealed_seeds: BytesSchema,
  created_at: InstantSchema,
  invite_expires_at: NullableString,
  disabled_at: NullableString,
  /** Salt of the name's commitment; absent where the other side's release has no such salts. */
  name_salt: Type.Optional(NullableString),
});

const WRAP_KINDS = ['passphrase', 'recovery', 'token'] as const;
export type TravellingWrapKind = (typeof WRAP_KINDS)[number];

const WrapRowSchema = Type.Object({
  principal_id: PrincipalIdSchema,
  kind: Type.Unsafe<TravellingWrapKind>({ type: 'string', enum: [...WRAP_KINDS] }),
  argon2_m: NullableCount,
  argon2_t: NullableCount,
  argon2_p: NullableCount,
  salt: BytesSchema,
  packed: BytesSchema,
  created_at: InstantSchema,
});

const SeenHeadSchema = Type.Object({
  principal_id: PrincipalIdSchema,
  seq: Count,
  hash: Type.String(),
  mac: BytesSchema,
});

const GrantRowSchema = Type.Object({
  security_group_id: SecurityGroupIdSchema,
  generation: Count,
  member_id: PrincipalIdSchema,
  seq: Count,
  packed: BytesSchema,
});

const CredentialRowSchema = Type.Object({
  credential_id: CredentialIdSchema,
  principal_id: PrincipalIdSchema,
  name: Type.String(),
  client_cn: Type.String(),
  fingerprint: Type.String(),
  created_at: InstantSchema,
  created_by: PrincipalIdSchema,
  expires_at: NullableString,
  revoked_at: NullableString,
});

const GroupSchema = Type.Object({
  security_group_id: SecurityGroupIdSchema,
  name: Type.String(),
  created_at: InstantSchema,
  /** Salt of the group's name commitment, as for principals. */
  name_salt: Type.Optional(NullableString),
  generation: Count,
  role: Type.Unsafe<Role>({ type: 'string', enum: [...ROLES] }),
  /** Some rows may still be under the previous generation. */
  is_rotating: Type.Boolean(),
});

function orNull<Value>(schema: { readonly '~unsafe'?: Value }) {
  return Type.Unsafe<Value | null>({ ...schema, type: ['object', 'null'] });
}

export const SyncBootstrapSchema = Type.Object({
  workspace: Type.Object({
    workspace_id: WorkspaceIdSchema,
    name: Type.String(),
    created_at: InstantSchema,
  }),
  /** Changes when the vault was restored, or a roll-back was accepted. */
  epoch: Count,
  settings: SettingsSchema,
  /** Records after the requested number. */
  membership: Type.Array(MembershipRowSchema),
  /** The caller, and all present and former members of the caller's groups. */
  principals: Type.Array(PrincipalRowSchema),
  /** The caller's own; never one bound to a machine. */
  wraps: Type.Array(WrapRowSchema),
  seen_head: orNull(Type.Unsafe<Static<typeof SeenHeadSchema>>(SeenHeadSchema)),
  /** Preferences, sealed under the caller's own key. */
  preferences: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  /** Group key grants of the caller. */
  grants: Type.Array(GrantRowSchema),
  /** Groups of the caller. */
  groups: Type.Array(GroupSchema),
  /** Credential row of the caller, where the caller is a program. */
  credential: orNull(Type.Unsafe<Static<typeof CredentialRowSchema>>(CredentialRowSchema)),
  /** A copy whose last pull is older may have missed a purge and must start again. */
  purges_kept_since: InstantSchema,
});
export type SyncBootstrap = Static<typeof SyncBootstrapSchema>;

export const SyncBootstrapQuerySchema = Type.Object(
  { after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 })) },
  { additionalProperties: false },
);
export type SyncBootstrapQuery = Static<typeof SyncBootstrapQuerySchema>;
