/**
 * React hook for the trash, with restore and purge. Documents come from the lists in memory, files from each
 * group's drive.
 */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DriveNode } from '#contract/drives/node.ts';
import { PAGE_LIMIT_MAX } from '#contract/limits.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { examCache, patientCache, templateCache } from '#renderer/state/record-cache/record-caches.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { showToast } from '#renderer/state/toast-store.ts';
import { type TrashEntry, trashEntries } from './trash-entry.ts';

interface Trash {
  readonly entries: readonly TrashEntry[];
  readonly error: unknown;
  readonly act: (entry: TrashEntry, what: 'restore' | 'purge') => Promise<void>;
}

const DIRECTORIES = {
  exams: examCache,
  patients: patientCache,
  templates: templateCache,
} as const;

export function useTrash(): Trash {
  const { t } = useTranslation();
  const exams = examCache.use((state) => state.rows);
  const patients = patientCache.use((state) => state.rows);
  const templates = templateCache.use((state) => state.rows);
  const groups = useSession((state) => state.session?.groups);
  const [nodes, setNodes] = useState<readonly DriveNode[]>([]);
  const { error, setError, act: attempt } = useAsyncAction();
  const readNodes = useCallback(async () => {
    const lists = (groups ?? []).map(async ({ security_group_id }) => {
      const deleted: DriveNode[] = [];
      const query = { state: 'deleted', limit: PAGE_LIMIT_MAX } as const;
      for await (const node of vault().drive(security_group_id).list(query)) deleted.push(node);
      return deleted;
    });
    setNodes((await Promise.all(lists)).flat());
  }, [groups]);
  useEffect(() => {
    readNodes().catch(setError);
  }, [readNodes, setError]);
  const entries = useMemo(
    () =>
      trashEntries({
        exams: exams.values(),
        patients: patients.values(),
        templates: templates.values(),
        nodes,
      }),
    [exams, patients, templates, nodes],
  );
  const act = (entry: TrashEntry, what: 'restore' | 'purge') =>
    attempt(async () => {
      if (entry.kind === 'files') {
        await vault().drive(entry.security_group_id)[what](entry.id);
        await readNodes();
      } else {
        const index = await vault()[entry.kind][what](entry.id);
        if (what === 'purge') DIRECTORIES[entry.kind].remove(entry.id);
        else DIRECTORIES[entry.kind].putIndex(index);
      }
      const text = what === 'purge' ? t('trash.purged') : t('trash.restored', { name: entry.name });
      showToast({ icon: what === 'purge' ? 'trash' : 'restore', text });
    });
  return { entries, error, act };
}
