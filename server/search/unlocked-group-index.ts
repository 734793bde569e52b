/**
 * The index of one unlocked group: applies database changes, reconciles an outdated snapshot, follows a key rotation.
 * The database is always authoritative.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DocumentId, SecurityGroupId, VersionId } from '#contract/ids.ts';
import { cloneSecret, wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import type {
  ChangeNumbers,
  DocumentStore,
  GroupFingerprint,
} from '#server/storage/documents/document-store.ts';
import { createGroupIndex, type GroupIndex, type OpenSummary } from './group-index.ts';
import type { StoredSummary } from './index-entry.ts';
import type { IndexSnapshotKey } from './index-snapshot-file.ts';

/** Rows applied at once: 3 ms where each has to be opened. */
const ROWS_PER_STEP = 20;

/** Time spent applying rows before yielding to the event loop. */
const TURN_MS = 8;

/** Rows per turn when only change numbers are read. */
const NUMBERS_PER_TURN = 4_000;

/** Number of cached summaries; some 15 MiB. */
const MAX_REMEMBERED = 20_000;

/** Source of rows, and how to open their summaries. */
export interface IndexSource {
  readonly documents: DocumentStore;
  /** Verifies a row and opens its summary. @throws CryptoError when row or summary fail verification. */
  readonly openSummary: (keyRing: KeyRing, row: DocumentRow) => StoredSummary;
}

export interface OpenGroup {
  readonly security_group_id: SecurityGroupId;
  readonly index: GroupIndex;
  /** Summaries just sealed, by version, until they are indexed; each saves opening one. */
  readonly cache: ReturnType<typeof createSummaryCache>;
  imageKey: IndexSnapshotKey;
  isTakingIn: boolean;
  /** Number of the newest applied purge. */
  purgedSeq: number;
  /** Number of rows not yet in any snapshot. */
  unsaved: number;
  timer: NodeJS.Timeout | undefined;
  /** Called when snapshots contain purged documents. */
  readonly onPurged: () => void;
}

/** Starts with the index of the snapshots, or an empty one. */
export function startGroup(
  keyRing: KeyRing,
  securityGroupId: SecurityGroupId,
  { purgedSeq, onPurged }: Pick<OpenGroup, 'purgedSeq' | 'onPurged'>,
  index: GroupIndex = createGroupIndex(),
): OpenGroup {
  const imageKey = currentImageKey(keyRing, securityGroupId);
  return {
    security_group_id: securityGroupId,
    index,
    cache: createSummaryCache(),
    imageKey,
    isTakingIn: false,
    purgedSeq,
    unsaved: 0,
    timer: undefined,
    onPurged,
  };
}

/** The key is wiped when this returns; the index is cleared over some turns of the event loop. */
export function closeGroup({ index, cache, imageKey, timer }: OpenGroup): Promise<void> {
  clearTimeout(timer);
  cache.clear();
  wipe(imageKey.key);
  return index.close(nextTurn);
}

/** Removes documents purged since from an open index. Unlike `catchUp` it needs no key ring: nothing is opened. */
export function applyNewTombstones(source: IndexSource, group: OpenGroup): void {
  const { purged } = source.documents.lastChanges(group.security_group_id);
  if (purged > group.purgedSeq) takeInPurges(source, group, purged);
}

/** Applies at most `limit` changes. @returns true when there may be more. */
export function catchUp(source: IndexSource, keyRing: KeyRing, group: OpenGroup, limit: number): boolean {
  const { index, security_group_id } = group;
  const applied = index.appliedSeq();
  const { changed, purged } = source.documents.lastChanges(security_group_id);
  if (purged > group.purgedSeq) takeInPurges(source, group, purged);
  if (changed <= applied) return false;
  const rows = source.documents.listChanges(security_group_id, applied, limit);
  const last = rows.at(-1);
  if (last === undefined) return false;
  index.apply(rows, opener(source, keyRing, group), last.change_seq);
  group.unsaved += rows.length;
  return rows.length === limit;
}

/** Applies purges after checking that the document is gone; another server may have purged it. */
function takeInPurges({ documents }: IndexSource, group: OpenGroup, until: number): void {
  const { index, security_group_id } = group;
  const ids = documents.listPurgesAfter(security_group_id, group.purgedSeq);
  const present = documents.findMany(ids);
  const gone = ids.filter((id) => !present.has(id) && index.delete(id));
  group.purgedSeq = until;
  if (gone.length > 0) group.onPurged();
}

/** Applies all changes, yielding in between, while `isWanted`. */
export async function catchUpYielding(
  source: IndexSource,
  keyRing: KeyRing,
  group: OpenGroup,
  isWanted: () => boolean = () => true,
): Promise<void> {
  let until = performance.now() + TURN_MS;
  while (isWanted() && catchUp(source, keyRing, group, ROWS_PER_STEP)) {
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + TURN_MS;
  }
}

/** Compares snapshot and database, which differ after a restored backup, or a purge while the index was closed. */
export async function reconcile(source: IndexSource, keyRing: KeyRing, group: OpenGroup): Promise<void> {
  const { index, security_group_id } = group;
  const stored = await fingerprintInTurns(source.documents, security_group_id);
  const indexed = index.fingerprint();
  const { count, sum_seq, sum_rev } = indexed;
  if (stored.count === count && stored.sum_seq === sum_seq && stored.sum_rev === sum_rev) return;
  const wanted = await listChangeNumbersInTurns(source.documents, security_group_id);
  await index.keepOnly(wanted, nextTurn);
  const missing = [...wanted.keys()];
  for (let start = 0; start < missing.length; start += ROWS_PER_STEP) {
    const ids = missing.slice(start, start + ROWS_PER_STEP);
    const rows = [...source.documents.findMany(ids).values()];
    index.apply(rows, opener(source, keyRing, group), index.appliedSeq());
    group.unsaved += rows.length;
    await nextTurn();
  }
  index.apply([], () => null, stored.last_seq);
}

/** A row written meanwhile is read again, and replaces the first reading. */
async function listChangeNumbersInTurns(
  documents: DocumentStore,
  securityGroupId: SecurityGroupId,
): Promise<Map<DocumentId, ChangeNumbers>> {
  const numbers = new Map<DocumentId, ChangeNumbers>();
  for (let seq = 0; ; await nextTurn()) {
    const rows = documents.listChangeNumbers(securityGroupId, seq, NUMBERS_PER_TURN);
    for (const row of rows) numbers.set(row.document_id, row);
    seq = rows.at(-1)?.change_seq ?? seq;
    if (rows.length < NUMBERS_PER_TURN) return numbers;
  }
}

/** A fingerprint of one database state: where a write happened between two turns, it is computed again at once. */
async function fingerprintInTurns(
  documents: DocumentStore,
  securityGroupId: SecurityGroupId,
): Promise<GroupFingerprint> {
  const last_seq = documents.lastSeq(securityGroupId);
  const sum = { count: 0, last_seq: 0, sum_seq: 0, sum_rev: 0 };
  while (sum.last_seq < last_seq) {
    const part = documents.fingerprint(securityGroupId, sum.last_seq, NUMBERS_PER_TURN);
    if (part.count === 0) break;
    sum.count += part.count;
    sum.last_seq = part.last_seq;
    sum.sum_seq += part.sum_seq;
    sum.sum_rev += part.sum_rev;
    await nextTurn();
  }
  if (documents.lastSeq(securityGroupId) === last_seq) return sum;
  return documents.fingerprint(securityGroupId, 0, Number.MAX_SAFE_INTEGER);
}

/** Seals snapshots under the newest generation of any session. */
export function followRotation(keyRing: KeyRing, group: OpenGroup): void {
  const { generation } = keyRing.currentGroupKey(group.security_group_id);
  if (generation <= group.imageKey.generation) return;
  wipe(group.imageKey.key);
  group.imageKey = currentImageKey(keyRing, group.security_group_id);
  for (const shard of group.index.shards()) shard.markDirty();
}

function opener({ openSummary }: IndexSource, keyRing: KeyRing, { cache }: OpenGroup): OpenSummary {
  return (row) => {
    const remembered = cache.take(row.head_version_id);
    if (remembered !== undefined) return remembered;
    try {
      return openSummary(keyRing, row);
    } catch (error) {
      // Skip a damaged document, because the search must still find the others; lists mark it as damaged.
      if (error instanceof CryptoError && keyRing.hasGroupKey(row.security_group_id)) return null;
      throw error;
    }
  };
}

/** Copied, because the index is saved after the sessions' keys are gone. */
function currentImageKey(keyRing: KeyRing, securityGroupId: SecurityGroupId): IndexSnapshotKey {
  const { generation } = keyRing.currentGroupKey(securityGroupId);
  return { generation, key: cloneSecret(keyRing.subkeys(securityGroupId, generation).searchKey) };
}

function createSummaryCache() {
  const summaries = new Map<string, StoredSummary>();
  return {
    put(versionId: VersionId, summary: StoredSummary): void {
      summaries.set(versionId, summary);
      if (summaries.size <= MAX_REMEMBERED) return;
      const oldest = summaries.keys().next();
      if (!oldest.done) summaries.delete(oldest.value);
    },
    get: (versionId: VersionId): StoredSummary | undefined => summaries.get(versionId),
    take(versionId: VersionId): StoredSummary | undefined {
      const summary = summaries.get(versionId);
      summaries.delete(versionId);
      return summary;
    },
    size: () => summaries.size,
    clear: () => summaries.clear(),
  };
}
