/**
 * Retention sweep: deletes expired data hourly (discarded drafts, idempotency records, tombstones, failed unlocks,
 * events, abandoned uploads), and at an unlock what needs a group's key to be recognised.
 */
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { DocumentsService } from '#server/documents/documents-service.ts';
import type { DrivesService } from '#server/drives/drives-service.ts';
import type { EventsService } from '#server/events/events-service.ts';
import type { Idempotency } from '#server/http/request/idempotency.ts';
import type { SessionsService } from '#server/identity/sessions/sessions-service.ts';
import type { CommitHistory } from '#server/integrity/history/commit-history.ts';
import type { CommitQueue } from '#server/storage/commit-queue.ts';

/** Expired idempotency records and discarded drafts are deleted within this time. */
const SWEEP_EVERY_MS = 60 * 60 * 1000;

interface Unlocked {
  readonly keyRing: KeyRing;
}

interface SweepingDeps {
  readonly commits: CommitQueue;
  readonly idempotency: Idempotency;
  readonly sessions: Pick<SessionsService, 'deleteOutlivedFailures'>;
  readonly history: Pick<CommitHistory, 'deletePassing'>;
  readonly events: EventsService;
  readonly documents: DocumentsService;
  readonly drives: DrivesService;
  readonly unlocked: () => readonly Unlocked[];
  readonly onFailure: (error: unknown) => void;
}

export function createRetentionSweep(deps: SweepingDeps) {
  const { commits, idempotency, sessions, history, events, documents, drives, unlocked, onFailure } = deps;

  async function sweep(): Promise<void> {
    await commits.write(() => {
      idempotency.deleteOutlived();
      sessions.deleteOutlivedFailures();
      documents.deleteOutlivedPurges();
      history.deletePassing();
    });
    for (const { keyRing } of unlocked()) await sweepWith(keyRing);
    await events.sweep();
  }

  /** Deletes expired data in groups whose keys are available. */
  async function sweepWith(keyRing: KeyRing): Promise<void> {
    await documents.sweep(keyRing);
    await drives.expireTransfers(keyRing);
  }

  const timer = setInterval(() => void sweep().catch(onFailure), SWEEP_EVERY_MS).unref();
  return {
    sweep,
    onUnlocked: ({ keyRing }: Unlocked) => void sweepWith(keyRing).catch(onFailure),
    close: () => clearInterval(timer),
  };
}
