/**
 * Connects records and modalities: files the inbox into exams, lists unmatched studies, and publishes planned exams as
 * worklist.
 */
import type { SecurityGroupId } from '#contract/ids.ts';
import type { Inbox } from '#contract/imaging/inbox-counts.ts';
import type { UnmatchedStudies } from '#contract/imaging/unmatched-studies.ts';
import type { WorklistItem } from '#dicom/worklist-attributes.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { createUnlockedActors } from '#server/identity/actor/unlocked-actors.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import type { IdleGate } from '#server/system/concurrency/idle-gate.ts';
import { createInboxFiler, type InboxFiler } from './file-received-objects.ts';
import type { DocumentsPort, InboxPort, ReceivedObject } from './filing-ports.ts';
import type { FindExamDeps } from './find-exam-of-study.ts';
import { listWorklist, type WorklistDeps, type WorklistRequest } from './list-planned-exams.ts';
import { listUnmatchedStudies } from './unmatched-studies.ts';

export interface FilingService
  extends Pick<InboxFiler, 'onUnlocked' | 'wake' | 'filed' | 'whenIdle' | 'close'> {
  /** Counts only; for any client certificate of this vault. */
  readonly inbox: () => Inbox;
  /** Lists unmatched studies. @throws permission_denied, group_key_unavailable */
  readonly toMatch: (actor: Actor, securityGroupId: SecurityGroupId) => Promise<UnmatchedStudies>;
  /**
   * Lists planned exams for a modality.
   * @throws session_locked when no unlocked principal may read the group; request_too_large when too many match.
   */
  readonly worklist: (request: WorklistRequest) => Promise<WorklistItem[]>;
}

export interface FilingDeps<Item extends ReceivedObject>
  extends Pick<WorklistDeps, 'clock' | 'hasImages' | 'recordAudit'> {
  readonly documents: DocumentsPort;
  readonly filesOfStudy: FindExamDeps['filesOfStudy'];
  readonly inbox: InboxPort<Item> & { readonly counts: () => Inbox };
  readonly idleGate: IdleGate;
  readonly tryLock: SqlEngine['tryLock'];
  readonly onFailure: (error: unknown) => void;
}

export function createFilingService<Item extends ReceivedObject>(deps: FilingDeps<Item>): FilingService {
  const unlocked = createUnlockedActors();
  const adoption = createInboxFiler({ ...deps, unlocked });
  return {
    onUnlocked(actor) {
      unlocked.add(actor);
      adoption.onUnlocked(actor);
    },
    wake: adoption.wake,
    filed: adoption.filed,
    whenIdle: adoption.whenIdle,
    close: adoption.close,
    inbox: deps.inbox.counts,
    async toMatch(actor, securityGroupId) {
      const items = await listUnmatchedStudies(deps, actor, securityGroupId);
      const arrived = adoption.arrived(securityGroupId) ?? null;
      return { items, arrived, waiting: deps.inbox.counts().images };
    },
    worklist: (request) => listWorklist({ ...deps, unlocked }, request),
  };
}
