/**
 * Index of the instances of DICOM studies, by MACs of their UIDs under the group's key, so that a study is found
 * without opening every header. A hit counts only when the file's sealed header agrees.
 * Source: imaging design, "DICOM in records".
 */
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import { utf8 } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { hmac } from '#crypto/keys/group-subkeys.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import { type Actor, requireRoleInGroup } from '#server/identity/actor/actor.ts';
import type { NodeRow } from '#server/storage/drives/node-row.ts';
import type { DrivesCore } from './drives-shared-stores.ts';
import { openHeader } from './renditions/sealed-header.ts';

const BATCH_FILES = 200;

type Level = 'study' | 'series' | 'instance';

export interface IndexedFile {
  readonly row: NodeRow;
  readonly header: DicomHeader;
}

/** Call inside the transaction that stores the header or rewraps the node. */
export function indexHeader(core: DrivesCore, keyRing: KeyRing, row: NodeRow, header: DicomHeader): void {
  const { node_id, security_group_id, gk_gen } = row;
  const tag = (level: Level, uid: string | null) =>
    tagOf(keyRing, security_group_id, gk_gen, level, uid ?? '');
  core.dicomIndex.put({
    node_id,
    security_group_id,
    gk_gen,
    study_tag: tag('study', header.study_uid),
    series_tag: tag('series', header.series_uid),
    instance_tag: tag('instance', header.instance_uid),
  });
}

function tagOf(keyRing: KeyRing, group: SecurityGroupId, generation: number, level: Level, uid: string) {
  return hmac(keyRing.subkeys(group, generation).sourceMacKey, utf8(`dicom/${level}\0${uid}`));
}

/**
 * Opens the DICOM header of a file. Undefined for other file types, and while no header was read. @throws
 * CryptoError when the sealed one is not this file's.
 */
export function headerOfNode(core: DrivesCore, keyRing: KeyRing, row: NodeRow): DicomHeader | undefined {
  const sealed = core.processing.find(row.node_id)?.encrypted_header ?? null;
  if (sealed === null || row.media_kind !== 'dicom') return undefined;
  const { security_group_id, node_id } = core.keeper.verify(keyRing, row);
  const owner = { workspace_id: core.deps.workspaceId(), security_group_id, node_id };
  return openHeader(core.keeper.dekOf(keyRing, row), owner, sealed);
}

/** DICOM files of a study outside the trash, in order of arrival. @throws permission_denied, group_key_unavailable */
export function filesOfStudy(
  core: DrivesCore,
  actor: Actor,
  group: SecurityGroupId,
  uid: string,
): IndexedFile[] {
  return find(core, actor, group, 'study', uid).filter(({ header }) => header.study_uid === uid);
}

/** Finds files like `filesOfStudy`, by instance. */
export function nodesOfInstance(
  core: DrivesCore,
  actor: Actor,
  group: SecurityGroupId,
  uid: string,
): NodeRow[] {
  return find(core, actor, group, 'instance', uid)
    .filter(({ header }) => header.instance_uid === uid)
    .map(({ row }) => row);
}

/** Looks up both generations, because during a rotation some tags are under the previous one. */
function find(
  core: DrivesCore,
  actor: Actor,
  group: SecurityGroupId,
  level: Level,
  uid: string,
): IndexedFile[] {
  requireRoleInGroup(actor, group, 'viewer');
  const { keyRing } = actor;
  const { generation } = keyRing.currentGroupKey(group);
  const ids = [generation, generation - 1]
    .filter((tried) => keyRing.holdsGeneration(group, tried))
    .flatMap((tried) => {
      const tag = tagOf(keyRing, group, tried, level, uid);
      return level === 'study' ? core.dicomIndex.byStudy(group, tag) : core.dicomIndex.byInstance(group, tag);
    });
  return [...new Set(ids)].flatMap((id) => opened(core, keyRing, group, id));
}

function opened(core: DrivesCore, keyRing: KeyRing, group: SecurityGroupId, id: NodeId): IndexedFile[] {
  const row = core.nodes.find(id);
  if (row?.security_group_id !== group || row.is_deleted === 1) return [];
  try {
    const header = headerOfNode(core, keyRing, row);
    return header === undefined ? [] : [{ row, header }];
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    core.deps.findings.report('file_damaged', row.node_id);
    return [];
  }
}

/** A study of a group: one of its files, and one file per series. */
export interface IndexedStudy {
  readonly header: DicomHeader;
  readonly series: readonly DicomHeader[];
  readonly instances: number;
}

/** Yields a group's studies, newest first, opened one by one; undefined for one that does not open. */
export function* studiesOf(
  core: DrivesCore,
  actor: Actor,
  group: SecurityGroupId,
): Generator<IndexedStudy | undefined> {
  requireRoleInGroup(actor, group, 'viewer');
  actor.keyRing.currentGroupKey(group);
  for (const { study_tag, first_node_id, instances } of core.dicomIndex.listStudies(group)) {
    if (actor.signal.aborted)
      throw new VaultError('session_locked', 'The session was locked. Unlock it and try again.');
    const [first] = opened(core, actor.keyRing, group, first_node_id);
    const series = core.dicomIndex
      .firstOfSeries(group, study_tag)
      .flatMap((id) => opened(core, actor.keyRing, group, id).map(({ header }) => header));
    yield first && { header: first.header, series, instances };
  }
}

/** Indexes files whose header was read by a release without the index. In batches; requests run in between. */
export async function backfillDicomIndex(
  core: DrivesCore,
  actor: Actor,
  group: SecurityGroupId,
): Promise<void> {
  for (let after: NodeId | '' | undefined = ''; after !== undefined && !actor.signal.aborted; ) {
    const ids: NodeId[] = core.dicomIndex.listMissing(group, after, BATCH_FILES);
    if (ids.length === 0) return;
    await core.deps.commits.write(() => {
      for (const id of ids) enterFile(core, actor.keyRing, id);
    });
    after = ids.at(-1);
  }
}

/** Indexes one file. Call inside a transaction. A header that does not open is skipped. */
export function enterFile(core: DrivesCore, keyRing: KeyRing, id: NodeId): void {
  const row = core.nodes.find(id);
  if (row === undefined) return;
  try {
    const header = headerOfNode(core, keyRing, row);
    if (header !== undefined) indexHeader(core, keyRing, row, header);
  } catch (error) {
    if (!(error instanceof CryptoError || error instanceof VaultError)) throw error;
  }
}
