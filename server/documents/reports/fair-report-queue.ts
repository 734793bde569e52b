/**
 * Queue of jobs for the report worker: in order within a principal, principals in rotation, so that a principal with
 * many jobs delays only itself. Bounded by the memory of its jobs.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalId } from '#contract/ids.ts';
import {
  REPORTS_WAITING_MAX_CHARS,
  REPORTS_WAITING_MAX_COUNT,
  REPORTS_WAITING_MAX_SHARE,
} from '#contract/limits.ts';

const RETRY_AFTER_SECONDS = '1';

interface Entry<Job> {
  readonly job: Job;
  readonly chars: number;
}

interface Line<Job> {
  readonly entries: Entry<Job>[];
  chars: number;
}

export interface FairQueue<Job> {
  /** Adds a job. @throws rate_limited when the principal, or all principals together, have too much waiting. */
  readonly add: (principalId: PrincipalId, job: Job, chars: number) => void;
  readonly next: () => Job | undefined;
  readonly drain: () => Job[];
}

export function createFairQueue<Job>(): FairQueue<Job> {
  // A Map keeps its order: the first principal is served next and then moves to the end.
  const lines = new Map<string, Line<Job>>();
  const total = { count: 0, chars: 0 };

  function add(principalId: PrincipalId, job: Job, chars: number): void {
    const line = lines.get(principalId) ?? { entries: [], chars: 0 };
    refuseBeyond(total.count, total.chars + chars, 1);
    refuseBeyond(line.entries.length, line.chars + chars, REPORTS_WAITING_MAX_SHARE);
    line.entries.push({ job, chars });
    line.chars += chars;
    total.count += 1;
    total.chars += chars;
    lines.set(principalId, line);
  }

  function next(): Job | undefined {
    const [first] = lines;
    if (first === undefined) return undefined;
    const [principalId, line] = first;
    const entry = line.entries.shift();
    lines.delete(principalId);
    if (entry === undefined) return undefined;
    line.chars -= entry.chars;
    total.count -= 1;
    total.chars -= entry.chars;
    if (line.entries.length > 0) lines.set(principalId, line);
    return entry.job;
  }

  function drain(): Job[] {
    const jobs = [...lines.values()].flatMap(({ entries }) => entries.map(({ job }) => job));
    lines.clear();
    total.count = 0;
    total.chars = 0;
    return jobs;
  }

  return { add, next, drain };
}

function refuseBeyond(count: number, chars: number, share: number): void {
  if (count < REPORTS_WAITING_MAX_COUNT * share && chars <= REPORTS_WAITING_MAX_CHARS * share) return;
  throw new VaultError('rate_limited', 'Too many reports are waiting to be read. Try again shortly.', {
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  });
}
