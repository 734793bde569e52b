/** React hook for the files of an exam and, once headers are read, its series. Reloads after changes. */
import { useEffect, useRef, useState } from 'react';
import type { DriveNode } from '#contract/drives/node.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { type Stack, stackOf } from '#renderer/pictures/series-stack.ts';
import { useNodeChanges } from '#renderer/state/events/node-changes.ts';
import { useUploads } from '#renderer/state/shell/upload-store.ts';

const SHOWN_MAX = 500;
/** Interval and limit of polling, because pictures are processed after the upload. */
const LOOK_MS = 2_000;
const LOOKS_MAX = 15;

export interface ExamFiles {
  /** Files of the exam; undefined until loaded. */
  readonly nodes: readonly DriveNode[] | undefined;
  readonly stacks: readonly Stack[];
  readonly error: unknown;
}

const NONE: ExamFiles = { nodes: undefined, stacks: [], error: undefined };

/** Loads nothing without a known group. */
export function useExamFiles(groupId: string | undefined, examId: string): ExamFiles {
  const [files, setFiles] = useState<ExamFiles>(NONE);
  const finished = useUploads((state) => state.finished);
  const changes = useNodeChanges();
  const readAt = useRef(changes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a finished upload reads again
  useEffect(() => {
    if (groupId === undefined) return undefined;
    const abort = new AbortController();
    const options = { signal: abort.signal, passive: readAt.current !== changes };
    readAt.current = changes;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (look: number) => {
      const drive = vault().drive(groupId);
      const nodes = await drive
        .list({ exam_id: examId, kind: 'file' }, options)
        .toArray({ limit: SHOWN_MAX });
      const series = nodes.some(isDicom) ? await drive.series(examId, options) : undefined;
      if (abort.signal.aborted) return;
      const origin = { security_group_id: groupId, exam_id: examId };
      setFiles({
        nodes,
        stacks: (series?.items ?? []).map((each) => stackOf(each, origin)),
        error: undefined,
      });
      if (look < LOOKS_MAX && (nodes.some(isBeingMade) || (series?.waiting ?? 0) > 0))
        timer = setTimeout(() => read(look + 1).catch(() => undefined), LOOK_MS);
    };
    read(0).catch((error: unknown) => {
      if (!abort.signal.aborted) setFiles({ ...NONE, error });
    });
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [groupId, examId, finished, changes]);
  return files;
}

function isDicom({ media_kind }: DriveNode): boolean {
  return media_kind === 'dicom';
}

function isBeingMade({ processing_status: status }: DriveNode): boolean {
  return status === 'queued' || status === 'running';
}
