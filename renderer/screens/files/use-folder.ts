/**
 * The content of one folder and the path to it. Reads caused by change events are passive: they do not keep the
 * session awake.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DriveNode } from '#contract/drives/node.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { useNodeChanges } from '#renderer/state/events/node-changes.ts';
import { useUploads } from '#renderer/state/shell/upload-store.ts';
import type { CallOptions } from '#sdk/http/call.ts';

export interface Folder {
  /** Folders from the top of the drive to this one. */
  readonly path: readonly DriveNode[];
  /** Folders first, then by name, as the vault lists them. */
  readonly nodes: readonly DriveNode[];
  readonly loading: boolean;
  readonly error: unknown;
  readonly reload: () => void;
}

const NODES_MAX = 5_000;

/** Loads one folder and its path; loads again after an upload. */
export function useFolder(groupId: string | undefined, folderId: string | undefined): Folder {
  const [state, setState] = useState<Omit<Folder, 'reload'>>({
    path: [],
    nodes: [],
    loading: true,
    error: undefined,
  });
  const [turn, setTurn] = useState(0);
  const finished = useUploads((uploads) => uploads.finished);
  const changes = useNodeChanges();
  const readAt = useRef(changes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a finished upload or an act reads again
  useEffect(() => {
    if (groupId === undefined) return undefined;
    const abort = new AbortController();
    const passive = readAt.current !== changes;
    readAt.current = changes;
    const options = { signal: abort.signal, passive };
    const drive = vault().drive(groupId);
    const read = async () => {
      const query = folderId === undefined ? {} : { parent_id: folderId };
      const [nodes, path] = await Promise.all([
        drive.list({ ...query, limit: 200 }, options).toArray({ limit: NODES_MAX }),
        pathOf(groupId, folderId, options),
      ]);
      setState({ path, nodes, loading: false, error: undefined });
    };
    read().catch((error: unknown) => {
      if (!abort.signal.aborted) setState((before) => ({ ...before, loading: false, error }));
    });
    return () => abort.abort();
  }, [groupId, folderId, turn, finished, changes]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  return { ...state, reload };
}

async function pathOf(
  groupId: string,
  folderId: string | undefined,
  options: CallOptions,
): Promise<DriveNode[]> {
  const path: DriveNode[] = [];
  let id: string | null = folderId ?? null;
  while (id !== null) {
    const node: DriveNode = await vault().drive(groupId).get(id, options);
    path.unshift(node);
    id = node.parent_id;
  }
  return path;
}
