/**
 * Finds a log that was cut, without a key and unasked. At the start, before this run writes entries of its own and the
 * anchor outside the folder goes on from them: is the log's last known entry still there? After an administrator's
 * unlock: is an entry missing in the middle? What was changed is found by verifying the log.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { equalBytes } from '#crypto/bytes.ts';
import type { FindingsPort } from '#server/identity/requests/findings-port.ts';
import type { AuditStore, SignedPlace } from '#server/storage/audit/audit-store.ts';

/** Entries counted in a turn: some milliseconds. */
const COUNTED_AT_ONCE = 10_000;

export interface CutCheckDeps {
  readonly store: Pick<AuditStore, 'head' | 'at' | 'listSignedBeyond' | 'countBetween'>;
  readonly findings: Pick<FindingsPort, 'report'>;
}

export interface CutCheck {
  /** @param seen the newest entry as stored in the anchor outside the folder */
  readonly checkEnd: (seen: SignedPlace | undefined) => void;
  /** Goes on from what was counted before. Ends when the signal aborts. */
  readonly checkGaps: (signal: AbortSignal) => Promise<void>;
}

export function createCutCheck({ store, findings }: CutCheckDeps): CutCheck {
  let counted = 0;
  let isCounting = false;

  function isComplete(from: number, to: number): boolean {
    return store.countBetween(from, to) === to - from;
  }

  /** First missing entry after `from`, of which there is one up to `to`. */
  function firstMissing(from: number, to: number): number {
    let [whole, broken] = [from, to];
    while (broken - whole > 1) {
      const middle = Math.floor((whole + broken) / 2);
      if (isComplete(from, middle)) whole = middle;
      else broken = middle;
    }
    return broken;
  }

  async function countOn(signal: AbortSignal): Promise<void> {
    const last = store.head()?.seq ?? 0;
    while (counted < last) {
      const to = Math.min(last, counted + COUNTED_AT_ONCE);
      if (!isComplete(counted, to))
        return findings.report('audit_damaged', String(firstMissing(counted, to)));
      counted = to;
      await nextTurn();
      if (signal.aborted) return;
    }
  }

  return {
    checkEnd(seen) {
      const last = store.head()?.seq ?? 0;
      const [signed] = store.listSignedBeyond(last, 1);
      const hash = seen && store.at(seen.seq)?.hash;
      if (seen !== undefined && (hash === undefined || !equalBytes(hash, seen.hash)))
        findings.report('audit_cut', String(seen.seq));
      else if (signed !== undefined) findings.report('audit_cut', String(signed));
    },
    async checkGaps(signal) {
      if (isCounting) return;
      isCounting = true;
      try {
        await countOn(signal);
      } finally {
        isCounting = false;
      }
    },
  };
}
