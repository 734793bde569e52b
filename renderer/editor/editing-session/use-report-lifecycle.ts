/**
 * React hook for the editing session: opens the report with its screen, flushes the draft on leaving, stashes
 * text at a lock.
 */
import i18next from 'i18next';
import { useEffect, useMemo } from 'react';
import { watchIncomingVersions } from '#renderer/editor/concurrent-edits/watch-incoming-versions.ts';
import { watchPresence } from '#renderer/editor/concurrent-edits/watch-presence.ts';
import { watchSignatures } from '#renderer/editor/concurrent-edits/watch-signatures.ts';
import { loadGroupMacros } from '#renderer/editor/insert/macros/macro-store.ts';
import { examCache, templateCache } from '#renderer/state/record-cache/record-caches.ts';
import { beforeLock } from '#renderer/state/session/lock-hooks.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { watchDraft } from './drafts/draft-conflict.ts';
import {
  keepForScreen,
  leaveReport,
  restoreStashed,
  saveOrStashBeforeLock,
} from './drafts/unsaved-report.ts';
import { createEditingSession, type EditingSession, openReport } from './editing-session.ts';
import { type ReportResource, reportDocuments } from './report-documents.ts';

export function useReportLifecycle(resource: ReportResource, id: string): EditingSession {
  const work = useMemo(
    () =>
      createEditingSession(reportDocuments(resource, id), ({ security_group_id }) =>
        mayWrite(security_group_id),
      ),
    [resource, id],
  );
  useEffect(() => {
    openWithStashedText(work).then(loadGroupMacros);
    // Exams sealed since the lists were loaded may be priors of this one.
    examCache.refresh();
    const offDraft = watchDraft(work);
    const offVersions = watchIncomingVersions(work);
    const offSignatures = watchSignatures(work);
    const offPresence = watchPresence(work);
    const offLock = beforeLock((context) => saveOrStashBeforeLock(work, context));
    const onHide = () => {
      if (document.visibilityState === 'hidden') flush(work);
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!work.clock.isDirty()) return;
      flush(work);
      event.preventDefault();
    };
    addEventListener('visibilitychange', onHide);
    addEventListener('beforeunload', onUnload);
    return () => {
      offLock();
      removeEventListener('visibilitychange', onHide);
      removeEventListener('beforeunload', onUnload);
      offDraft();
      offVersions();
      offSignatures();
      offPresence();
      leaveReport(work, () => showToast({ icon: 'state-unsealed', text: i18next.t('editor.save.held') }));
      refreshLists(resource);
    };
  }, [work, resource]);
  return work;
}

/** Opens the report and restores stashed text of this person. */
export async function openWithStashedText(work: EditingSession): Promise<void> {
  keepForScreen(work);
  await openReport(work);
  await restoreStashed(work);
}

function mayWrite(groupId: string): boolean {
  const group = useSession.getState().session?.groups.find((known) => known.security_group_id === groupId);
  return group !== undefined && group.role !== 'viewer';
}

function flush(work: EditingSession): void {
  work.clock.flush().catch(() => undefined);
}

/** Reloads the lists, which show the new version and a remaining draft. */
function refreshLists(resource: ReportResource): void {
  if (useSession.getState().phase !== 'unlocked') return;
  (resource === 'exams' ? examCache : templateCache).refresh();
}
