/** Describes the content of a drive in a comparable form. */
import type { VaultClient } from '#sdk/client.ts';
import type { DriveApi } from '#sdk/drive/drive.ts';

export const textFile = (text: string): Uint8Array => Buffer.from(text);

export async function contentOf(drive: DriveApi, nodeId: string): Promise<Buffer> {
  return Buffer.from(await (await drive.download(nodeId)).bytes());
}

/** Lists every node that is not purged: id, name, folder, exam and trash state. */
export async function treeOf(client: VaultClient, group: string): Promise<readonly string[]> {
  const nodes = await client.drive(group).changes(undefined).toArray({ limit: 1000 });
  return nodes
    .filter(({ status }) => status === 'ready')
    .map(({ node_id, name, parent_id, exam_id, is_deleted, size }) =>
      JSON.stringify([node_id, name, parent_id, exam_id, is_deleted, size]),
    )
    .sort();
}
