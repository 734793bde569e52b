import { useEffect, useState } from 'react';
import { vault } from '#renderer/api/vault-client.ts';

interface DriveFolder {
  readonly id: string;
  /** Path of folder names, as in `2026 / Kastellan, Mirela`. */
  readonly path: string;
}

const FOLDERS_MAX = 500;

/** Lists every folder of a drive, breadth first, as targets for moving. */
export function useDriveFolders(groupId: string, wanted: boolean): readonly DriveFolder[] {
  const [folders, setFolders] = useState<readonly DriveFolder[]>([]);
  useEffect(() => {
    if (!wanted) return undefined;
    const abort = new AbortController();
    const options = { signal: abort.signal };
    const read = async () => {
      const found: DriveFolder[] = [];
      const open: (DriveFolder | undefined)[] = [undefined];
      while (open.length > 0 && found.length < FOLDERS_MAX) {
        const parent = open.shift();
        const query = { kind: 'folder', ...(parent ? { parent_id: parent.id } : {}), limit: 200 } as const;
        for (const node of await vault()
          .drive(groupId)
          .list(query, options)
          .toArray({ limit: FOLDERS_MAX })) {
          const path = parent ? `${parent.path} / ${node.name}` : (node.name ?? '');
          const folder = { id: node.node_id, path };
          found.push(folder);
          open.push(folder);
        }
      }
      setFolders(found);
    };
    // On failure the dialog offers only the top of the drive; moving itself reports errors.
    read().catch(() => undefined);
    return () => abort.abort();
  }, [groupId, wanted]);
  return folders;
}
