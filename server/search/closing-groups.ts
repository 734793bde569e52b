/**
 * Search groups whose keys are gone: no longer searchable, kept until their snapshots are written or the time is over.
 */
import type { SecurityGroupId } from '#contract/ids.ts';
import type { IndexSnapshotFiles } from './index-snapshot-file.ts';
import { saveIndexSnapshots } from './save-index-snapshots.ts';
import { closeGroup, type OpenGroup } from './unlocked-group-index.ts';

/** How long an index may outlive its keys while its snapshots are written; it is not searchable then. */
export const LEAVE_WITHIN_MS = 250;
/** How long indexes may outlive their keys for writing snapshots when the whole server stops. */
export const CLOSE_WITHIN_MS = 5_000;

interface Leaving {
  readonly done: Promise<void>;
  readonly stop: () => void;
}

export interface ClosingGroups {
  readonly add: (group: OpenGroup, withinMs: number) => void;
  /** Resolves when the group is completely cleared. */
  readonly whenClosed: (securityGroupId: SecurityGroupId) => Promise<void>;
  /** Clears the group without writing further snapshots. Resolves when it is completely cleared. */
  readonly closeNow: (securityGroupId: SecurityGroupId) => Promise<void>;
  readonly whenAllClosed: () => Promise<unknown>;
}

export function createClosingGroups(images: IndexSnapshotFiles): ClosingGroups {
  const leaving = new Map<SecurityGroupId, Leaving>();
  const gone = async (securityGroupId: SecurityGroupId) => leaving.get(securityGroupId)?.done;
  return {
    add(group, withinMs) {
      const until = performance.now() + withinMs;
      let isStopped = false;
      const saved = saveIndexSnapshots(images, group, () => !isStopped && performance.now() < until);
      const done = saved.finally(async () => {
        await closeGroup(group);
        leaving.delete(group.security_group_id);
      });
      leaving.set(group.security_group_id, {
        done: done.catch(() => undefined),
        stop: () => {
          isStopped = true;
        },
      });
    },
    whenClosed: gone,
    closeNow(securityGroupId) {
      leaving.get(securityGroupId)?.stop();
      return gone(securityGroupId);
    },
    whenAllClosed: () => Promise.all([...leaving.values()].map(({ done }) => done)),
  };
}
