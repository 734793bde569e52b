/**
 * Who may write which membership record. A valid signature says who spoke; this says whether they could.
 * Admins enrol and disable principals and create groups. Owners of a group, and admins, set roles, remove
 * members and rotate its key. Owners may also enrol SDK principals, and disable those that reach no group
 * but their own. A record that carries more than its action needs is refused like any other forgery.
 * Source: sealing design B3; choices, "Vocabulary" and "Sessions and principals".
 */
import { equalBytes } from '../bytes.ts';
import { CryptoError } from '../crypto-error.ts';
import { assertPublicKeys } from '../principals/principal-keys.ts';
import { decodePublicKeys, type MembershipAction, type MembershipRecord } from './record.ts';
import type { MembershipChange, MembershipGroup, MembershipPrincipal, MembershipState } from './state.ts';

function assert(condition: boolean): asserts condition {
  if (!condition) throw new CryptoError();
}

function grantees(record: MembershipRecord): string[] {
  return Object.keys(record.grants_sha256 ?? {});
}

/** That the granter is known and not disabled stands already: `membership.ts` verified its signature. */
function isAdmin(state: MembershipState, principalId: string): boolean {
  return state.principals.get(principalId)?.is_admin === true;
}

function ownsGroup(group: MembershipGroup, principalId: string): boolean {
  return group.members.get(principalId) === 'owner';
}

function ownsSomeGroup(state: MembershipState, principalId: string): boolean {
  return [...state.groups.values()].some((group) => ownsGroup(group, principalId));
}

/** True also when the principal is in no group. */
function ownsEveryGroupOf(state: MembershipState, ownerId: string, principalId: string): boolean {
  return [...state.groups.values()].every(
    (group) => !group.members.has(principalId) || ownsGroup(group, ownerId),
  );
}

function enteringPrincipal(record: MembershipRecord): MembershipPrincipal {
  assert(record.public_keys !== null);
  const public_keys = decodePublicKeys(record.public_keys);
  assertPublicKeys(public_keys);
  return { public_keys, kind: record.kind, is_admin: record.is_admin, disabled: false };
}

/** The record's claims about a principal that is already known must be true, so they cannot mislead a reader. */
function knownPrincipal(state: MembershipState, record: MembershipRecord): MembershipPrincipal {
  const principal = state.principals.get(record.principal_id);
  assert(principal !== undefined && !principal.disabled && record.public_keys === null);
  assert(principal.kind === record.kind && principal.is_admin === record.is_admin);
  return principal;
}

function governedGroup(state: MembershipState, record: MembershipRecord): [string, MembershipGroup] {
  const id = record.security_group_id;
  assert(id !== null);
  const group = state.groups.get(id);
  assert(group !== undefined);
  assert(isAdmin(state, record.granter_id) || ownsGroup(group, record.granter_id));
  return [id, group];
}

function assertOutsideGroups(record: MembershipRecord): void {
  assert(record.security_group_id === null && record.generation === null);
  assert(record.role === null && record.grants_sha256 === null);
}

type Rule = (state: MembershipState, record: MembershipRecord) => MembershipChange;

const RULES: Readonly<Record<MembershipAction, Rule>> = {
  found(state, record) {
    assertOutsideGroups(record);
    assert(record.granter_id === record.principal_id);
    assert(record.kind === 'person' && record.is_admin);
    const founder = enteringPrincipal(record);
    assert(equalBytes(founder.public_keys.ed25519, state.trust.ed25519));
    assert(equalBytes(founder.public_keys.mldsa65, state.trust.mldsa65));
    return { principals: [[record.principal_id, founder]] };
  },

  enrol(state, record) {
    assertOutsideGroups(record);
    assert(!state.principals.has(record.principal_id));
    assert(record.kind === 'person' || !record.is_admin);
    const byOwner = record.kind === 'sdk' && ownsSomeGroup(state, record.granter_id);
    assert(byOwner || isAdmin(state, record.granter_id));
    return { principals: [[record.principal_id, enteringPrincipal(record)]] };
  },

  create_group(state, record) {
    const id = record.security_group_id;
    assert(id !== null && !state.groups.has(id));
    assert(isAdmin(state, record.granter_id));
    assert(record.generation === 1 && record.role === 'owner');
    knownPrincipal(state, record);
    const [grantee, ...others] = grantees(record);
    assert(grantee === record.principal_id && others.length === 0);
    return { groups: [[id, { generation: 1, members: new Map([[record.principal_id, record.role]]) }]] };
  },

  set_role(state, record) {
    const [id, group] = governedGroup(state, record);
    assert(record.generation === group.generation && record.role !== null);
    knownPrincipal(state, record);
    const [grantee, ...others] = grantees(record);
    assert(grantee === undefined || (grantee === record.principal_id && others.length === 0));
    const members = new Map(group.members).set(record.principal_id, record.role);
    return { groups: [[id, { generation: group.generation, members }]] };
  },

  remove(state, record) {
    const [id, group] = governedGroup(state, record);
    assert(record.generation === group.generation && record.role === null && record.grants_sha256 === null);
    knownPrincipal(state, record);
    const members = new Map(group.members);
    assert(members.delete(record.principal_id));
    return { groups: [[id, { generation: group.generation, members }]] };
  },

  disable(state, record) {
    assertOutsideGroups(record);
    const principal = knownPrincipal(state, record);
    const { granter_id, principal_id } = record;
    const byOwner =
      principal.kind === 'sdk' &&
      ownsSomeGroup(state, granter_id) &&
      ownsEveryGroupOf(state, granter_id, principal_id);
    assert(byOwner || isAdmin(state, granter_id));
    const groups = [...state.groups].flatMap(([id, group]): [string, MembershipGroup][] => {
      const members = new Map(group.members);
      return members.delete(principal_id) ? [[id, { generation: group.generation, members }]] : [];
    });
    return { principals: [[principal_id, { ...principal, disabled: true }]], groups };
  },

  rotate(state, record) {
    const [id, group] = governedGroup(state, record);
    assert(record.generation === group.generation + 1 && record.role === null);
    assert(record.principal_id === record.granter_id);
    knownPrincipal(state, record);
    const members = grantees(record);
    assert(members.length > 0 && members.every((memberId) => group.members.has(memberId)));
    return { groups: [[id, { generation: record.generation, members: group.members }]] };
  },
};

/** @throws CryptoError when the record is not one its granter could write in this state. */
export function changeOf(state: MembershipState, record: MembershipRecord): MembershipChange {
  assert(Object.hasOwn(RULES, record.action));
  assert(record.workspace_id === state.trust.workspace_id);
  return RULES[record.action](state, record);
}
