import { useCallback, useEffect, useRef, useState } from 'react';
import type { DriveNode } from '#contract/drives/node.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { useNodeChanges } from '#renderer/state/events/node-changes.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';
import { useUploads } from '#renderer/state/shell/upload-store.ts';

export interface PatientFileList {
  /** Files, newest first. */
  readonly nodes: readonly DriveNode[];
  readonly counts: ReadonlyMap<string, number>;
  readonly reload: () => void;
}

/** Number of newest exams whose files are loaded, because files are linked to exams. */
const EXAMS_MAX = 40;

export function usePatientFiles(
  securityGroupId: string | undefined,
  exams: readonly ExamRow[],
): PatientFileList {
  const [nodes, setNodes] = useState<readonly DriveNode[]>([]);
  const [turn, setTurn] = useState(0);
  const finished = useUploads((state) => state.finished);
  const changes = useNodeChanges();
  const readAt = useRef(changes);
  const ids = exams
    .slice(0, EXAMS_MAX)
    .map((row) => row.id)
    .join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a finished upload or a retry reads again
  useEffect(() => {
    if (securityGroupId === undefined || ids === '') return undefined;
    const abort = new AbortController();
    const passive = readAt.current !== changes;
    readAt.current = changes;
    const drive = vault().drive(securityGroupId);
    const read = async (examId: string) => {
      const query = { exam_id: examId, kind: 'file', limit: 200 } as const;
      const page = await drive.list(query, { signal: abort.signal, passive }).page();
      return page.items;
    };
    Promise.all(ids.split(' ').map(read))
      .then((lists) => setNodes(lists.flat().sort((a, b) => (a.created_at < b.created_at ? 1 : -1))))
      // On failure keep the earlier list; the Files screen shows the error.
      .catch(() => undefined);
    return () => abort.abort();
  }, [securityGroupId, ids, turn, finished, changes]);
  const counts = new Map<string, number>();
  for (const { exam_id } of nodes) if (exam_id) counts.set(exam_id, (counts.get(exam_id) ?? 0) + 1);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  return { nodes, counts, reload };
}
