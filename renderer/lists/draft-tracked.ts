/**
 * Store of critical results and follow-ups in drafts. They are due like sealed ones, because no other person
 * knows them. Reads drafts one by one and again after each save. Cleared at every lock.
 */
import { create } from 'zustand';
import type { CriticalResult, FollowUp } from '#contract/documents/follow-ups.ts';
import { readCritical } from '#records/reports/critical-result.ts';
import { readFollowUps } from '#records/reports/follow-ups.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { onVaultEvent } from '#renderer/state/events/vault-events.ts';
import { examCache } from '#renderer/state/record-cache/record-caches.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';

/** What a draft has to be followed, sealed before or not. */
export interface DraftTracked {
  readonly critical: CriticalResult | undefined;
  readonly followUps: readonly FollowUp[];
}

interface DraftsTracked {
  readonly byExam: ReadonlyMap<string, DraftTracked>;
}

export const useDraftTracked = create<DraftsTracked>()(() => ({ byExam: new Map() }));

/** Drafts already read or being read. */
const known = new Set<string>();
let reading: Promise<void> = Promise.resolve();

export function startDraftTracked(): void {
  examCache.use.subscribe(({ rows }) => {
    for (const { id, has_draft } of rows.values()) {
      if (has_draft && !known.has(id)) readLater(id);
      else if (!has_draft && known.delete(id)) keep(id, undefined);
    }
  });
  onVaultEvent(({ event, data }) => {
    if (event === 'draft' && data.resource === 'exams' && data.id !== undefined) readLater(data.id);
  });
}

function readLater(id: string): void {
  known.add(id);
  reading = reading.then(() => read(id));
}

/** A draft that cannot be read now is read after its next event. */
async function read(id: string): Promise<void> {
  try {
    const { record } = await vault().exams.draft.get(id, { passive: true });
    const { custom_attributes: attributes } = record;
    if (known.has(id)) keep(id, { critical: readCritical(attributes), followUps: readFollowUps(attributes) });
  } catch {
    keep(id, undefined);
  }
}

function keep(id: string, draft: DraftTracked | undefined): void {
  const isEmpty = draft === undefined || (draft.critical === undefined && draft.followUps.length === 0);
  const { byExam } = useDraftTracked.getState();
  if (isEmpty && !byExam.has(id)) return;
  const next = new Map(byExam);
  if (isEmpty) next.delete(id);
  else next.set(id, draft);
  useDraftTracked.setState({ byExam: next });
}

onWipe(() => {
  known.clear();
  useDraftTracked.setState({ byExam: new Map() });
});
