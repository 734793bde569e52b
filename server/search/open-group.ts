/**
 * One group's index while it is unlocked: taking in the changes of the database, putting right an image of
 * another state, following a rotation. The database is the truth in all of it.
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
import type { StoredSummary } from './entry.ts';
import { createGroupIndex, type GroupIndex, type OpenSummary } from './group-index.ts';
import type { IndexSnapshotKey } from './index-snapshot-file.ts';

/** Rows taken in at once: 3 ms where each has to be opened. */
const ROWS_PER_STEP = 20;

/** How long rows are taken in between two turns of the event loop. */
const TURN_MS = 8;

/** Rows whose numbers alone are read. */
const NUMBERS_PER_TURN = 4_000;

/** Some 15 MiB. */
const MAX_REMEMBERED = 20_000;

/** Where rows come from, and how their summaries are opened. */
export interface IndexSource {
  readonly documents: DocumentStore;
  /** @throws CryptoError when row or summary are not the sealed ones. */
  readonly openSummary: (keyRing: KeyRing, row: DocumentRow) => StoredSummary;
}

export interface OpenGroup {
  readonly security_group_id: SecurityGroupId;
  readonly index: GroupIndex;
  /** Summaries that were just sealed, by version, until the index takes them in: each is one opening less. */
  readonly cache: ReturnType<typeof createSummaryCache>;
  imageKey: IndexSnapshotKey;
  isTakingIn: boolean;
  /** The newest purge that was taken in. */
  purgedSeq: number;
  /** Rows that no image holds yet. */
  unsaved: number;
  timer: NodeJS.Timeout | undefined;
  /** What the images hold of purged documents is to go. */
  readonly onPurged: () => void;
}

/** With the index of the stored image, or a new one to be filled. */
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

/** The key is gone when this returns; the index within some turns of the event loop. */
export function closeGroup({ index, cache, imageKey, timer }: OpenGroup): Promise<void> {
  clearTimeout(timer);
  cache.clear();
  wipe(imageKey.key);
  return index.close(nextTurn);
}

/** Needs no key. */
export function applyNewTombstones(source: IndexSource, group: OpenGroup): void {
  const { purged } = source.documents.lastChanges(group.security_group_id);
  if (purged > group.purgedSeq) takeInPurges(source, group, purged);
}

/** Takes in at most `limit` changes. @returns whether there may be more. */
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

/** A purge is believed where the document is gone: another server of the vault may have purged it. */
function takeInPurges({ documents }: IndexSource, group: OpenGroup, until: number): void {
  const { index, security_group_id } = group;
  const ids = documents.listPurgesAfter(security_group_id, group.purgedSeq);
  const present = documents.findMany(ids);
  const gone = ids.filter((id) => !present.has(id) && index.delete(id));
  group.purgedSeq = until;
  if (gone.length > 0) group.onPurged();
}

/** All changes there are, giving way to other work in between, for as long as `isWanted`. */
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

/** After a restored backup, or a purge while the index was closed, image and database hold different documents. */
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

/** A row that is written meanwhile comes again, and what was read of it first is forgotten. */
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

/** Of one state of the database: where something was written between two turns, it is made again in one go. */
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

/** The images go under the newest generation any session has. */
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
      // One spoilt document must not keep the others from being found; it is refused where it is listed.
      if (error instanceof CryptoError && keyRing.hasGroupKey(row.security_group_id)) return null;
      throw error;
    }
  };
}

/** A copy of its own: the index is saved when the sessions' keys are gone already. */
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
