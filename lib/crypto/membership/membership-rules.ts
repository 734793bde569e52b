/**
 * Decides which principal may write which membership record; a valid signature alone proves only the author.
 * Administrators enrol and disable principals, create groups, set the workspace's settings and name the audit key and
 * the CA. Owners of a group, and administrators, set roles, remove members and rotate its key. Owners of any group, and
 * administrators, announce certificates. Owners may also enrol SDK principals, and disable those that reach no group
 * but their own. Owners of a group open its inbox. A record with more fields than its action needs is refused.
 * Source: sealing design B3; choices, "Vocabulary" and "Sessions and principals".
 */
import type { PrincipalId, SecurityGroupId } from '#contract/ids.ts';
import { decodeBase64Url, equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { X_WING_PUBLIC_KEY_BYTES } from '#crypto/hazmat/x-wing.ts';
import { INBOX_KEY_BYTES } from '#crypto/keys/inbox-key.ts';
import { assertPublicKeys } from '#crypto/principals/principal-keys.ts';
import type {
  MembershipChange,
  MembershipGroup,
  MembershipPrincipal,
  MembershipState,
} from './membership-state.ts';
import { decodePublicKeys, type MembershipAction, type MembershipRecord } from './sign-record.ts';

const SHA256_HEX = /^[0-9a-f]{64}$/;

function assert(condition: boolean): asserts condition {
  if (!condition) throw new CryptoError();
}

function grantees(record: MembershipRecord): string[] {
  return Object.keys(record.grants_sha256 ?? {});
}

/** The granter is known and enabled: `membership.ts` has verified its signature. */
function isAdmin(state: MembershipState, principalId: PrincipalId): boolean {
  return state.principals.get(principalId)?.is_admin === true;
}

function ownsGroup(group: MembershipGroup, principalId: PrincipalId): boolean {
  return group.members.get(principalId) === 'owner';
}

function ownsSomeGroup(state: MembershipState, principalId: PrincipalId): boolean {
  return [...state.groups.values()].some((group) => ownsGroup(group, principalId));
}

/** True also when the principal is in no group. */
function ownsEveryGroupOf(state: MembershipState, ownerId: PrincipalId, principalId: PrincipalId): boolean {
  return [...state.groups.values()].every(
    (group) => !group.members.has(principalId) || ownsGroup(group, ownerId),
  );
}

function enteringPrincipal(record: MembershipRecord): MembershipPrincipal {
  assert(record.public_keys !== null);
  const public_keys = decodePublicKeys(record.public_keys);
  assertPublicKeys(public_keys);
  const { kind, is_admin, granter_id } = record;
  return { public_keys, kind, is_admin, disabled: false, enrolled_by: granter_id };
}

/** A record's claims about a known principal must be true, so that they cannot mislead a reader. */
function knownPrincipal(state: MembershipState, record: MembershipRecord): MembershipPrincipal {
  const principal = state.principals.get(record.principal_id);
  assert(principal !== undefined && !principal.disabled && record.public_keys === null);
  assert(principal.kind === record.kind && principal.is_admin === record.is_admin);
  return principal;
}

function governedGroup(state: MembershipState, record: MembershipRecord): [SecurityGroupId, MembershipGroup] {
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

/** A certificate is announced once, because a second record could contradict the first. */
function announced(state: MembershipState, record: MembershipRecord): Pick<MembershipChange, 'certificates'> {
  const { certificate, principal_id } = record;
  if (certificate === undefined) return {};
  const { fingerprint, client_cn, kind } = certificate;
  assert(!state.certificates.has(fingerprint));
  return { certificates: [[fingerprint, { client_cn, kind, principal_id, revoked: false }]] };
}

/** Updates whether the group has a state digest. Once set, it is never cleared. */
function stateKept({ keeps_state }: MembershipRecord): Pick<MembershipGroup, 'keeps_state'> {
  return keeps_state === undefined ? {} : { keeps_state };
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
    assert(record.certificate === undefined || record.certificate.kind === 'desktop');
    return { principals: [[record.principal_id, founder]], ...announced(state, record) };
  },

  enrol(state, record) {
    assertOutsideGroups(record);
    assert(!state.principals.has(record.principal_id));
    assert(record.kind === 'person' || !record.is_admin);
    const byOwner = record.kind === 'sdk' && ownsSomeGroup(state, record.granter_id);
    assert(byOwner || isAdmin(state, record.granter_id));
    assert(
      record.certificate === undefined || (record.kind === 'sdk' && record.certificate.kind === 'client'),
    );
    return { principals: [[record.principal_id, enteringPrincipal(record)]], ...announced(state, record) };
  },

  create_group(state, record) {
    const id = record.security_group_id;
    assert(id !== null && !state.groups.has(id));
    assert(isAdmin(state, record.granter_id));
    assert(record.generation === 1 && record.role === 'owner');
    knownPrincipal(state, record);
    const [grantee, ...others] = grantees(record);
    assert(grantee === record.principal_id && others.length === 0);
    const members = new Map([[record.principal_id, record.role]]);
    return { groups: [[id, { generation: 1, members, ...stateKept(record) }]] };
  },

  set_role(state, record) {
    const [id, group] = governedGroup(state, record);
    assert(record.generation === group.generation && record.role !== null);
    knownPrincipal(state, record);
    const [grantee, ...others] = grantees(record);
    assert(grantee === undefined || (grantee === record.principal_id && others.length === 0));
    const members = new Map(group.members).set(record.principal_id, record.role);
    return { groups: [[id, { ...group, members }]] };
  },

  remove(state, record) {
    const [id, group] = governedGroup(state, record);
    assert(record.generation === group.generation && record.role === null && record.grants_sha256 === null);
    knownPrincipal(state, record);
    const members = new Map(group.members);
    assert(members.delete(record.principal_id));
    return { groups: [[id, { ...group, members }]] };
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
    const groups = [...state.groups].flatMap(([id, group]): [SecurityGroupId, MembershipGroup][] => {
      const members = new Map(group.members);
      return members.delete(principal_id) ? [[id, { ...group, members }]] : [];
    });
    // The desktop's certificate belongs to the vault, whichever principal announced it.
    const certificates = [...state.certificates]
      .filter(([, certificate]) => certificate.kind === 'client' && certificate.principal_id === principal_id)
      .map(([fingerprint, certificate]) => [fingerprint, { ...certificate, revoked: true }] as const);
    return { principals: [[principal_id, { ...principal, disabled: true }]], groups, certificates };
  },

  rotate(state, record) {
    const [id, group] = governedGroup(state, record);
    assert(record.generation === group.generation + 1 && record.role === null);
    assert(record.principal_id === record.granter_id);
    knownPrincipal(state, record);
    const granted = grantees(record);
    const members: ReadonlySet<string> = new Set(group.members.keys());
    assert(granted.length > 0 && granted.every((memberId) => members.has(memberId)));
    return { groups: [[id, { ...group, generation: record.generation, ...stateKept(record) }]] };
  },

  issue_certificate(state, record) {
    assertOutsideGroups(record);
    const { granter_id, principal_id, certificate } = record;
    assert(isAdmin(state, granter_id) || ownsSomeGroup(state, granter_id));
    knownPrincipal(state, record);
    assert(certificate !== undefined);
    assert(certificate.kind === 'desktop' ? principal_id === granter_id : record.kind === 'sdk');
    return announced(state, record);
  },

  open_inbox(state, record) {
    const [id, group] = governedGroup(state, record);
    assert(ownsGroup(group, record.granter_id) && record.principal_id === record.granter_id);
    assert(record.generation === group.generation && record.role === null && record.grants_sha256 === null);
    knownPrincipal(state, record);
    assert(record.inbox_kem !== undefined);
    const kem = decodeBase64Url(record.inbox_kem);
    assert(kem.length === INBOX_KEY_BYTES);
    return { groups: [[id, { ...group, inbox: { generation: record.generation, kem } }]] };
  },

  set_audit_key(state, record) {
    assertOutsideGroups(record);
    assert(isAdmin(state, record.granter_id) && record.principal_id === record.granter_id);
    knownPrincipal(state, record);
    assert(record.audit_kem !== undefined);
    const kem = decodeBase64Url(record.audit_kem);
    assert(kem.length === X_WING_PUBLIC_KEY_BYTES);
    return { audit_key: { kem, seq: record.seq } };
  },

  set_ca(state, record) {
    assertOutsideGroups(record);
    assert(isAdmin(state, record.granter_id) && record.principal_id === record.granter_id);
    knownPrincipal(state, record);
    assert(record.ca_sha256 !== undefined && SHA256_HEX.test(record.ca_sha256));
    return { ca: { sha256: record.ca_sha256, seq: record.seq } };
  },

  /** Changes nothing: records that its granter unlocked with a recovery key or shares. */
  recover(state, record) {
    assertOutsideGroups(record);
    assert(record.principal_id === record.granter_id);
    knownPrincipal(state, record);
    return {};
  },

  set_settings(state, record) {
    assertOutsideGroups(record);
    assert(isAdmin(state, record.granter_id) && record.principal_id === record.granter_id);
    knownPrincipal(state, record);
    assert(record.settings_sha256 !== undefined);
    return { settings_sha256: record.settings_sha256 };
  },
};

/**
 * Returns the change a record makes to the state.
 * @throws CryptoError when the granter lacks the right to this record in this state.
 */
export function changeOf(state: MembershipState, record: MembershipRecord): MembershipChange {
  assert(Object.hasOwn(RULES, record.action));
  assert(record.workspace_id === state.trust.workspace_id);
  assert(record.settings_sha256 === undefined || record.action === 'set_settings');
  assert(record.inbox_kem === undefined || record.action === 'open_inbox');
  assert(record.audit_kem === undefined || record.action === 'set_audit_key');
  assert(record.ca_sha256 === undefined || record.action === 'set_ca');
  const mayKeep = record.action === 'create_group' || record.action === 'rotate';
  assert(record.keeps_state === undefined || mayKeep);
  const mayAnnounce = ['found', 'enrol', 'issue_certificate'].includes(record.action);
  assert(record.certificate === undefined || mayAnnounce);
  return RULES[record.action](state, record);
}
