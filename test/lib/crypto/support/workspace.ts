/** Workspace fixture with real keys: principals, and a membership chain that grows by signed records. */

import type { PrincipalId, SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import { generateGroupKey } from '#crypto/keys/key-types.ts';
import { grantHash, sealGrant } from '#crypto/membership/group-grants.ts';
import {
  encodePublicKeys,
  type MembershipRecord,
  recordHash,
  type SignedMembershipRecord,
  signRecord,
} from '#crypto/membership/membership.ts';
import {
  type GeneratedPrincipal,
  generatePrincipal,
  type TrustRoot,
} from '#crypto/principals/principal-keys.ts';
import { idOf } from '#test/support/ids.ts';

export const WORKSPACE: WorkspaceId = idOf('0197a000-0000-7000-8000-000000000001');
export const GROUP: SecurityGroupId = idOf('0197a000-0000-7000-8000-0000000000aa');

/** Fields of a new record; principals and groups are named by text. */
export type RecordFields = Pick<MembershipRecord, 'action'> &
  Partial<Omit<MembershipRecord, 'principal_id' | 'granter_id' | 'security_group_id'>> & {
    readonly principal_id: string;
    readonly granter_id: string;
    readonly security_group_id?: string | null;
  };

export function newPrincipal(principal_id: string, trustRoot: TrustRoot | null): GeneratedPrincipal {
  return generatePrincipal({ workspace_id: WORKSPACE, principal_id: idOf(principal_id), trustRoot });
}

/** Builds the record an honest writer would; a test overrides fields to forge. */
export function nextRecord(chain: readonly SignedMembershipRecord[], fields: RecordFields): MembershipRecord {
  const last = chain.at(-1);
  return {
    seq: chain.length + 1,
    workspace_id: WORKSPACE,
    generation: null,
    kind: 'person',
    is_admin: false,
    role: null,
    public_keys: null,
    grants_sha256: null,
    created_at: '2026-01-02T03:04:05.678Z',
    prev_hash: last === undefined ? null : recordHash(last),
    ...fields,
    principal_id: idOf(fields.principal_id),
    granter_id: idOf(fields.granter_id),
    security_group_id: fields.security_group_id ? idOf(fields.security_group_id) : null,
  };
}

export function append(
  chain: readonly SignedMembershipRecord[],
  signer: GeneratedPrincipal,
  fields: RecordFields,
): SignedMembershipRecord[] {
  return [...chain, signRecord(nextRecord(chain, fields), signer.secrets)];
}

export function grantFor(
  member: GeneratedPrincipal,
  granterId: PrincipalId,
  generation: number,
  seq: number,
) {
  const member_id = member.secrets.principal_id;
  const packed = sealGrant(generateGroupKey(), member.publicKeys, {
    workspace_id: WORKSPACE,
    security_group_id: GROUP,
    generation,
    member_id,
    granter_id: idOf(granterId),
    seq,
  });
  return { [member_id]: grantHash(packed) };
}

/**
 * Creates founder and administrator; a group owner without administrator rights; an editor; an SDK viewer; an
 * outsider.
 */
export function createWorkspace() {
  const founder = newPrincipal('founder', null);
  const trust = founder.secrets.trust;
  const owner = newPrincipal('owner', trust);
  const editor = newPrincipal('editor', trust);
  const sdk = newPrincipal('sdk', trust);
  const outsider = newPrincipal('outsider', trust);
  const admin = { granter_id: 'founder' };
  let chain = append([], founder, {
    ...admin,
    action: 'found',
    principal_id: 'founder',
    is_admin: true,
    public_keys: encodePublicKeys(founder.publicKeys),
  });
  chain = append(chain, founder, {
    ...admin,
    action: 'create_group',
    principal_id: 'founder',
    is_admin: true,
    security_group_id: GROUP,
    generation: 1,
    role: 'owner',
    grants_sha256: grantFor(founder, idOf('founder'), 1, 2),
  });
  for (const [person, kind] of [
    [owner, 'person'],
    [editor, 'person'],
    [sdk, 'sdk'],
    [outsider, 'person'],
  ] as const) {
    const public_keys = encodePublicKeys(person.publicKeys);
    const principal_id = person.secrets.principal_id;
    chain = append(chain, founder, { ...admin, action: 'enrol', principal_id, kind, public_keys });
  }
  for (const [member, role, kind] of [
    [owner, 'owner', 'person'],
    [editor, 'editor', 'person'],
    [sdk, 'viewer', 'sdk'],
  ] as const) {
    chain = append(chain, founder, {
      ...admin,
      action: 'set_role',
      principal_id: member.secrets.principal_id,
      kind,
      role,
      security_group_id: GROUP,
      generation: 1,
      grants_sha256: grantFor(member, idOf('founder'), 1, chain.length + 1),
    });
  }
  return { founder, owner, editor, sdk, outsider, trust, chain };
}
