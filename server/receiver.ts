/** What comes in from outside, whoever is unlocked: under which announced inbox keys it is taken. */
import type { SecurityGroupId } from '#contract/ids.ts';
import type { GroupRow } from './db/access/membership-store.ts';
import type { DrivesService } from './drives/drives-service.ts';

export interface Receiver {
  /**
   * Announces what can be announced with the keys that are at hand, of every group: a vault that begins to receive
   * later has an inbox then, though nobody has unlocked since. Never throws.
   */
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
  return {
    ...ports,
    announce() {
      try {
        for (const { security_group_id } of ports.groups()) announceKey(security_group_id);
      } catch (error) {
        onFailure(error);
      }
    },
  };
}
