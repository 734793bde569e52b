/** Puts files into the processing queue. Source: choices, "Files"; imaging design, "The way of a file". */
import type { MediaKind } from '#contract/drives/node.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import type { WriteOptions } from '#server/identity/requests/write-options.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import { nowInstant } from '#server/system/clock.ts';

/** File kinds with renditions; all others are shown by an icon. */
const PROCESSED: readonly (MediaKind | null)[] = ['image', 'dicom', 'pdf'];

/** Call inside the transaction that makes a file `ready`. */
export function queueForProcessing(core: DrivesCore, row: NodeRow): void {
  if (!PROCESSED.includes(row.media_kind)) return;
  const { node_id, security_group_id } = row;
  core.processing.queue({ node_id, security_group_id, queued_at: nowInstant(core.deps.clock) });
}

/**
 * Processes a file again; existing renditions stay until replaced. Ignores kinds without renditions.
 * @throws invalid_request for a folder, upload_incomplete, not_found for a failed upload, document_deleted
 */
export async function reprocessNode(
  core: DrivesCore,
  actor: Actor,
  securityGroupId: SecurityGroupId,
  nodeId: NodeId,
  options: WriteOptions,
): Promise<NodeRow> {
  return core.deps.commits.write(() => {
    const row = core.reader.getActive(actor, securityGroupId, nodeId, 'editor');
    assertStored(row);
    queueForProcessing(core, row);
    options.withinTransaction?.(nodeId);
    return row;
  });
}

/**
 * Requires a completely uploaded file. @throws invalid_request for a folder, upload_incomplete, not_found for a failed
 * upload
 */
export function assertStored(row: NodeRow): void {
  if (row.kind === 'folder') throw new VaultError('invalid_request', 'A folder has no content.');
  if (row.status === 'failed')
    throw new VaultError('not_found', 'The upload of this file failed. Upload it again.');
  if (row.status === 'pending') {
    throw new VaultError(
      'upload_incomplete',
      'The upload of this file is not complete. Resume it, then try again.',
    );
  }
}
