import type { FollowUp } from '#contract/documents/tracked.ts';
import type { FollowUpEntry } from './FollowUpFields.tsx';

export function newFollowUp(entry: FollowUpEntry, madeBy: string, now: Date): FollowUp {
  return {
    follow_up_id: crypto.randomUUID(),
    ...entry,
    made_by: madeBy,
    made_at: now.toISOString(),
    moved: [],
    done: null,
  };
}
