import { useEditingSession } from '#renderer/editor/editing-session/editing-context.ts';
import { nextUnsigned } from '#renderer/lists/worklist/next-unsigned.ts';
import { useWorklist } from '#renderer/lists/worklist/worklist-store.ts';
import { examCache } from '#renderer/state/record-cache/record-caches.ts';
import type { ExamRow } from '#renderer/state/record-cache/record-row.ts';
import { useSession } from '#renderer/state/session/session-store.ts';

/** Finds the exam that "Sign and open next" opens. */
export function useNextUnsigned(): ExamRow | undefined {
  const { documents } = useEditingSession();
  const rows = examCache.use((state) => state.rows);
  const order = useWorklist((state) => state.order);
  const groups = useSession((state) => state.session?.groups ?? NO_GROUPS);
  return nextUnsigned(rows, order, documents.id, ({ security_group_id: id }) =>
    groups.some((group) => group.security_group_id === id && group.role !== 'viewer'),
  );
}

const NO_GROUPS: readonly never[] = [];
