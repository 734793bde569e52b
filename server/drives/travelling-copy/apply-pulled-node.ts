/**
 * Applies a pulled file or folder to a travelling copy: its row and name must open before it is stored, and local
 * changes stay on top. Name, place, exam and trash each follow the side that changed them; where both did, the home
 * vault's value is used. A local name that the home vault has given to another node gets a number.
 * Source: clinic design, section 9.
 */
import type { NodeId } from '#contract/ids.ts';
import type { SealedNode } from '#contract/sync/sealed-rows.ts';
import { decodeBase64Url, equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { enterFile } from '#server/drives/dicom-index.ts';
import { type DrivesCore, publishNodeChange } from '#server/drives/drives-shared-stores.ts';
import { openAnyHeader } from '#server/drives/renditions/sealed-header.ts';
import { openManifest } from '#server/drives/transfers/upload-manifest.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { decodeRow, equalColumns } from '#server/identity/requests/row-as-json.ts';
import { NODE_ROW_BYTES, type NodeRow } from '#server/storage/drives/node-row.ts';
import type { VariantRow } from '#server/storage/drives/processing-store.ts';
import type { CopyConflictStore } from '#server/storage/travelling-copy/copy-conflict-store.ts';
import type { CopyNodesStore } from '#server/storage/travelling-copy/copy-nodes-store.ts';
import { freeName, movedTo } from './free-name.ts';
import { formatRow, mergeBaseOf, parseRow } from './node-merge-base.ts';
import { recordRenameConflict } from './rename-conflicts.ts';

export interface PulledNode {
  readonly row: NodeRow;
  readonly manifest: Uint8Array | null;
  readonly header: Uint8Array | null;
  readonly variants: readonly Omit<VariantRow, 'node_id'>[];
}

export interface CopyStores {
  readonly store: CopyNodesStore;
  readonly meetings: CopyConflictStore;
}

/** `no_folder`: its folder has not been pulled yet. `superseded`: renditions that may be removed. */
export type PulledNodeOutcome = 'no_folder' | { readonly superseded: readonly string[] };

/** Decodes a pulled node's rows. @throws CryptoError where the input is no node, or a bytes column is malformed */
export function decodePulledNode({ row, manifest, header, variants }: SealedNode): PulledNode {
  if (!Array.isArray(variants)) throw new CryptoError();
  return {
    row: decodeRow<NodeRow>(row, NODE_ROW_BYTES),
    manifest: manifest === null ? null : decodeBase64Url(manifest),
    header: header === null ? null : decodeBase64Url(header),
    variants,
  };
}

/**
 * Runs in a transaction of its own.
 * @throws CryptoError where any part does not verify, or it is older than a state the home vault has sent before
 */
export function applyPulledNode(
  core: DrivesCore,
  { store, meetings }: CopyStores,
  actor: Actor,
  pulled: PulledNode,
): PulledNodeOutcome {
  const { keyRing } = actor;
  const row = opened(core, actor, pulled.row);
  const { node_id } = row;
  if (row.parent_id !== null) {
    const parent = core.nodes.find(row.parent_id);
    if (parent === undefined) return 'no_folder';
    if (parent.kind !== 'folder' || parent.security_group_id !== row.security_group_id)
      throw new CryptoError();
  }
  const stored = store.find(node_id);
  const base = mergeBaseOf(stored);
  if (base !== undefined && row.row_rev < base.row_rev) throw new CryptoError();
  const local = core.nodes.find(node_id);
  if (local === undefined || base?.row_mac === undefined || !equalBytes(base.row_mac, row.row_mac)) {
    const before = base ?? broughtOf(meetings.findBrought(node_id));
    const brought = broughtOf(stored?.brought);
    // A response was lost: the home vault has the row pushed from here.
    const from = brought && equalBytes(brought.row_mac, row.row_mac) ? brought : before;
    const merged = local === undefined ? row : merge(core, actor, row, from ?? row, local);
    makeRoom(core, actor, merged);
    if (local && before) recordRenameConflict(core, meetings, actor, { local, before, merged });
    if (local === undefined) core.nodes.insert(merged);
    else core.nodes.update(merged);
    core.keeper.forget(keyRing, node_id);
    publishNodeChange(core, merged, local === undefined ? 'created' : 'updated', row.created_by);
  }
  takeManifest(core, actor, row, pulled.manifest);
  store.update({
    ...{ node_id, security_group_id: row.security_group_id, base: formatRow(pulled.row), brought: null },
    is_here: local !== undefined || row.kind === 'folder' ? 1 : 0,
  });
  meetings.deleteBrought(node_id);
  return { superseded: takePictures(core, actor, row, pulled) };
}

function broughtOf(stored: string | null | undefined): NodeRow | undefined {
  return stored ? parseRow(stored) : undefined;
}

/**
 * Verifies a pulled row and opens its name.
 * @throws CryptoError unless it verifies, was completed and its name opens
 */
function opened(core: DrivesCore, { keyRing }: Actor, row: NodeRow): NodeRow {
  const verified = core.keeper.verify(keyRing, row);
  if (verified.completed_at === null) throw new CryptoError();
  core.keeper.nameOf(keyRing, verified);
  return verified;
}

function merge(core: DrivesCore, actor: Actor, theirs: NodeRow, from: NodeRow, local: NodeRow): NodeRow {
  const isMine = <Name extends keyof NodeRow>(name: Name) =>
    !equalColumns(local[name], from[name]) && equalColumns(theirs[name], from[name]);
  const trash = isMine('is_deleted') ? local : theirs;
  const { is_deleted, deleted_at, deleted_with } = trash;
  // A node trashed at the home vault keeps that state unchanged.
  if (is_deleted === 1 && theirs.is_deleted === 1) return theirs;
  const parent_id = isMine('parent_id') ? local.parent_id : theirs.parent_id;
  const exam_id = isMine('exam_id') ? local.exam_id : theirs.exam_id;
  const encrypted_name = isMine('encrypted_name') ? local.encrypted_name : theirs.encrypted_name;
  const merged = {
    ...theirs,
    ...{ parent_id, exam_id, encrypted_name, is_deleted, deleted_at, deleted_with },
  };
  if (!differs(merged, theirs)) return theirs;
  const { keyRing } = actor;
  const name = core.keeper.nameOf(keyRing, merged);
  const { security_group_id, gk_gen } = merged;
  const name_mac = core.keeper.nameMacOf(keyRing, security_group_id, gk_gen, parent_id, name);
  return core.keeper.stamp(keyRing, { ...merged, name_mac });
}

/** Columns that a person's changes affect. */
const CHANGED_BY_HAND = ['parent_id', 'exam_id', 'encrypted_name', 'is_deleted', 'deleted_with'] as const;

export function differs(left: NodeRow, right: NodeRow): boolean {
  return CHANGED_BY_HAND.some((name) => !equalColumns(left[name], right[name]));
}

/** Numbers any other node with this name in the same folder. */
function makeRoom(core: DrivesCore, actor: Actor, row: NodeRow): void {
  if (row.is_deleted === 1) return;
  const name = core.keeper.nameOf(actor.keyRing, row);
  const { security_group_id, parent_id, node_id } = row;
  for (const generation of new Set([...core.nodes.generations(security_group_id), row.gk_gen])) {
    const mac = core.keeper.nameMacOf(actor.keyRing, security_group_id, generation, parent_id, name);
    const bearer = core.nodes.bearerOf(security_group_id, parent_id, mac, node_id);
    if (bearer !== undefined) renumber(core, actor, bearer);
  }
}

/** Gives the node the next free number in its folder. Call inside a transaction. */
export function renumber(core: DrivesCore, actor: Actor, nodeId: NodeId): NodeRow {
  const found = core.nodes.find(nodeId);
  if (found === undefined) throw new CryptoError();
  const row = core.keeper.verify(actor.keyRing, found);
  const name = core.keeper.nameOf(actor.keyRing, row);
  const next = movedTo(core, actor, row, row.parent_id, freeName(core, actor, row, name, 2));
  core.nodes.update(next);
  publishNodeChange(core, next, 'updated', actor.principal_id);
  return next;
}

function takeManifest(core: DrivesCore, { keyRing }: Actor, row: NodeRow, manifest: Uint8Array | null): void {
  const { node_id, security_group_id } = row;
  if (row.transfer !== 'resumable' || core.parts.findManifest(node_id) !== undefined) return;
  if (manifest === null) throw new CryptoError();
  const owner = { workspace_id: core.deps.workspaceId(), security_group_id, node_id };
  const parts = openManifest(core.keeper.dekOf(keyRing, row), owner, manifest);
  core.parts.putManifest(node_id, manifest);
  for (const [at, { attempt_id, size }] of parts.entries()) {
    if (core.parts.isKnownAttempt(attempt_id)) throw new CryptoError();
    core.parts.put({ node_id, part: at + 1, attempt_id, size, encrypted_sha256: null });
  }
}

/** Stores renditions made by the home vault; until there are some, local ones stay. */
function takePictures(core: DrivesCore, { keyRing }: Actor, row: NodeRow, pulled: PulledNode): string[] {
  const { node_id, security_group_id } = row;
  const here = core.processing.variants(node_id);
  const known = new Set(here.map(({ blob_id }) => blob_id));
  if (pulled.header === null && pulled.variants.length === 0) return [];
  const header = headerIfOpens(core, keyRing, row, pulled.header);
  core.processing.put({
    ...{ node_id, security_group_id, status: 'done', error: null, attempts: 0 },
    ...{ queued_at: row.completed_at ?? row.created_at, encrypted_header: header },
  });
  if (header !== null) enterFile(core, keyRing, node_id);
  if (pulled.variants.length === here.length && pulled.variants.every(({ blob_id }) => known.has(blob_id)))
    return [];
  core.processing.deleteVariants(node_id);
  for (const variant of pulled.variants)
    if (!core.processing.isKnownBlob(variant.blob_id)) core.processing.insertVariant({ ...variant, node_id });
  core.nodes.touch(node_id);
  const kept = new Set(core.processing.variants(node_id).map(({ blob_id }) => blob_id));
  return [...known].filter((blobId) => !kept.has(blobId));
}

/** Ignores a header that does not open, so that the file stays usable. */
function headerIfOpens(
  core: DrivesCore,
  keyRing: Actor['keyRing'],
  row: NodeRow,
  sealed: Uint8Array | null,
): Uint8Array | null {
  if (sealed === null) return null;
  const { node_id, security_group_id } = row;
  const owner = { workspace_id: core.deps.workspaceId(), security_group_id, node_id };
  try {
    openAnyHeader(core.keeper.dekOf(keyRing, row), owner, sealed);
    return sealed;
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    core.deps.findings.report('picture_damaged', node_id);
    return null;
  }
}
