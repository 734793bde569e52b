/**
 * What comes in from outside, whoever is unlocked: under which announced inbox keys it is taken, and the port it comes
 * in by.
 */
import type { SecurityGroupId } from '#contract/ids.ts';
import type { AccessCore } from './access/core/access-core.ts';
import type { ProvenList } from './access/core/proven-list.ts';
import type { Lull } from './access/lull.ts';
import type { GroupRow } from './db/access/membership-store.ts';
import { createSignedSettingsStore } from './db/access/signed-settings-store.ts';
import type { SqlEngine } from './db/engine/sql-engine.ts';
import { listenDicom } from './dimse/listener.ts';
import type { Incoming } from './dimse/vault-scp.ts';
import type { DrivesService } from './drives/drives-service.ts';
import type { IncomingObject } from './drives/inbox/receive-item.ts';
import type { FilingService } from './filing/filing-service.ts';
import { createReceivingService } from './receiving/receiving-service.ts';

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

/** The DICOM port and who chose it, and what comes in from outside, whoever is unlocked. */
export type ReceivingServices = ReturnType<typeof createReceivingServices>;

interface ReceivingDeps {
  readonly db: SqlEngine;
  readonly core: AccessCore;
  readonly drives: DrivesService;
  readonly filing: FilingService;
  /** Told what comes in by the port. */
  readonly lull: Lull;
  readonly provenState: ProvenList['state'];
  readonly announceKeys: (securityGroupIds: readonly SecurityGroupId[]) => void;
  /** Hears of failures in work that no request waits for. */
  readonly failed: (what: string) => (error: unknown) => void;
}

export function createReceivingServices(deps: ReceivingDeps) {
  const { db, core, drives, filing, lull, provenState, announceKeys, failed } = deps;
  const groups = core.stores.membership.listGroups;
  const ids = () => groups().map(({ security_group_id }) => security_group_id);
  const receiver: Receiver = {
    begin: drives.inbox.begin,
    onReceived: filing.wake,
    groups,
    announce() {
      try {
        announceKeys(ids());
      } catch (error) {
        failed('inbox key')(error);
      }
    },
  };
  const receiving = createReceivingService({
    ...{ core, provenState },
    store: createSignedSettingsStore(db, 'receiver_settings'),
    waiting: filing.inbox,
    onFailure: failed('receiving'),
    listen: (options) =>
      listenDicom(options, {
        begin: async (group, source) => during(lull, await receiver.begin(group, source)),
        onReceived(sender) {
          receiving.onReceived(sender);
          receiver.onReceived();
        },
        worklist: filing.worklist,
        groups: ids,
        onFailure: failed('receiving'),
      }),
  });
  return { receiver, receiving };
}

/** An object that is on its way until it is durable or gone. */
function during(lull: Lull, incoming: IncomingObject): Incoming {
  const leave = lull.enter();
  return {
    write: incoming.write,
    finish: () => incoming.finish().finally(leave),
    discard: () => incoming.discard().finally(leave),
  };
}
