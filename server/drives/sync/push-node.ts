/**
 * Accepts a pushed file or folder that was created or changed on a travelling copy. A successor of the stored row is
 * kept as it was sealed there, with its author and times, after all checks of an ordinary upload, change or trashing,
 * on the opened row. A new file is stored once its sealed bytes have arrived. Until then a pending row of the home
 * vault reserves its name and quota, as for any resumable upload, and expires after the same time.
 * Source: clinic design, section 9.
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { PushedNode, PushNodeBody } from '#contract/sync/sync-bodies.ts';
import { decodeBase64Url, encodeBase64Url, equalBytes } from '#crypto/bytes.ts';
import { sessionLockedError } from '#server/drives/blobs/seal-upload.ts';
import { type DrivesCore, publishNodeChange } from '#server/drives/drives-shared-stores.ts';
import { queueForProcessing } from '#server/drives/renditions/processing-queue.ts';
import type { ManifestPart } from '#server/drives/transfers/upload-manifest.ts';
import { type Actor, requireRoleInGroup } from '#server/identity/actor/actor.ts';
import { invalidRequest } from '#server/identity/requests/pushed-row-checks.ts';
import { decodeRow } from '#server/identity/requests/row-as-json.ts';
import { NODE_ROW_BYTES, type NodeRow } from '#server/storage/drives/node-row.ts';
import { nowInstant } from '#server/system/clock.ts';
import {
  asSenderFault,
  assertMedia,
  assertValidNewNode,
  assertValidNodeChange,
  type IncomingNode,
  openedName,
  partsOf,
} from './check-pushed-node.ts';
import { isIdInUse } from './id-in-use.ts';

/**
 * Idempotent: a row already stored is returned unchanged.
 * @throws not_found, permission_denied unless an editor; version_conflict when the stored row is another one;
 * name_taken; group_key_unavailable for a row under an older key; document_deleted, parent_not_a_folder,
 * request_too_large, insufficient_credit; invalid_request for another author, an impossible time, a column the copy may
 * not change, and where MAC or seal of the pushed row do not verify
 * @throws CryptoError where the stored row is damaged
 */
export async function pushNode(core: DrivesCore, actor: Actor, body: PushNodeBody): Promise<PushedNode> {
  const { row, manifest, baseMac } = asSenderFault(() => ({
    row: decodeRow<NodeRow>(body.row, NODE_ROW_BYTES),
    manifest: body.manifest === null ? undefined : decodeBase64Url(body.manifest),
    baseMac: body.base_row_mac === null ? null : decodeBase64Url(body.base_row_mac),
  }));
  if (baseMac === null) return pushNew(core, actor, row, manifest);
  const base = core.reader.get(actor, row.security_group_id, row.node_id, 'editor');
  if (equalBytes(base.row_mac, row.row_mac)) return stands(base);
  if (!equalBytes(base.row_mac, baseMac)) throw conflict();
  requireCurrentKey(actor, row, base);
  assertValidNodeChange(core, actor, row, base);
  const name = openedName(core, actor, row);
  return core.deps.commits.write(() => {
    const current = core.reader.get(actor, row.security_group_id, row.node_id, 'editor');
    if (!equalBytes(current.row_mac, base.row_mac)) throw conflict();
    requireCurrentKey(actor, row, current);
    const changed = { ...row, status: current.status, charged_bytes: current.charged_bytes };
    place(core, actor, { row: changed, name, manifest: undefined }, current);
    core.nodes.update(changed);
    if (row.is_deleted !== current.is_deleted) takeAlong(core, actor, changed);
    const change =
      row.is_deleted === current.is_deleted ? 'updated' : row.is_deleted === 1 ? 'trashed' : 'restored';
    publishNodeChange(core, changed, change, actor.principal_id, current);
    return stands(changed);
  });
}

async function pushNew(
  core: DrivesCore,
  actor: Actor,
  row: NodeRow,
  manifest: Uint8Array | undefined,
): Promise<PushedNode> {
  const { node_id, security_group_id } = row;
  requireRoleInGroup(actor, security_group_id, 'editor');
  const found = findBegun(core, actor, row);
  if (found !== undefined && found.completed_at !== null) {
    if (equalBytes(found.row_mac, row.row_mac)) return stands(found);
    throw conflict();
  }
  requireCurrentKey(actor, row, found);
  assertValidNewNode(core, actor, row);
  const name = openedName(core, actor, row);
  const brought = { row, name, manifest };
  if (row.kind === 'folder')
    return core.deps.commits.write(() => {
      findBegun(core, actor, row);
      place(core, actor, brought, undefined);
      const folder = { ...row, status: 'ready', charged_bytes: 0 } as const;
      core.nodes.insert(folder);
      publishNodeChange(core, folder, 'created', actor.principal_id);
      return stands(folder);
    });
  const { keeper } = core;
  if (found && !equalBytes(keeper.dekOf(actor.keyRing, found), keeper.dekOf(actor.keyRing, row)))
    throw taken();
  const parts = partsOf(core, actor, brought);
  if (isToBegin(found)) await begin(core, actor, brought);
  const there = new Map(core.parts.list(node_id).map(({ part, attempt_id }) => [part, attempt_id]));
  const missing = parts.flatMap(({ attempt_id }, at) =>
    there.get(at + 1) === attempt_id ? [] : [{ blob: attempt_id, part: at + 1 }],
  );
  if (missing.length > 0) return { node_id, row_mac: null, missing };
  return complete(core, actor, brought, parts);
}

function stands({ node_id, row_mac }: NodeRow): PushedNode {
  return { node_id, row_mac: encodeBase64Url(row_mac), missing: [] };
}

/** The pending row of an earlier push. @throws invalid_request where another object has the id */
function findBegun(core: DrivesCore, actor: Actor, { node_id, security_group_id }: NodeRow) {
  const row = core.nodes.findIn(security_group_id, node_id);
  if (row !== undefined) {
    const begun = core.keeper.verify(actor.keyRing, row);
    if (begun.created_by !== actor.principal_id) throw taken();
    return begun;
  }
  if (isIdInUse(core, node_id)) throw taken();
  return undefined;
}

/** True also for a file trashed or expired before completion: only the copy has all of it, so it is sent again. */
function isToBegin(found: NodeRow | undefined): boolean {
  if (found === undefined) return true;
  return found.completed_at === null && (found.status === 'failed' || found.is_deleted === 1);
}

/** Inserts a pending row of this vault, until all bytes have arrived. */
async function begin(core: DrivesCore, actor: Actor, brought: IncomingNode): Promise<void> {
  const { row } = brought;
  const size = row.size ?? 0;
  await core.deps.commits.write(() => {
    const found = findBegun(core, actor, row);
    if (!isToBegin(found)) return;
    core.allowance.check(size - (found?.charged_bytes ?? 0));
    place(core, actor, brought, undefined);
    const pending = core.keeper.stamp(actor.keyRing, {
      ...row,
      ...{ status: 'pending', transfer: 'resumable', part_size: row.part_size ?? Math.max(size, 1) },
      ...{ size: null, charged_bytes: size, media_kind: null, completed_at: null, row_rev: 0 },
      // Dated by this clock, which also expires it.
      created_at: nowInstant(core.deps.clock),
    });
    if (found === undefined) core.nodes.insert(pending);
    else core.nodes.update(pending);
    publishNodeChange(core, pending, found === undefined ? 'created' : 'restored', actor.principal_id);
  });
}

async function complete(
  core: DrivesCore,
  actor: Actor,
  brought: IncomingNode,
  parts: readonly ManifestPart[],
): Promise<PushedNode> {
  const { row, manifest } = brought;
  const { node_id, security_group_id } = row;
  await assertMedia(core, actor, row, parts);
  const stored = await core.deps.commits.write(() => {
    if (actor.signal.aborted) throw sessionLockedError();
    const begun = core.reader.getActive(actor, security_group_id, node_id, 'editor');
    if (begun.completed_at !== null) throw conflict();
    requireCurrentKey(actor, row, begun);
    const there = core.parts.list(node_id);
    if (
      there.length !== parts.length ||
      there.some(({ attempt_id }, at) => attempt_id !== parts[at]?.attempt_id)
    )
      throw new VaultError(
        'upload_incomplete',
        'This file received other content meanwhile. Pull, then push again.',
      );
    place(core, actor, brought, undefined);
    const ready = { ...row, status: 'ready', charged_bytes: row.size ?? 0 } as const;
    core.nodes.update(ready);
    if (manifest === undefined) core.parts.deleteAll(node_id);
    else core.parts.putManifest(node_id, manifest);
    queueForProcessing(core, ready);
    publishNodeChange(core, ready, 'updated', actor.principal_id);
    return ready;
  });
  core.deps.onQueued?.();
  return stands(stored);
}

const taken = () => invalidRequest('This id is already in use. Nothing was stored.');

function conflict(): VaultError {
  return new VaultError(
    'version_conflict',
    'This was changed here since the copy last pulled. Pull, then push again.',
  );
}

/**
 * Requires rows under the newest key.
 * @throws group_key_unavailable where the pushed or stored row is not under the newest key
 */
function requireCurrentKey(actor: Actor, row: NodeRow, base: NodeRow | undefined): void {
  const { generation } = actor.keyRing.currentGroupKey(row.security_group_id);
  if (row.gk_gen === generation && (base?.gk_gen ?? generation) === generation) return;
  throw new VaultError('group_key_unavailable', 'The group key was rotated. Pull, re-wrap, push again.');
}

/** Call inside the transaction that writes the row. `base`: the stored row, if any. */
function place(core: DrivesCore, actor: Actor, { row, name }: IncomingNode, base: NodeRow | undefined): void {
  const { security_group_id, node_id, parent_id, exam_id } = row;
  const comes = base === undefined || (base.is_deleted === 1 && row.is_deleted === 0);
  if (comes || parent_id !== base.parent_id) {
    core.placement.checkParent(actor, security_group_id, parent_id);
    core.placement.checkNoCycle(node_id, parent_id);
  }
  if (exam_id !== null && exam_id !== base?.exam_id)
    core.placement.checkExam(actor, security_group_id, exam_id);
  if (row.is_deleted === 0) core.claims.claim(actor.keyRing, { node: row, name, onConflict: 'fail' });
}

/** Nodes trashed or restored together with a folder, by the rows stored here. */
function takeAlong(core: DrivesCore, actor: Actor, top: NodeRow): void {
  const { node_id, deleted_at, is_deleted } = top;
  const mark = { is_deleted, deleted_at, deleted_with: is_deleted === 1 ? node_id : null };
  const along =
    is_deleted === 1
      ? core.nodes.subtree(node_id).filter((row) => row.is_deleted === 0)
      : core.nodes.trashedWith(node_id);
  for (const row of along) {
    if (row.node_id === node_id) continue;
    const next = core.keeper.restamp(actor.keyRing, row, mark);
    if (next !== undefined) core.nodes.update(next);
  }
}
