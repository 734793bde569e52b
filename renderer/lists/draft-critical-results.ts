/**
 * Store of critical results that exist only in drafts. They are due like sealed ones, because no other person
 * knows them. Reads drafts one by one and again after each save. Cleared at every lock.
 */
import { create } from 'zustand';
import type { CriticalResult } from '#contract/documents/follow-ups.ts';
import { readCritical } from '#records/reports/critical-result.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { onVaultEvent } from '#renderer/state/events/vault-events.ts';
import { examCache } from '#renderer/state/record-cache/record-caches.ts';
import { onWipe } from '#renderer/state/session/lock-hooks.ts';

interface DraftCriticals {
  readonly byExam: ReadonlyMap<string, CriticalResult>;
}

export const useDraftCriticals = create<DraftCriticals>()(() => ({ byExam: new Map() }));

/** Drafts already read or being read. */
const known = new Set<string>();
let reading: Promise<void> = Promise.resolve();

export function startDraftCriticals(): void {
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
    if (known.has(id)) keep(id, readCritical(record.custom_attributes));
  } catch {
    keep(id, undefined);
  }
}

function keep(id: string, critical: CriticalResult | undefined): void {
  const { byExam } = useDraftCriticals.getState();
  if (critical === undefined && !byExam.has(id)) return;
  const next = new Map(byExam);
  if (critical === undefined) next.delete(id);
  else next.set(id, critical);
  useDraftCriticals.setState({ byExam: next });
}

onWipe(() => {
  known.clear();
  useDraftCriticals.setState({ byExam: new Map() });
});
