/** Reads a travelling copy's folder without a passphrase, running or not: the facts a window shows beside "Unlock". */

import { openFolderForReading } from '#server/integrity/open-vault-read-only.ts';
import { createCopyNodesStore } from '#server/storage/travelling-copy/copy-nodes-store.ts';
import { createCopyStore } from '#server/storage/travelling-copy/copy-store.ts';
import { readCopyMarker } from '#server/system/config/folder/copy-marker.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { leaseEndMs } from './travelling-copy/copy-lease.ts';

export interface CopySummary {
  readonly name: string;
  readonly principal_id: string;
  readonly taken_at: string;
  /** False until the copy is complete; an incomplete copy cannot be opened. */
  readonly is_whole: boolean;
  readonly exchanged_at: string;
  readonly opens_until: string;
  /** Number of documents and files changed here and not yet pushed to the home vault. */
  readonly waiting: number;
  readonly groups: readonly { readonly security_group_id: string; readonly since: string | null }[];
}

/**
 * Reads the summary of a copy; undefined when the folder has none. @throws protocol_error, SqliteError where it is
 * damaged
 */
export function readCopySummary(dataDir: string): CopySummary | undefined {
  const mark = readCopyMarker(dataDirLayout(dataDir));
  if (mark === undefined) return undefined;
  const { name, principal_id, taken_at, is_whole } = mark;
  if (!is_whole) {
    const nothing = { exchanged_at: taken_at, opens_until: taken_at, waiting: 0, groups: [] };
    return { name, principal_id, taken_at, is_whole, ...nothing };
  }
  const folder = openFolderForReading(dataDir);
  try {
    const store = createCopyStore(folder.db);
    const exchanged_at = store.findState()?.exchanged_at ?? taken_at;
    return {
      ...{ name, principal_id, taken_at, is_whole, exchanged_at },
      opens_until: new Date(leaseEndMs(exchanged_at)).toISOString(),
      waiting: store.listChanged().length + createCopyNodesStore(folder.db).listChanged().length,
      groups: store.listGroups().map(({ security_group_id, since }) => ({ security_group_id, since })),
    };
  } finally {
    folder.close();
  }
}
