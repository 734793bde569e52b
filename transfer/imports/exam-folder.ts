import type { NodeId } from '#contract/ids.ts';
import type { DriveApi } from '#sdk/drive/drive.ts';
import { VaultApiError } from '#sdk/errors.ts';

const NAMES_TRIED = 100;

/**
 * Creates or finds the exam's folder for an import, because names are unique within a folder, not within an exam. Uses
 * a folder that another import creates at the same time. @returns its node.
 */
export async function makeExamFolder(
  drive: DriveApi,
  exam_id: string,
  title: string,
  signal: AbortSignal,
): Promise<NodeId> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? title : `${title} (${number})`;
    try {
      return (await drive.mkdir({ name, exam_id }, { signal })).node_id;
    } catch (error) {
      const isTaken = error instanceof VaultApiError && error.code === 'name_taken';
      if (!isTaken || number === NAMES_TRIED) throw error;
    }
    const { items } = await drive.list({ exam_id, kind: 'folder', limit: 1 }, { signal }).page();
    if (items[0] !== undefined) return items[0].node_id;
  }
}
