/** Open sessions in memory; never stored. A session's actor has its key ring and is null once locked. */
import type { PrincipalKind } from '#contract/access/session.ts';
import type { CredentialId, PrincipalId, SessionId } from '#contract/ids.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import type { UnlockedPrincipal } from '#server/identity/core/unlocked-principals.ts';

export type OpeningMethod =
  | 'passphrase'
  | 'recovery_key'
  | 'recovery_shares'
  | 'token'
  | 'invite_code'
  | 'device_secret';

/** True for a recovery key or recovery shares, which are meant for emergencies. */
export function isRecovery(method: OpeningMethod): boolean {
  return method === 'recovery_key' || method === 'recovery_shares';
}

/** Open session, in memory only. `session-table.ts` alone changes it. */
export interface LiveSession {
  readonly session_id: SessionId;
  readonly principal_id: PrincipalId;
  readonly kind: PrincipalKind;
  readonly display_name: string;
  readonly is_admin: boolean;
  readonly client_cn: string;
  /**
   * SHA-256 of the client certificate that opened the session; no other may use it, except a renewed desktop
   * certificate.
   */
  readonly fingerprint: string;
  readonly from_desktop: boolean;
  readonly credential_id: CredentialId | null;
  readonly opened_by: OpeningMethod;
  readonly created_at_ms: number;
  readonly expires_at_ms: number;
  /** The same expiry by a monotonic clock, which cannot be set back. */
  readonly expires_at_elapsed_ms: number;
  readonly abort: AbortController;
  lastActiveMs: number;
  lastActiveElapsedMs: number;
  /** Actor of the session; null once locked. A locked session never gets an actor again. */
  actor: Actor | null;
}

/** Creates the actor of a session at unlock; its roles are read from the verified list at each call. */
export function actorFor(
  core: AccessCore,
  principal: UnlockedPrincipal,
  live: Pick<LiveSession, 'session_id' | 'client_cn' | 'abort'>,
): Actor {
  const { principal_id, kind, display_name, is_admin, keyRing, macKey } = principal;
  return {
    workspace_id: core.workspace().workspace_id,
    principal_id,
    kind,
    display_name,
    is_admin,
    session_id: live.session_id,
    client_cn: live.client_cn,
    keyRing,
    macKey,
    signal: live.abort.signal,
    roleIn: (securityGroupId) => core.ledger.state().groups.get(securityGroupId)?.members.get(principal_id),
    groupIds: () =>
      [...core.ledger.state().groups].flatMap(([id, group]) => (group.members.has(principal_id) ? [id] : [])),
  };
}
