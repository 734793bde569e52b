/** The actors of the open sessions, for work that no request asks for: who may do it is asked each time. */
import { type Role, roleCovers } from '#contract/access/roles.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import type { Actor } from './actor.ts';

export interface UnlockedActors {
  readonly add: (actor: Actor) => void;
  /** One whose role covers `needed` and who holds the group's key; undefined when all of them are locked. */
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
