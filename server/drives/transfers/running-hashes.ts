/**
 * Running SHA-256 of resumable uploads: each part continues the hash of the previous ones, so that completion need not
 * read the stored content. Known only for attempts that arrived in order through this process. In memory; parts are
 * multiples of the hash's block size, so no content bytes are buffered.
 */
import { createHash, type Hash } from 'node:crypto';
import type { NodeId } from '#contract/ids.ts';

/** More than there are parallel uploads; the oldest entry is dropped. */
const KEPT_MAX = 64;

export interface RunningHash {
  readonly attempts: readonly string[];
  readonly hash: Hash;
}

export type RunningHashes = ReturnType<typeof createRunningHashes>;

export function createRunningHashes() {
  const kept = new Map<NodeId, RunningHash>();
  return {
    /** The hash to continue with part `part`; undefined where an earlier part did not arrive here. */
    before(nodeId: NodeId, part: number): RunningHash | undefined {
      if (part === 1) return { attempts: [], hash: createHash('sha256') };
      const running = kept.get(nodeId);
      if (running?.attempts.length !== part - 1) return undefined;
      return { attempts: running.attempts, hash: running.hash.copy() };
    },
    /** Stores the hash after the part was stored as `attemptId`. */
    keep(nodeId: NodeId, running: RunningHash, attemptId: string): void {
      kept.delete(nodeId);
      kept.set(nodeId, { attempts: [...running.attempts, attemptId], hash: running.hash });
      for (const oldest of kept.keys()) {
        if (kept.size <= KEPT_MAX) break;
        kept.delete(oldest);
      }
    },
    /** Lower-case hex for exactly these attempts in this order; undefined where unknown. */
    digest(nodeId: NodeId, attempts: readonly string[]): string | undefined {
      const running = kept.get(nodeId);
      if (running?.attempts.length !== attempts.length) return undefined;
      if (!running.attempts.every((attempt, at) => attempt === attempts[at])) return undefined;
      return running.hash.copy().digest('hex');
    },
    forget(nodeId: NodeId): void {
      kept.delete(nodeId);
    },
  };
}
