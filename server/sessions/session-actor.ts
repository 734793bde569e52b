import type { Actor } from '../access/actor.ts';
import type { AccessCore } from '../access/core/access-core.ts';
import type { UnlockedPrincipal } from '../access/core/unlocked-principals.ts';
import type { LiveSession } from './live-session.ts';

/** One actor per session, made at unlock; its roles are read from the verified list at each question. */
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
