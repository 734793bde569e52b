/** Finds an actor among the open sessions for background work without a request; permission is checked at each call. */
import { type Role, roleCovers } from '#contract/access/roles.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import type { Actor } from './actor.ts';

export interface UnlockedActors {
  readonly add: (actor: Actor) => void;
  /** Returns an unlocked actor whose role covers `needed` and who has the group's key; undefined when there is none. */
  readonly find: (group: SecurityGroupId, needed: Role) => Actor | undefined;
}

export function createUnlockedActors(): UnlockedActors {
  const actors = new Set<Actor>();
  return {
    add: (actor) => void actors.add(actor),
    find(group, needed) {
      for (const actor of actors) {
        if (actor.signal.aborted) actors.delete(actor);
        else if (isEntitled(actor, group, needed)) return actor;
      }
      return undefined;
    },
  };
}

export function isEntitled(actor: Actor, group: SecurityGroupId, needed: Role): boolean {
  const role = actor.roleIn(group);
  return role !== undefined && roleCovers(role, needed) && actor.keyRing.hasGroupKey(group);
}
