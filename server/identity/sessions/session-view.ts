import { OWN_SECRETS, type OwnSecret, type Session, type SessionRow } from '#contract/access/session.ts';
import type { PrincipalId } from '#contract/ids.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import type { LiveSession } from './live-session.ts';

const instant = (ms: number): string => new Date(ms).toISOString();

function commonOf(live: LiveSession, idleEndMs: number) {
  return {
    session_id: live.session_id,
    state: live.actor === null ? ('locked' as const) : ('unlocked' as const),
    client_cn: live.client_cn,
    created_at: instant(live.created_at_ms),
    expires_at: instant(live.expires_at_ms),
    idle_expires_at: instant(Math.min(idleEndMs, live.expires_at_ms)),
  };
}

/** The session as its own client sees it. A locked one names its groups but has no keys. */
export function toView(core: AccessCore, live: LiveSession, idleEndMs: number): Session {
  const { principal_id, kind, display_name, is_admin } = live;
  const groups = [...core.ledger.state().groups].flatMap(([security_group_id, group]) => {
    const role = group.members.get(principal_id);
    if (role === undefined) return [];
    const name = core.groupNameOf(security_group_id);
    const key_available = live.actor?.keyRing.hasGroupKey(security_group_id) ?? false;
    return [{ security_group_id, name, role, key_available }];
  });
  return {
    ...commonOf(live, idleEndMs),
    principal: { principal_id, kind, display_name, is_admin },
    workspace_id: core.workspace().workspace_id,
    groups,
    ...(live.actor === null || kind !== 'person' ? {} : { secrets: secretsOf(core, principal_id) }),
  };
}

function secretsOf({ stores }: AccessCore, principalId: PrincipalId): OwnSecret[] {
  const times = new Map(
    stores.principals.listWrapTimes(principalId).map((row) => [row.kind, row.created_at]),
  );
  return OWN_SECRETS.flatMap((kind) => {
    const made_at = times.get(kind);
    return made_at === undefined ? [] : [{ kind, made_at }];
  });
}

/** The session as administrators see it in the list. */
export function toRow(live: LiveSession, idleEndMs: number): SessionRow {
  const { principal_id, display_name, kind, credential_id } = live;
  return { ...commonOf(live, idleEndMs), principal_id, display_name, kind, credential_id };
}
