/**
 * The SHA-256 of transfers that come in part after part: each part's bytes go on with the hash of those before it, so
 * that the end of a transfer need not read what it has stored. It is told only of the attempts it has seen, in their
 * order; of any others nothing is known here. In memory alone: parts end on whole blocks of the hash, so none of their
 * bytes wait in it.
 */
import { createHash, type Hash } from 'node:crypto';
import type { NodeId } from '#contract/ids.ts';

/** Transfers going on at a time are far fewer; the one begun first makes room. */
const KEPT_MAX = 64;

export interface RunningHash {
  readonly attempts: readonly string[];
  readonly hash: Hash;
}

export type RunningHashes = ReturnType<typeof createRunningHashes>;

export function createRunningHashes() {
  const kept = new Map<NodeId, RunningHash>();
  return {
    /** What part `part` goes on with; undefined where a part before it did not come through here. */
    before(nodeId: NodeId, part: number): RunningHash | undefined {
      if (part === 1) return { attempts: [], hash: createHash('sha256') };
      const running = kept.get(nodeId);
      if (running?.attempts.length !== part - 1) return undefined;
      return { attempts: running.attempts, hash: running.hash.copy() };
    },
    /** The part that `running` was handed out for is stored as `attemptId`. */
    keep(nodeId: NodeId, running: RunningHash, attemptId: string): void {
      kept.delete(nodeId);
      kept.set(nodeId, { attempts: [...running.attempts, attemptId], hash: running.hash });
      for (const oldest of kept.keys()) {
        if (kept.size <= KEPT_MAX) break;
        kept.delete(oldest);
      }
    },
    /** Lower-case hex of exactly these attempts in this order; undefined where it is not known here. */
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
