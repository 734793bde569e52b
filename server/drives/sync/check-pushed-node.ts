/**
 * Checks a pushed node before it is accepted: its seals verify, and an ordinary upload, change or trashing could have
 * produced it. Source: clinic design, section 9.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import { isUuidV7 } from '#contract/ids.ts';
import { PART_SIZE_BYTES } from '#contract/limits.ts';
import { equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { sniffMediaType } from '#server/drives/blobs/media-type.ts';
import { HEAD_BYTES } from '#server/drives/blobs/seal-upload.ts';
import { openSealedFile } from '#server/drives/blobs/sealed-file.ts';
import type { DrivesCore } from '#server/drives/drives-shared-stores.ts';
import { parseNodeName } from '#server/drives/nodes/node-name.ts';
import { contextOfPart } from '#server/drives/transfers/part-seal-context.ts';
import { type ManifestPart, openManifest } from '#server/drives/transfers/upload-manifest.ts';
import { type Actor, requireRoleInGroup } from '#server/identity/actor/actor.ts';
import {
  assertPlausibleTimestamp,
  invalidRequest,
  isPlausibleCounter,
} from '#server/identity/requests/pushed-row-checks.ts';
import { equalColumns } from '#server/identity/requests/row-as-json.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';

/** Columns of an existing node that a copy may change; status and charge belong to this vault. */
const CHANGEABLE: ReadonlySet<string> = new Set([
  'parent_id',
  'exam_id',
  'encrypted_name',
  'name_mac',
  'is_deleted',
  'deleted_at',
  'deleted_with',
  'row_rev',
  'row_mac',
  'status',
  'charged_bytes',
] satisfies (keyof NodeRow)[]);

export interface IncomingNode {
  readonly row: NodeRow;
  readonly name: string;
  readonly manifest: Uint8Array | undefined;
}

/** Reports a failed check of pushed data as the sender's fault. */
export function asSenderFault<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof CryptoError)
      throw invalidRequest('Verification failed (MAC or seal). Nothing was stored.');
    throw error;
  }
}

/** Verifies the row, opens DEK and name, and checks that the name is valid. */
export function openedName(core: DrivesCore, actor: Actor, row: NodeRow): string {
  const { keyRing } = actor;
  return asSenderFault(() => {
    core.keeper.verify(keyRing, row);
    try {
      const name = core.keeper.nameOf(keyRing, row);
      if (parseNodeName(name) !== name) throw invalidRequest('The name must be in its normal form.');
      const { security_group_id, gk_gen, parent_id, name_mac } = row;
      const mac = core.keeper.nameMacOf(keyRing, security_group_id, gk_gen, parent_id, name);
      if (!equalBytes(mac, name_mac)) throw new CryptoError();
      return name;
    } catch (error) {
      core.keeper.forget(keyRing, row.node_id);
      throw error;
    }
  });
}

export function assertValidNewNode({ deps: { clock } }: DrivesCore, actor: Actor, row: NodeRow): void {
  const isNew =
    row.created_by === actor.principal_id &&
    row.is_deleted === 0 &&
    row.deleted_at === null &&
    row.deleted_with === null &&
    isPlausibleCounter(row.row_rev, 0);
  if (!isNew) throw invalidRequest('A new file must name you as author and must not be in the trash.');
  assertPlausibleTimestamp(clock, row.created_at, undefined, 'created_at');
  assertPlausibleTimestamp(clock, row.completed_at, row.created_at, 'completed_at');
  const { kind, transfer, part_size, size, declared_size, mime_type, media_kind } = row;
  const columns = [transfer, part_size, size, declared_size, mime_type, media_kind];
  if (kind === 'folder') {
    if (columns.some((value) => value !== null)) throw invalidRequest('A folder has no content.');
    return;
  }
  const isFile =
    transfer !== null &&
    size !== null &&
    declared_size === size &&
    mime_type !== null &&
    media_kind !== null &&
    part_size === (transfer === 'single' ? null : PART_SIZE_BYTES);
  if (!isFile) throw invalidRequest('A complete file must name its size, its type and its transfer.');
}

/** A file uploaded in one request counts as one part, under its own id. */
export function partsOf(
  core: DrivesCore,
  actor: Actor,
  { row, manifest }: IncomingNode,
): readonly ManifestPart[] {
  const { node_id, security_group_id, transfer } = row;
  const size = row.size ?? 0;
  if (transfer === 'single') {
    if (manifest !== undefined)
      throw invalidRequest('A file sent in one piece must not have a list of parts.');
    return [{ attempt_id: node_id, size }];
  }
  const owner = { workspace_id: core.deps.workspaceId(), security_group_id, node_id };
  const parts = asSenderFault(() => {
    if (manifest === undefined) throw new CryptoError();
    return openManifest(core.keeper.dekOf(actor.keyRing, row), owner, manifest);
  });
  const count = Math.max(Math.ceil(size / PART_SIZE_BYTES), 1);
  const isWhole = parts.every(
    (part, at) =>
      isUuidV7(part.attempt_id) &&
      part.attempt_id !== node_id &&
      part.size === Math.min(PART_SIZE_BYTES, size - at * PART_SIZE_BYTES),
  );
  if (!isWhole || parts.length !== count || new Set(parts.map(({ attempt_id }) => attempt_id)).size !== count)
    throw invalidRequest('The list of parts belongs to another file.');
  return parts;
}

export function assertValidNodeChange(core: DrivesCore, actor: Actor, row: NodeRow, base: NodeRow): void {
  for (const [name, value] of Object.entries(row)) {
    if (CHANGEABLE.has(name)) continue;
    if (!equalColumns(value, base[name as keyof NodeRow]))
      throw invalidRequest(`A travelling copy cannot change ${name}.`);
  }
  if (base.completed_at === null)
    throw new VaultError(
      'upload_incomplete',
      'The upload of this file is not complete. Resume it, then try again.',
    );
  if (base.is_deleted === 1 && row.is_deleted === 1)
    throw new VaultError('document_deleted', 'This is in the trash. Restore it first.');
  if (!isPlausibleCounter(row.row_rev, base.row_rev)) throw invalidRequest('row_rev must not decrease.');
  if (row.is_deleted === 0) {
    if (row.deleted_at !== null || row.deleted_with !== null)
      throw invalidRequest('Only a file in the trash may have deleted_at and deleted_with.');
    return;
  }
  if (row.is_deleted !== 1 || row.deleted_with !== row.node_id)
    throw invalidRequest('A copy must send the item that was moved to the trash, not what is inside it.');
  assertPlausibleTimestamp(core.deps.clock, row.deleted_at, base.created_at, 'deleted_at');
  requireRoleInGroup(actor, row.security_group_id, 'editor');
}

/** Detects the type from the content, as for any upload. */
export async function assertMedia(
  core: DrivesCore,
  actor: Actor,
  row: NodeRow,
  parts: readonly ManifestPart[],
): Promise<void> {
  const { node_id, security_group_id } = row;
  const [first] = parts;
  if (first === undefined) throw new CryptoError();
  const owner = { workspace_id: core.deps.workspaceId(), security_group_id, node_id };
  const context = contextOfPart(owner, { part: 1, attempt_id: first.attempt_id });
  const dek = core.keeper.dekOf(actor.keyRing, row);
  const file = await openSealedFile(await core.blobs.open(first.attempt_id), dek, context);
  const head: Uint8Array[] = [];
  try {
    const end = Math.min(HEAD_BYTES, first.size);
    for await (const run of file.read(0, end)) head.push(Uint8Array.from(run));
  } finally {
    await file.close();
  }
  const media = await sniffMediaType(Buffer.concat(head), row.mime_type ?? undefined);
  if (media.mime_type !== row.mime_type || media.media_kind !== row.media_kind)
    throw invalidRequest('The content has another type than the row says.');
}
