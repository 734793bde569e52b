/**
 * Takes a file or folder that was made or changed on a copy of the vault. What follows on the row here is stored as it
 * was sealed there, with its author and times, after every check an ordinary upload, change or trash makes, of the
 * opened row. A new file is stored once its sealed bytes are here: until then a row of the vault's own stands for it, as
 * for any upload in parts, which holds its name and its credit, and is given up after the same time.
 * Source: clinic design, section 9.
 */
import { isUuidV7 } from '#contract/ids.ts';
import { parseInstant } from '#contract/instant.ts';
import { PART_SIZE_BYTES, TRAVEL_CLOCK_AHEAD_MS } from '#contract/limits.ts';
import type { PushedNode, PushNodeBody } from '#contract/travel/exchange.ts';
import { VaultError } from '#contract/vault-error.ts';
import { decodeBase64Url, encodeBase64Url, equalBytes } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { type Actor, requireRoleInGroup } from '#server/access/actor.ts';
import { nowInstant } from '#server/access/clock.ts';
import { isSameColumn, unpackRow } from '#server/access/packed-rows.ts';
import { NODE_ROW_BYTES, type NodeRow } from '#server/db/drives/node-row.ts';
import { sniffMediaType } from '#server/drives/blobs/media-type.ts';
import { openSealedFile } from '#server/drives/blobs/sealed-file.ts';
import { HEAD_BYTES, lockedError } from '#server/drives/blobs/sealed-intake.ts';
import { type DrivesCore, tellNode } from '#server/drives/drives-core.ts';
import { parseNodeName } from '#server/drives/nodes/node-name.ts';
import { type ManifestPart, openManifest } from '#server/drives/transfers/manifest.ts';
import { contextOfPart } from '#server/drives/transfers/part-context.ts';
import { queueForProcessing } from '#server/drives/variants/queue.ts';
import { isTakenId } from './taken-id.ts';

/** Counters stay numbers that can be counted on: a copy is never this far ahead. */
const COUNTED_AHEAD_MAX = 1_000_000;

/** What a copy may change of what is here; state and charge are this vault's. */
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

interface Brought {
  readonly row: NodeRow;
  readonly name: string;
  readonly manifest: Uint8Array | undefined;
}

/**
 * Repeatable: what is here already is answered as it stands.
 * @throws not_found, permission_denied unless an editor; version_conflict when the row here is another one; name_taken;
 * group_key_unavailable for a row under an older key; document_deleted, parent_not_a_folder, request_too_large,
 * insufficient_credit; invalid_request for another author, a time that cannot be, a column that is not the copy's to
 * change, and where MAC or seal of what was sent do not hold
 * @throws CryptoError where the row here is damaged
 */
export async function pushNode(core: DrivesCore, actor: Actor, body: PushNodeBody): Promise<PushedNode> {
  const { row, manifest, baseMac } = held(() => ({
    row: unpackRow<NodeRow>(body.row, NODE_ROW_BYTES),
    manifest: body.manifest === null ? undefined : decodeBase64Url(body.manifest),
    baseMac: body.base_row_mac === null ? null : decodeBase64Url(body.base_row_mac),
  }));
  if (baseMac === null) return pushNew(core, actor, row, manifest);
  const base = core.reader.get(actor, row.security_group_id, row.node_id, 'editor');
  if (equalBytes(base.row_mac, row.row_mac)) return stands(base);
  if (!equalBytes(base.row_mac, baseMac)) throw conflict();
  requireCurrentKey(actor, row, base);
  assertChange(core, actor, row, base);
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
    tellNode(core, changed, change, actor.principal_id);
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
  assertNew(core, actor, row);
  const name = openedName(core, actor, row);
  const brought = { row, name, manifest };
  if (row.kind === 'folder')
    return core.deps.commits.write(() => {
      findBegun(core, actor, row);
      place(core, actor, brought, undefined);
      const folder = { ...row, status: 'ready', charged_bytes: 0 } as const;
      core.nodes.insert(folder);
      tellNode(core, folder, 'created', actor.principal_id);
      return stands(folder);
    });
  const parts = partsOf(core, actor, brought);
  if (found === undefined) await begin(core, actor, brought);
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

/** What was begun for it before. @throws invalid_request where the id is something else's */
function findBegun(core: DrivesCore, actor: Actor, { node_id, security_group_id }: NodeRow) {
  const row = core.nodes.findIn(security_group_id, node_id);
  if (row !== undefined) {
    const begun = core.keeper.verify(actor.keyRing, row);
    if (begun.created_by !== actor.principal_id || begun.status === 'failed') throw taken();
    return begun;
  }
  if (isTakenId(core, node_id)) throw taken();
  return undefined;
}

/** A row of this vault's own, until all of it is here. */
async function begin(core: DrivesCore, actor: Actor, brought: Brought): Promise<void> {
  const { row } = brought;
  const size = row.size ?? 0;
  await core.deps.commits.write(() => {
    if (findBegun(core, actor, row) !== undefined) return;
    core.allowance.check(size);
    place(core, actor, brought, undefined);
    const pending = core.keeper.stamp(actor.keyRing, {
      ...row,
      ...{ status: 'pending', transfer: 'resumable', part_size: row.part_size ?? Math.max(size, 1) },
      ...{ size: null, charged_bytes: size, media_kind: null, completed_at: null, row_rev: 0 },
      // Of this clock: it is given up by it.
      created_at: nowInstant(core.deps.clock),
    });
    core.nodes.insert(pending);
    tellNode(core, pending, 'created', actor.principal_id);
  });
}

async function complete(
  core: DrivesCore,
  actor: Actor,
  brought: Brought,
  parts: readonly ManifestPart[],
): Promise<PushedNode> {
  const { row, manifest } = brought;
  const { node_id, security_group_id } = row;
  await assertMedia(core, actor, row, parts);
  const stored = await core.deps.commits.write(() => {
    if (actor.signal.aborted) throw lockedError();
    const begun = core.reader.getActive(actor, security_group_id, node_id, 'editor');
    if (begun.completed_at !== null) throw conflict();
    requireCurrentKey(actor, row, begun);
    const there = core.parts.list(node_id);
    if (
      there.length !== parts.length ||
      there.some(({ attempt_id }, at) => attempt_id !== parts[at]?.attempt_id)
    )
      throw new VaultError('upload_incomplete', 'Something else came in for this file meanwhile.');
    place(core, actor, brought, undefined);
    const ready = { ...row, status: 'ready', charged_bytes: row.size ?? 0 } as const;
    core.nodes.update(ready);
    if (manifest === undefined) core.parts.deleteAll(node_id);
    else core.parts.putManifest(node_id, manifest);
    queueForProcessing(core, ready);
    tellNode(core, ready, 'updated', actor.principal_id);
    return ready;
  });
  core.deps.onQueued?.();
  return stands(stored);
}

/** What was sent and does not hold is the sender's fault; what lies here and does not is not looked at by it. */
function held<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof CryptoError) throw refused('What was brought does not hold: its MAC or its seal.');
    throw error;
  }
}

function refused(message: string): VaultError {
  return new VaultError('invalid_request', message);
}

const taken = () => refused('This id is taken.');

function conflict(): VaultError {
  return new VaultError('version_conflict', 'This has changed here since the copy last asked.');
}

/** @throws group_key_unavailable where the row, or the one here, is not under the newest key */
function requireCurrentKey(actor: Actor, row: NodeRow, base: NodeRow | undefined): void {
  const { generation } = actor.keyRing.currentGroupKey(row.security_group_id);
  if (row.gk_gen === generation && (base?.gk_gen ?? generation) === generation) return;
  throw new VaultError(
    'group_key_unavailable',
    'The group has another key than this is sealed under: exchange again, wrap it under the new one and bring it then.',
  );
}

/** The row verifies, its DEK and its name open, and the name is one that could be given here. */
function openedName(core: DrivesCore, actor: Actor, row: NodeRow): string {
  const { keyRing } = actor;
  return held(() => {
    core.keeper.verify(keyRing, row);
    try {
      const name = core.keeper.nameOf(keyRing, row);
      if (parseNodeName(name) !== name) throw refused('The name is not in its normal form.');
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

function assertInstant(core: DrivesCore, instant: string | null, earliest: string, what: string): void {
  const latest = new Date(core.deps.clock.nowMs() + TRAVEL_CLOCK_AHEAD_MS).toISOString();
  const isOne = instant !== null && parseInstant(instant) === instant;
  if (!isOne || instant < earliest || instant > latest)
    throw refused(
      `${what} bears a time that cannot be: before what it follows on, or ahead of the clock here.`,
    );
}

function assertNew(core: DrivesCore, actor: Actor, row: NodeRow): void {
  const isNew =
    row.created_by === actor.principal_id &&
    row.is_deleted === 0 &&
    row.deleted_at === null &&
    row.deleted_with === null &&
    countsOn(row.row_rev, 0);
  if (!isNew) throw refused('What is new bears its sender as author, lies in no trash, and nothing else.');
  assertInstant(core, row.created_at, '', 'Its making');
  assertInstant(core, row.completed_at, row.created_at, 'Its completion');
  const { kind, transfer, part_size, size, declared_size, mime_type, media_kind } = row;
  const columns = [transfer, part_size, size, declared_size, mime_type, media_kind];
  if (kind === 'folder') {
    if (columns.some((value) => value !== null)) throw refused('A folder has no content.');
    return;
  }
  const isFile =
    transfer !== null &&
    size !== null &&
    declared_size === size &&
    mime_type !== null &&
    media_kind !== null &&
    part_size === (transfer === 'single' ? null : PART_SIZE_BYTES);
  if (!isFile) throw refused('A file that is whole names its size, its type and how it came.');
}

function countsOn(count: number, from: number): boolean {
  return count > from && count <= from + COUNTED_AHEAD_MAX;
}

/** A file that came whole is one part, under its own id. */
function partsOf(core: DrivesCore, actor: Actor, { row, manifest }: Brought): readonly ManifestPart[] {
  const { node_id, security_group_id, transfer } = row;
  const size = row.size ?? 0;
  if (transfer === 'single') {
    if (manifest !== undefined) throw refused('A file that came whole has no list of parts.');
    return [{ attempt_id: node_id, size }];
  }
  const owner = { workspace_id: core.deps.workspaceId(), security_group_id, node_id };
  const parts = held(() => {
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
    throw refused('The list of parts is not that of this file.');
  return parts;
}

function assertChange(core: DrivesCore, actor: Actor, row: NodeRow, base: NodeRow): void {
  for (const [name, value] of Object.entries(row)) {
    if (CHANGEABLE.has(name)) continue;
    if (!isSameColumn(value, base[name as keyof NodeRow]))
      throw refused(`${name} is not a copy’s to change.`);
  }
  if (base.completed_at === null)
    throw new VaultError('upload_incomplete', 'The upload of this file is not complete.');
  if (base.is_deleted === 1 && row.is_deleted === 1)
    throw new VaultError('document_deleted', 'This is in the trash; restore it first.');
  if (!countsOn(row.row_rev, base.row_rev)) throw refused('row_rev only counts on.');
  if (row.is_deleted === 0) {
    if (row.deleted_at !== null || row.deleted_with !== null)
      throw refused('What lies in no trash names none.');
    return;
  }
  if (row.is_deleted !== 1 || row.deleted_with !== row.node_id)
    throw refused('A copy puts into the trash what was put there itself; the rest follows.');
  assertInstant(core, row.deleted_at, base.created_at, 'Its way into the trash');
  requireRoleInGroup(actor, row.security_group_id, 'editor');
}

/** Inside the transaction that writes the row. `base`: what stands here of it. */
function place(core: DrivesCore, actor: Actor, { row, name }: Brought, base: NodeRow | undefined): void {
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

/** What goes into the trash with a folder, and comes out of it with that, as it lies here. */
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

/** The type is told from the content here, as of any upload. */
async function assertMedia(
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
    throw refused('The content is of another type than the row says.');
}
