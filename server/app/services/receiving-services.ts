/** Composes the services that receive objects, also while locked: inbox keys, ports, and filing into exams. */
import type { SecurityGroupId } from '#contract/ids.ts';
import type { DocumentsService } from '#server/documents/documents-service.ts';
import type { DrivesService } from '#server/drives/drives-service.ts';
import type { IncomingObject } from '#server/drives/inbox/receive-dicom-object.ts';
import type { AccessCore } from '#server/identity/core/identity-dependencies.ts';
import type { VerifiedMembership } from '#server/identity/core/membership/verified-membership.ts';
import { createDicomwebService } from '#server/imaging/dicomweb/dicomweb-service.ts';
import type { Incoming } from '#server/imaging/dimse/begin-received-object.ts';
import { openDicomPort } from '#server/imaging/dimse/dicom-port.ts';
import { createFilingService } from '#server/imaging/filing/filing-service.ts';
import type { WorklistDeps } from '#server/imaging/filing/list-planned-exams.ts';
import { createReceivingService } from '#server/imaging/receiving/receiving-service.ts';
import { createSignedSettingsStore } from '#server/storage/access/backup-and-receiver-settings-store.ts';
import type { GroupRow } from '#server/storage/access/membership-store.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import type { Clock } from '#server/system/clock.ts';
import type { IdleGate } from '#server/system/concurrency/idle-gate.ts';

export interface Receiver {
  /**
   * Announces inbox keys of every group as far as keys are available, so that a vault that starts receiving later needs
   * no further unlock. Never throws.
   */
  readonly announce: () => void;
  readonly begin: DrivesService['inbox']['begin'];
  /** Call after an object was stored durably. */
  readonly onReceived: () => void;
  readonly groups: () => readonly GroupRow[];
}

export type ReceivingServices = ReturnType<typeof createReceivingServices>;

interface ReceivingDeps {
  readonly db: SqlEngine;
  readonly core: AccessCore;
  readonly clock: Clock;
  readonly documents: DocumentsService;
  readonly drives: DrivesService;
  /** Marked busy while objects arrive. */
  readonly idleGate: IdleGate;
  readonly provenState: VerifiedMembership['state'];
  readonly announceKeys: (securityGroupIds: readonly SecurityGroupId[]) => void;
  readonly recordAudit: WorklistDeps['recordAudit'];
  /** Reports failures of background work. */
  readonly failed: (what: string) => (error: unknown) => void;
}

export function createReceivingServices(deps: ReceivingDeps) {
  const { db, core, clock, documents, drives, idleGate, provenState, announceKeys, recordAudit, failed } =
    deps;
  const filing = createFilingService({
    ...{ idleGate, documents, clock, recordAudit },
    inbox: drives.inbox,
    filesOfStudy: drives.filesOfStudy,
    hasImages: drives.hasImages,
    tryLock: db.tryLock,
    onFailure: failed('filing'),
  });
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
      openDicomPort(options, {
        begin: async (group, source) => during(idleGate, await receiver.begin(group, source)),
        onReceived(sender) {
          receiving.onReceived(sender);
          receiver.onReceived();
        },
        worklist: filing.worklist,
        groups: ids,
        onFailure: failed('receiving'),
      }),
  });
  const dicomweb = createDicomwebService({
    turns: core.turns,
    studies: drives.studiesOf,
    filesOfStudy: drives.filesOfStudy,
    open: drives.openFrames,
    assertStow: receiving.assertStow,
    begin: drives.inbox.begin,
    filed: filing.filed,
  });
  return { filing, receiver, receiving, dicomweb };
}

/** Marks the gate busy until the object is durable or discarded. */
function during(idleGate: IdleGate, incoming: IncomingObject): Incoming {
  const leave = idleGate.markBusy();
  return {
    write: incoming.write,
    finish: () => incoming.finish().finally(leave),
    discard: () => incoming.discard().finally(leave),
  };
}
