/**
 * Break-glass access: lists unlocks by recovery key or shares from the signed membership list. Each such unlock
 * appends its notice there, and no notice is ever removed. Source: sealing design B3; choices, "Sessions and
 * principals".
 */
import { RECOVERIES_SHOWN_MAX, type Recoveries } from '#contract/audit/recoveries.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { requireAdmin } from '#server/identity/actor/administrator.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import type { UnlockedPrincipal } from '#server/identity/core/unlocked-principals.ts';

export interface RecoveryNotices {
  /** Lists the notices. For administrators. @throws permission_denied */
  readonly recoveries: (actor: Actor) => Recoveries;
}

export function recordRecoveryNotice(core: AccessCore, principal: UnlockedPrincipal): void {
  const { secrets, principal_id, kind, is_admin } = principal;
  core.ledger.change(secrets, (append) => append({ action: 'recover', principal_id, kind, is_admin }));
}

export function createRecoveryNotices(core: AccessCore): RecoveryNotices {
  return {
    recoveries(actor) {
      requireAdmin(actor);
      const notices = core.ledger.records().filter(({ record }) => record.action === 'recover');
      const newest = notices.slice(-RECOVERIES_SHOWN_MAX).toReversed();
      return {
        items: newest.map(({ record: { seq, created_at, principal_id } }) => ({
          ...{ seq, at: created_at, principal_id },
          display_name: core.displayNameOf(principal_id),
        })),
        total: notices.length,
      };
    },
  };
}
