/**
 * Files received objects: once an editor of the group is unlocked, each object is opened, its exam found or created,
 * and it becomes a file of that exam. While more arrive, objects are filed in batches. Locking stops it between two
 * objects; it continues at the next unlock. An object that does not open stays in the inbox and is reported. After a
 * storage failure it tries again. Source: imaging design, "Receiving while locked".
 */
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { isEntitled, type UnlockedActors } from '#server/identity/actor/unlocked-actors.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import type { IdleGate } from '#server/system/concurrency/idle-gate.ts';
import { completeExamFromStudy } from './complete-exam-from-study.ts';
import type { InboxPort, ReceivedObject } from './filing-ports.ts';
import { type FiledStudy, type FindExamDeps, findOrCreateExam } from './find-exam-of-study.ts';

const BATCH_ITEMS = 100;
const AT_A_TIME = 4;
/** Delay after a transient failure such as a full disk; doubled each time. */
const AGAIN_AFTER_MS = { least: 1_000, most: 600_000 };
/** While more objects arrive, a batch is filed this often. */
const PATIENCE_MS = 5_000;

export interface InboxFilerDeps<Item extends ReceivedObject> extends FindExamDeps {
  readonly inbox: InboxPort<Item>;
  /** An editor must be added here before `onUnlocked` is called. */
  readonly unlocked: UnlockedActors;
  readonly idleGate: IdleGate;
  readonly tryLock: SqlEngine['tryLock'];
  readonly onFailure: (error: unknown) => void;
}

/** Studies and instances being filed now, by UID. */
interface AtWork {
  readonly studies: Map<string, Promise<FiledStudy>>;
  readonly instances: Map<string, Promise<unknown>>;
}

export interface Arrived {
  readonly studies: number;
  readonly filed: number;
  readonly to_match: number;
}

export interface InboxFiler {
  /** Call when an editor has unlocked. */
  readonly onUnlocked: (actor: Actor) => void;
  /** Call when an object may be pending. */
  readonly wake: () => void;
  /** Result of the last unlock's filing in this group. */
  readonly arrived: (securityGroupId: SecurityGroupId) => Arrived | undefined;
  /** Resolves when these are no longer pending, or no server is filing them. */
  readonly filed: (nodeIds: readonly NodeId[]) => Promise<void>;
  /** Resolves when nothing that can be filed now is pending. */
  readonly whenIdle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export function createInboxFiler<Item extends ReceivedObject>(deps: InboxFilerDeps<Item>): InboxFiler {
  const { inbox, idleGate } = deps;
  const running = new Map<SecurityGroupId, Promise<void>>();
  const isWanted = new Set<SecurityGroupId>();
  const arrivals = new Map<SecurityGroupId, Arrived>();
  let isClosed = false;
  let again: NodeJS.Timeout | undefined;
  let againAfterMs = AGAIN_AFTER_MS.least;
  /** Number of callers that wait for their objects to be filed. */
  let asked = 0;
  let step = Promise.withResolvers<void>();
  /** Studies with new objects since their exams were last named. */
  const unnamed = new Set<string>();

  const editorOf = (group: SecurityGroupId) => deps.unlocked.find(group, 'editor');

  function wake(): void {
    for (const group of inbox.groups()) start(group, false);
  }

  /** A timer, because no event may come to wake it. */
  function tryAgain(): void {
    if (isClosed || again !== undefined) return;
    again = setTimeout(() => {
      again = undefined;
      wake();
    }, againAfterMs).unref();
    againAfterMs = Math.min(2 * againAfterMs, AGAIN_AFTER_MS.most);
  }

  function start(group: SecurityGroupId, isUnlock: boolean): void {
    if (isClosed || editorOf(group) === undefined) return;
    isWanted.add(group);
    if (running.has(group)) return;
    const job = runWhileWanted(group, isUnlock)
      .catch((error: unknown) => {
        deps.onFailure(error);
        tryAgain();
      })
      .finally(() => {
        running.delete(group);
        if (isWanted.has(group)) start(group, false);
      });
    running.set(group, job);
  }

  /**
   * Files objects until none is left. With several servers one files; the others check again later for objects that
   * arrive meanwhile.
   */
  async function runWhileWanted(group: SecurityGroupId, isUnlock: boolean): Promise<void> {
    const lock = deps.tryLock(`filing/${group}`);
    if (lock === undefined) {
      isWanted.delete(group);
      return;
    }
    try {
      await fileWhileWanted(group, isUnlock);
    } finally {
      lock.release();
    }
  }

  async function fileWhileWanted(group: SecurityGroupId, isUnlock: boolean): Promise<void> {
    while (isWanted.delete(group) && !isClosed) {
      const studies = await fileWaiting(group);
      if (!isUnlock || studies.length === 0) continue;
      const to_match = studies.filter(({ isToMatch }) => isToMatch).length;
      arrivals.set(group, { studies: studies.length, filed: studies.length - to_match, to_match });
    }
  }

  async function fileWaiting(group: SecurityGroupId): Promise<FiledStudy[]> {
    const studies = new Map<string, Promise<FiledStudy>>();
    const instances = new Map<string, Promise<unknown>>();
    for (let after = ''; !isClosed; ) {
      if (asked === 0) await idleGate.whenIdle(PATIENCE_MS);
      if (isClosed) break;
      const rows = inbox.listAfter(group, after, BATCH_ITEMS);
      if (rows.length === 0) break;
      const queue = [...rows];
      const workers = Array.from({ length: AT_A_TIME }, async () => {
        for (let row = queue.shift(); row !== undefined && !isClosed; row = queue.shift()) {
          const actor = editorOf(group);
          if (actor === undefined) return;
          await fileOne(actor, row, { studies, instances });
          takeStep();
          // Let requests run between two objects, because opening takes milliseconds.
          await new Promise(setImmediate);
        }
      });
      await Promise.all(workers);
      await nameByPictures(group, studies);
      if (editorOf(group) === undefined) break;
      after = rows.at(-1)?.node_id ?? '';
    }
    const outcomes = await Promise.allSettled(studies.values());
    return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  }

  /** Names exams once a batch is filed, because the first object of a study may have given a poor name. */
  async function nameByPictures(group: SecurityGroupId, studies: AtWork['studies']): Promise<void> {
    const actor = editorOf(group);
    for (const [uid, filing] of studies) {
      if (!unnamed.has(`${group} ${uid}`)) continue;
      const study = await filing.catch(() => undefined);
      if (actor !== undefined && study !== undefined) {
        const isMatched = await completeExamFromStudy(deps, actor, group, uid, study.exam_id).catch(
          (error: unknown) => {
            if (!actor.signal.aborted) deps.onFailure(error);
            return false;
          },
        );
        if (isMatched) studies.set(uid, Promise.resolve({ ...study, isToMatch: false }));
      }
      unnamed.delete(`${group} ${uid}`);
    }
    takeStep();
  }

  function takeStep(): void {
    step.resolve();
    step = Promise.withResolvers<void>();
  }

  async function fileOne(
    actor: Actor,
    row: ReceivedObject['row'],
    { studies, instances }: AtWork,
  ): Promise<void> {
    try {
      const item = inbox.open(actor, row);
      const { header, source } = item;
      const filing =
        studies.get(header.study_uid) ?? findOrCreateExam(deps, actor, row.security_group_id, header, source);
      studies.set(header.study_uid, filing);
      // A repeated object waits for the first, and then finds it among the files.
      const earlier = instances.get(header.instance_uid);
      const adopting = Promise.all([filing, earlier]).then(([{ exam_id }]) =>
        inbox.adopt(actor, item, exam_id),
      );
      instances.set(
        header.instance_uid,
        adopting.catch(() => undefined),
      );
      await adopting;
      unnamed.add(`${row.security_group_id} ${header.study_uid}`);
      againAfterMs = AGAIN_AFTER_MS.least;
    } catch (error) {
      if (actor.signal.aborted) return;
      if (error instanceof CryptoError) inbox.damaged(row.node_id);
      else tryAgain();
      deps.onFailure(error);
    }
  }

  return {
    onUnlocked(actor) {
      for (const group of arrivals.keys()) if (isEntitled(actor, group, 'editor')) arrivals.delete(group);
      for (const group of inbox.groups()) if (isEntitled(actor, group, 'editor')) start(group, true);
    },
    wake,
    arrived: (group) => arrivals.get(group),
    async filed(nodeIds) {
      asked += 1;
      try {
        wake();
        idleGate.releaseAll();
        while (running.size > 0 && (unnamed.size > 0 || nodeIds.some(inbox.has))) {
          await Promise.race([step.promise, ...running.values()]);
        }
      } finally {
        asked -= 1;
      }
    },
    async whenIdle() {
      while (running.size > 0) await Promise.all(running.values());
    },
    async close() {
      isClosed = true;
      clearTimeout(again);
      idleGate.releaseAll();
      await Promise.all(running.values());
    },
  };
}
