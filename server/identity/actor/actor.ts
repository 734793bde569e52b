/**
 * The authenticated caller of a request: an unlocked principal with its keys and roles. The sessions service creates it
 * and hands it to every other service; it is never stored. Roles come from the verified membership list, not from a
 * plaintext table.
 */

import { type Role, roleCovers } from '#contract/access/roles.ts';
import type { PrincipalKind } from '#contract/access/session.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalId, SecurityGroupId, SessionId, WorkspaceId } from '#contract/ids.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';

export interface Actor {
  readonly workspace_id: WorkspaceId;
  readonly principal_id: PrincipalId;
  readonly kind: PrincipalKind;
  readonly display_name: string;
  readonly is_admin: boolean;
  readonly session_id: SessionId;
  readonly client_cn: string;
  /** Group keys and cached DEKs of this principal; wiped when its last session locks. */
  readonly keyRing: KeyRing;
  /** 32 bytes, derived from the principal's own key: MACs idempotency fingerprints and list cursors. */
  readonly macKey: Uint8Array;
  /** Aborted when the session locks, expires or is ended; long transfers stop at once. */
  readonly signal: AbortSignal;
  readonly roleIn: (securityGroupId: SecurityGroupId) => Role | undefined;
  /** Groups the principal is a member of, with or without a usable key. */
  readonly groupIds: () => readonly SecurityGroupId[];
}

/**
 * Returns the actor's role in the group of a document or node.
 * @throws not_found when the actor is no member: objects of a foreign group do not exist for it.
 * @throws permission_denied when the role is too weak.
 */
export function requireRoleForObject(actor: Actor, securityGroupId: SecurityGroupId, needed: Role): void {
  const role = actor.roleIn(securityGroupId);
  if (role === undefined) throw notFoundError();
  requireCover(role, needed);
}

/** The same error for an unknown id and for an object in a foreign group, so that a caller cannot tell them apart. */
export function notFoundError(): VaultError {
  return new VaultError('not_found', 'Nothing with this id was found, or you have no access to it.');
}

/**
 * Returns the actor's role in a group that the request itself names (creating or listing in it).
 * @throws permission_denied when the actor is no member, the group is unknown, or the role is too weak.
 */
export function requireRoleInGroup(actor: Actor, securityGroupId: SecurityGroupId, needed: Role): void {
  const role = actor.roleIn(securityGroupId);
  if (role === undefined) {
    throw new VaultError(
      'permission_denied',
      'You are not a member of this security group. Ask an owner of it.',
    );
  }
  requireCover(role, needed);
}

function requireCover(role: Role, needed: Role): void {
  if (roleCovers(role, needed)) return;
  throw new VaultError(
    'permission_denied',
    `This needs the role «${needed}» in the group; yours is «${role}». Ask an owner of it.`,
  );
}
