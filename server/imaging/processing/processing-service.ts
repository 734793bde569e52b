/**
 * Processes pending files: while a principal with a file's group key is unlocked, the file is opened in memory, sent to
 * a sandbox, and the result is sealed. Locking the last principal with a group's key stops its jobs and ends processes
 * that have seen its files; jobs continue at the next unlock.
 * Source: imaging design, "The way of a file".
 */
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { SecurityGroupId } from '#contract/ids.ts';
import { PROCESSED_FILE_MAX_BYTES } from '#contract/limits.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { IdleGate } from '#server/system/concurrency/idle-gate.ts';
import { MissingContentError } from '#server/system/missing-content-error.ts';
import { StorageUnavailableError } from '#server/system/storage-unavailable-error.ts';
import { createExtracts } from './extracts.ts';
import { createFrameCache } from './frame-cache.ts';
import { ProcessingError, StarvedJobError } from './processing-error.ts';
import type { PlainFile, ProcessingOutput, ProcessingWork, QueuedNode } from './processing-port.ts';
import { type Launcher, launchSandbox } from './sandbox/launch-sandbox.ts';
import type { DocumentLocation, Frame } from './sandbox/sandbox-messages.ts';
import { createSandboxPool } from './sandbox/sandbox-pool.ts';

/** Longest delay of a rendition under constant load. */
const PATIENCE_MS = 2_000;
/** Delay before retrying a file whose storage was unavailable. */
const AWAY_PAUSE_MS = 5_000;

export interface ProcessingDeps {
  readonly work: ProcessingWork;
  /** Groups whose key an unlocked principal has. */
  readonly openGroups: () => readonly SecurityGroupId[];
  readonly keyRingFor: (securityGroupId: SecurityGroupId) => KeyRing | undefined;
  readonly launch?: Launcher | undefined;
  /** Processor time of one job, in milliseconds. */
  readonly jobMaxMs?: number | undefined;
  /** Delays renditions while requests run; frames do not wait, because a person is looking at them. */
  readonly idleGate: IdleGate;
  readonly onFailure: (error: unknown) => void;
}

export interface ProcessingService {
  /** Call when a file may be pending: after an upload or an unlock. */
  readonly wake: () => void;
  readonly onGroupKeysGone: (securityGroupId: SecurityGroupId) => void;
  /**
   * Decodes one frame, counted from 1; undefined past the last. @throws ProcessingError, StarvedJobError,
   * JobAborted
   */
  readonly frame: (actor: Actor, file: PlainFile, n: number) => Promise<Frame | undefined>;
  /** UTF-8 text of an object; undefined where it has none. @throws ProcessingError, StarvedJobError, JobAborted */
  readonly text: (actor: Actor, file: PlainFile) => Promise<Uint8Array | undefined>;
  /** The document in an object; undefined where there is none. @throws as `text` */
  readonly document: (actor: Actor, file: PlainFile) => Promise<DocumentLocation | undefined>;
  /** Resolves when nothing that can be processed now is pending. */
  readonly whenIdle: () => Promise<void>;
  /** Stops everything; running jobs become pending again. */
  readonly close: () => Promise<void>;
}

export function createProcessingService(deps: ProcessingDeps): ProcessingService {
  const { work } = deps;
  const size = Math.max(1, availableParallelism() - 1);
  const pool = createSandboxPool(deps.launch ?? launchSandbox, size, deps.jobMaxMs);
  const frames = createFrameCache(pool);
  const extracts = createExtracts(pool);
  const aborts = new Map<string, AbortController>();
  const jobs = new Set<Promise<void>>();
  let picking: Promise<void> | undefined;
  let isAwake = false;
  let isClosed = false;
  const closing = new AbortController();

  function abortOf(securityGroupId: SecurityGroupId): AbortController {
    const known = aborts.get(securityGroupId);
    if (known !== undefined) return known;
    const made = new AbortController();
    aborts.set(securityGroupId, made);
    return made;
  }

  function wake(): void {
    isAwake = true;
    picking ??= pick()
      .catch(deps.onFailure)
      .finally(() => {
        picking = undefined;
        if (isAwake && !isClosed) wake();
      });
  }

  /** Picks one after another, so that no node is taken twice. */
  async function pick(): Promise<void> {
    while (isAwake && !isClosed) {
      isAwake = false;
      while (jobs.size < size && !isClosed) {
        if (work.next(deps.openGroups()) === undefined) break;
        await deps.idleGate.whenIdle(PATIENCE_MS);
        const node = work.next(deps.openGroups());
        if (node === undefined || isClosed) break;
        if (!(await work.begin(node.node_id))) continue;
        const job = run(node).catch(deps.onFailure);
        jobs.add(job);
        void job.finally(() => {
          jobs.delete(job);
          if (!isClosed) wake();
        });
      }
    }
  }

  async function run(node: QueuedNode): Promise<void> {
    const { signal } = abortOf(node.security_group_id);
    const keyRing = deps.keyRingFor(node.security_group_id);
    if (keyRing === undefined || signal.aborted) return work.requeue(node.node_id);
    try {
      const made = await make(keyRing, node, signal);
      if (made !== undefined) await work.finish(keyRing, node.node_id, made);
    } catch (error) {
      if (signal.aborted || isClosed) return work.requeue(node.node_id);
      if (error instanceof StarvedJobError) return work.tryAgain(node.node_id);
      if (error instanceof StorageUnavailableError) {
        await work.requeue(node.node_id);
        await pause(AWAY_PAUSE_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
        return;
      }
      if (error instanceof MissingContentError) {
        await work.finish(keyRing, node.node_id, nothing('content_missing'));
        return;
      }
      // Row or bytes do not verify, or the disk failed; reading the file reports which.
      await work.finish(keyRing, node.node_id, nothing('damaged')).catch(() => undefined);
      throw error;
    }
  }

  /** Makes the renditions of a file; undefined when there is nothing left to make. */
  async function make(
    keyRing: KeyRing,
    node: QueuedNode,
    signal: AbortSignal,
  ): Promise<ProcessingOutput | undefined> {
    const file = work.open(keyRing, node.node_id);
    if (file === undefined) return undefined;
    if (file.size > PROCESSED_FILE_MAX_BYTES) return nothing('too_large');
    try {
      const task = { kind: 'pictures', media_kind: file.media_kind } as const;
      const result = await pool.run({ ...file, task, fileId: file.node_id, signal });
      if (result.kind !== 'pictures') return nothing('damaged');
      const { header, thumbnail, preview, error } = result;
      return { header, error, variants: { ...(thumbnail && { thumbnail }), ...(preview && { preview }) } };
    } catch (error) {
      if (error instanceof ProcessingError) return nothing(error.code);
      throw error;
    }
  }

  return {
    wake,
    onGroupKeysGone(securityGroupId) {
      aborts.get(securityGroupId)?.abort();
      aborts.delete(securityGroupId);
      pool.forget();
    },
    frame: frames.get,
    ...extracts,
    async whenIdle() {
      while (picking !== undefined || jobs.size > 0) await Promise.all([picking, ...jobs]);
    },
    async close() {
      isClosed = true;
      deps.idleGate.releaseAll();
      closing.abort();
      for (const abort of aborts.values()) abort.abort();
      pool.close();
      await picking;
      await Promise.all(jobs);
    },
  };
}

function nothing(error: ProcessingOutput['error']): ProcessingOutput {
  return { header: null, variants: {}, error };
}
