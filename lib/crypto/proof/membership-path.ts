/**
 * Selects and verifies the few membership records that lead from the founder to one signer: its enrolment, its role,
 * and the same for each granter. A path proves that the signer was made a member, not that it was never removed; that
 * needs the complete list, which stays in the vault. Portable.
 * Source: sealing design B12; the rules are those of `lib/crypto/membership/membership-rules.ts`.
 */
import { type Role, roleCovers } from '#contract/access/roles.ts';
import type { PrincipalKind } from '#contract/access/session.ts';
import type { PrincipalId, SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { isEd25519Signature, isMlDsa65Signature } from '#crypto/hazmat/portable-signature-checks.ts';
import {
  encodeRecord,
  type MembershipRecord,
  type RecordedPublicKeys,
  type SignedMembershipRecord,
} from '#crypto/membership/record-bytes.ts';
import { bytesOfBase64Url } from './portable-bytes.ts';

export interface PathEnd {
  readonly principal_id: PrincipalId;
  readonly security_group_id: SecurityGroupId;
  /** Number of the newest record to consider. */
  readonly membership_seq: number;
}

export interface ProvenSigner {
  readonly founder: RecordedPublicKeys;
  readonly keys: RecordedPublicKeys;
  /** Person or program; a program's name was chosen by its issuer and proves nothing. */
  readonly kind: PrincipalKind;
  /** The principal that enrolled it, and so vouches for its name. The founder enrolled itself. */
  readonly enrolled_by: {
    readonly principal_id: PrincipalId;
    readonly keys: RecordedPublicKeys;
    readonly is_founder: boolean;
  };
  /** Hash of the name the signer was enrolled with. */
  readonly name_sha256: string | undefined;
  readonly role: Role;
  /** Number of the record that granted the role. */
  readonly role_seq: number;
}

/**
 * Selects the records from the founder to a signer.
 * @throws CryptoError when there is no such path: the principal is no member of the group.
 */
export function selectPath(
  records: readonly SignedMembershipRecord[],
  { principal_id, security_group_id, membership_seq }: PathEnd,
): SignedMembershipRecord[] {
  const known = records.filter(({ record }) => record.seq <= membership_seq);
  const wanted = new Map<number, SignedMembershipRecord>();

  function want(found: SignedMembershipRecord | undefined): void {
    if (found === undefined) throw new CryptoError();
    const { record } = found;
    if (wanted.has(record.seq)) return;
    wanted.set(record.seq, found);
    if (record.action === 'found') return;
    want(entryOf(record.granter_id));
    if (record.action !== 'enrol') want(entryOf(record.principal_id));
    if (entryOf(record.granter_id)?.record.is_admin) return;
    // Not an administrator: then an owner of the group or, for a program's enrolment, of some group.
    want(roleOf(record.granter_id, record.security_group_id, record.seq - 1, 'owner'));
  }

  function entryOf(id: string): SignedMembershipRecord | undefined {
    return known.find(
      ({ record }) => record.principal_id === id && (record.action === 'found' || record.action === 'enrol'),
    );
  }

  function roleOf(
    id: string,
    group: string | null,
    upTo: number,
    role?: Role,
  ): SignedMembershipRecord | undefined {
    return known.findLast(
      ({ record }) =>
        record.seq <= upTo &&
        record.principal_id === id &&
        (record.action === 'create_group' || record.action === 'set_role') &&
        (group === null || record.security_group_id === group) &&
        (role === undefined || record.role === role),
    );
  }

  want(roleOf(principal_id, security_group_id, membership_seq));
  return [...wanted.values()].sort((a, b) => a.record.seq - b.record.seq);
}

interface Known {
  readonly keys: RecordedPublicKeys;
  readonly kind: PrincipalKind;
  readonly granter_id: PrincipalId;
  readonly is_admin: boolean;
  readonly name_sha256: string | undefined;
}

/**
 * Verifies a path and returns the proven signer.
 * @throws CryptoError unless every record's granter had the right by the records before it, up to the signer.
 */
export function verifyPath(
  path: readonly SignedMembershipRecord[],
  workspaceId: WorkspaceId,
  { principal_id, security_group_id, membership_seq }: PathEnd,
): ProvenSigner {
  const principals = new Map<string, Known>();
  const roles = new Map<string, { readonly role: Role; readonly seq: number }>();
  const roleKey = (group: string | null, id: string) => `${group} ${id}`;
  let last = 0;
  let founder: RecordedPublicKeys | undefined;
  let founderId: PrincipalId | undefined;

  for (const signed of path) {
    const { record } = signed;
    const { seq, action, granter_id, public_keys } = record;
    assert(record.workspace_id === workspaceId && seq > last && seq <= membership_seq);
    last = seq;
    if (action === 'found') {
      assert(seq === 1 && record.prev_hash === null && granter_id === record.principal_id);
      assert(record.is_admin && public_keys !== null && isSigned(signed, public_keys));
      founder = public_keys;
      founderId = granter_id;
      enter(record);
      continue;
    }
    const granter = principals.get(granter_id);
    assert(granter !== undefined && isSigned(signed, granter.keys));
    const ownsGroup = roles.get(roleKey(record.security_group_id, granter_id))?.role === 'owner';
    if (action === 'enrol') {
      const ownsSome = [...roles].some(
        ([key, { role }]) => key.endsWith(` ${granter_id}`) && role === 'owner',
      );
      assert(granter.is_admin || (record.kind === 'sdk' && ownsSome));
      assert(record.kind === 'person' || !record.is_admin);
      enter(record);
    } else {
      assert(action === 'create_group' || action === 'set_role');
      assert(granter.is_admin || (action === 'set_role' && ownsGroup));
      assert(record.role !== null && record.security_group_id !== null);
      assert(principals.has(record.principal_id));
      roles.set(roleKey(record.security_group_id, record.principal_id), { role: record.role, seq });
    }
  }

  const signer = principals.get(principal_id);
  const granted = roles.get(roleKey(security_group_id, principal_id));
  assert(founder !== undefined && signer !== undefined && granted !== undefined);
  assert(roleCovers(granted.role, 'editor'));
  const enroller = principals.get(signer.granter_id);
  assert(enroller !== undefined);
  return {
    founder,
    keys: signer.keys,
    kind: signer.kind,
    enrolled_by: {
      principal_id: signer.granter_id,
      keys: enroller.keys,
      is_founder: signer.granter_id === founderId,
    },
    name_sha256: signer.name_sha256,
    role: granted.role,
    role_seq: granted.seq,
  };

  function enter({ principal_id: id, public_keys: keys, kind, granter_id, ...more }: MembershipRecord) {
    assert(keys !== null && !principals.has(id));
    const { is_admin, display_name_sha256: name_sha256 } = more;
    principals.set(id, { keys, kind, granter_id, is_admin, name_sha256 });
  }
}

function isSigned(signed: SignedMembershipRecord, keys: RecordedPublicKeys): boolean {
  const message = encodeRecord(signed.record);
  return (
    isEd25519Signature(bytesOfBase64Url(keys.ed25519), message, bytesOfBase64Url(signed.signature_ed25519)) &&
    isMlDsa65Signature(bytesOfBase64Url(keys.mldsa65), message, bytesOfBase64Url(signed.signature_mldsa65))
  );
}

function assert(condition: boolean): asserts condition {
  if (!condition) throw new CryptoError();
}
