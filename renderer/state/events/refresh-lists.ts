/** Keeps this window's lists up to date: collects changes and reads once. */
import type { VaultEvent } from '#contract/events/change-event.ts';
import { examCache, patientCache, templateCache } from '#renderer/state/record-cache/record-caches.ts';
import { refreshSession, useSession } from '#renderer/state/session/session-store.ts';
import { onVaultEvent } from './vault-events.ts';

/** Time in which changes are collected into one read. */
const GATHER_MS = 250;

const DIRECTORIES = { patients: patientCache, exams: examCache, templates: templateCache };
type Listed = keyof typeof DIRECTORIES;

const stale = new Set<Listed>();

export function startListRefresh(): void {
  onVaultEvent(({ event, data }) => {
    if (event === 'group') readEverything();
    if (data.resource === undefined) return;
    if (event === 'draft') DIRECTORIES[data.resource].setDraft(data.id, data.change !== 'purged');
    if (event === 'document') readDocument(data.resource, data);
  });
}

function readDocument(resource: Listed, { id, change, version_id }: VaultEvent['data']): void {
  const directory = DIRECTORIES[resource];
  if (change === 'purged') {
    directory.remove(id);
    return;
  }
  const isKnown = change === 'updated' && directory.use.getState().rows.get(id)?.version_id === version_id;
  // An exam moved to another patient keeps its version, so its row is read again.
  if (!isKnown || resource === 'exams') readSoon(resource);
}

function readEverything(): void {
  for (const resource of ['patients', 'exams', 'templates'] as const) readSoon(resource);
  refreshSession().catch(() => undefined);
}

function readSoon(resource: Listed): void {
  if (stale.size === 0) setTimeout(readStale, GATHER_MS);
  stale.add(resource);
}

function readStale(): void {
  const due = [...stale];
  stale.clear();
  if (useSession.getState().phase !== 'unlocked') return;
  for (const each of due) DIRECTORIES[each].refresh({ passive: true });
}
