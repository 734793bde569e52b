/** What comes in from outside, whoever is unlocked: which groups take it, and under which announced inbox keys. */
import type { SecurityGroupId } from '#contract/ids.ts';
import type { GroupRow } from './db/access/membership-store.ts';
import type { DrivesService } from './drives/drives-service.ts';

export interface Receiver {
  /** Lets the group take objects in: an owner's next unlock announces its inbox key. */
  readonly open: (securityGroupId: SecurityGroupId) => void;
  /** Announces what can be announced with the keys that are at hand. Never throws. */
  readonly announce: () => void;
  readonly begin: DrivesService['inbox']['begin'];
  /** Something was made durable. */
  readonly onReceived: () => void;
  readonly groups: () => readonly GroupRow[];
}

interface ReceiverDeps extends Pick<Receiver, 'begin' | 'onReceived' | 'groups'> {
  readonly announceKey: (securityGroupId: SecurityGroupId) => void;
  readonly onFailure: (error: unknown) => void;
}

export function createReceiver({ announceKey, onFailure, ...ports }: ReceiverDeps): Receiver {
  const receiving = new Set<SecurityGroupId>();
  const announce = (): void => {
    try {
      for (const group of receiving) announceKey(group);
    } catch (error) {
      onFailure(error);
    }
  };
  return {
    ...ports,
    announce,
    open(securityGroupId) {
      receiving.add(securityGroupId);
      announce();
    },
  };
}
