/**
 * Random steps of a home vault and its laptops on one drive folder. Finally all must show the same, and every
 * confirmed upload must open everywhere.
 */

import type { VaultClient } from '#sdk/client.ts';
import { VaultApiError } from '#sdk/errors.ts';

export const DRIVE_STEPS = [
  'upload',
  'upload in parts',
  'folder',
  'rename',
  'move',
  'trash',
  'restore',
] as const;

export interface DriveStep {
  readonly does: (typeof DRIVE_STEPS)[number];
  readonly what: number;
  readonly into: number;
}

/** File names of random steps: few, so that they conflict. */
const NAMES = ['a', 'b', 'c'];
/** Expected error codes if a place is in another state; nothing has happened then. */
const ORDINARY = new Set([
  ...['not_found', 'name_taken', 'document_deleted', 'document_not_deleted', 'parent_not_a_folder'],
  'invalid_request',
]);
const ALL = { limit: 1000 };

export function beginDrive(group: string, exam_id: string) {
  const nodes: string[] = [];
  const folders: (string | null)[] = [null];
  const contents = new Map<string, string>();
  const nodeAt = (at: number) => nodes[at % Math.max(nodes.length, 1)] ?? '';
  const folderAt = (at: number) => folders[at % folders.length] ?? null;

  async function act({ does, what, into }: DriveStep, client: VaultClient): Promise<void> {
    const drive = client.drive(group);
    const name = NAMES[what % NAMES.length] ?? '';
    const parent_id = folderAt(into);
    if (does === 'upload') {
      const content = `content ${contents.size}`;
      const place = parent_id === null ? {} : { parent_id };
      const { node_id } = await drive.upload(Buffer.from(content), { name, exam_id, ...place });
      nodes.push(node_id);
      contents.set(node_id, content);
    } else if (does === 'upload in parts') {
      const content = Buffer.from(`content ${contents.size}`);
      const { node_id } = await drive.resumable.start({ name, size: content.length, exam_id, parent_id });
      await drive.resumable.putPart(node_id, 1, content);
      await drive.resumable.complete(node_id);
      nodes.push(node_id);
      contents.set(node_id, content.toString());
    } else if (does === 'folder') {
      const { node_id } = await drive.mkdir({ name: `${name} ${folders.length}`, exam_id, parent_id });
      nodes.push(node_id);
      folders.push(node_id);
    } else if (nodes.length === 0) return;
    else if (does === 'rename') await drive.patch(nodeAt(what), { name });
    else if (does === 'move') await drive.patch(nodeAt(what), { parent_id });
    else if (does === 'trash') await drive.delete(nodeAt(what));
    else await drive.restore(nodeAt(what));
  }

  async function treeAt(client: VaultClient): Promise<string> {
    const found = await client.drive(group).list({ exam_id, state: 'all' }).toArray(ALL);
    return found
      .filter(({ status }) => status === 'ready')
      .map(({ node_id, name, parent_id, is_deleted }) =>
        JSON.stringify([node_id, name, parent_id, is_deleted]),
      )
      .sort()
      .join('\n');
  }

  return {
    async take(step: DriveStep, client: VaultClient): Promise<void> {
      await act(step, client).catch((error: unknown) => {
        if (!(error instanceof VaultApiError) || !ORDINARY.has(error.code)) throw error;
      });
    },

    /** The home vault first. @throws Error with the failure */
    async assertConverged(clients: readonly VaultClient[]): Promise<void> {
      const [there, ...others] = await Promise.all(clients.map(treeAt));
      for (const [at, tree] of others.entries())
        if (tree !== there) throw new Error(`the drive of laptop ${at + 1} differs:\n${there}\n\n${tree}`);
      for (const [at, client] of clients.entries())
        for (const [node_id, content] of contents) {
          const file = await client.drive(group).download(node_id);
          if (Buffer.from(await file.bytes()).toString() !== content)
            throw new Error(`${node_id} has other content at ${at}`);
        }
    },
  };
}
