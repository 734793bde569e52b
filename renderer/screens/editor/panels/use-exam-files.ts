import { useEffect, useState } from 'react';
import type { DriveNode } from '#contract/drives/node.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { useUploads } from '#renderer/state/frame/upload-store.ts';

const SHOWN_MAX = 500;
/** Pictures are made after the upload: looked for this often, and no longer than this. */
const LOOK_MS = 2_000;
const LOOKS_MAX = 15;

interface ExamFiles {
  readonly nodes: readonly DriveNode[] | undefined;
  readonly error: unknown;
}

/** The files of an exam, read again when an upload ends or pictures are being made. */
export function useExamFiles(groupId: string | undefined, examId: string): ExamFiles {
  const [files, setFiles] = useState<ExamFiles>({ nodes: undefined, error: undefined });
  const finished = useUploads((state) => state.finished);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a finished upload reads again
  useEffect(() => {
    if (groupId === undefined) return undefined;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (look: number) => {
      const list = vault().drive(groupId).list({ exam_id: examId, kind: 'file' }, { signal: abort.signal });
      const nodes = await list.toArray({ limit: SHOWN_MAX });
      setFiles({ nodes, error: undefined });
      if (look < LOOKS_MAX && nodes.some(isBeingMade))
        timer = setTimeout(() => read(look + 1).catch(() => undefined), LOOK_MS);
    };
    read(0).catch((error: unknown) => {
      if (!abort.signal.aborted) setFiles({ nodes: undefined, error });
    });
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [groupId, examId, finished]);
  return files;
}

function isBeingMade({ processing_status: status }: DriveNode): boolean {
  return status === 'queued' || status === 'running';
}
