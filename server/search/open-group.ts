/**
 * One group's index while it is unlocked: taking in the changes of the database, putting right an image of
 * another state, following a rotation. The database is the truth in all of it.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { DocumentRow } from '#server/db/documents/document-row.ts';
import type { DocumentStore } from '#server/db/documents/document-store.ts';
import type { StoredSummary } from './entry.ts';
import { createGroupIndex, type GroupIndex, type OpenSummary } from './group-index.ts';
import type { ImageKey } from './sealed-image.ts';
import { createSummaryCache, type SummaryCache } from './summary-cache.ts';

/** Rows taken in between two turns of the event loop: some 20 ms where each has to be opened. */
export const ROWS_PER_TURN = 200;

/** Where rows come from, and how their summaries are opened. */
export interface IndexSource {
  readonly documents: DocumentStore;
  /** @throws CryptoError when row or summary are not the sealed ones. */
  readonly openSummary: (keyRing: KeyRing, row: DocumentRow) => StoredSummary;
}

export interface OpenGroup {
  readonly security_group_id: string;
  readonly index: GroupIndex;
  readonly cache: SummaryCache;
  imageKey: ImageKey;
  /** The change the stored image goes up to; anything else than the applied one needs saving. */
  savedSeq: number;
  /** Something was purged: its words must not go into the next image. */
  hasPurged: boolean;
}

/** With the index of the stored image, or a new one to be filled. */
export function startGroup(
  keyRing: KeyRing,
  securityGroupId: string,
  index: GroupIndex = createGroupIndex(),
): OpenGroup {
  const imageKey = currentImageKey(keyRing, securityGroupId);
  const savedSeq = index.appliedSeq();
  const cache = createSummaryCache();
  return { security_group_id: securityGroupId, index, cache, imageKey, savedSeq, hasPurged: false };
}

export function disposeGroup({ index, cache, imageKey }: OpenGroup): void {
  index.close();
  cache.clear();
  wipe(imageKey.key);
}

/** Takes in at most `limit` changes. @returns whether there may be more. */
export function catchUp(source: IndexSource, keyRing: KeyRing, group: OpenGroup, limit: number): boolean {
  const { index, security_group_id } = group;
  const applied = index.appliedSeq();
  if (source.documents.lastSeq(security_group_id) <= applied) return false;
  const rows = source.documents.listChanges(security_group_id, applied, limit);
  const last = rows.at(-1);
  if (last === undefined) return false;
  index.apply(rows, opener(source, keyRing, group), last.change_seq);
  return rows.length === limit;
}

/** All changes there are, giving way to other work in between. */
export async function catchUpInTurns(source: IndexSource, keyRing: KeyRing, group: OpenGroup): Promise<void> {
  while (catchUp(source, keyRing, group, ROWS_PER_TURN)) await nextTurn();
}

/** After a restored backup, or a purge while the index was closed, image and database hold different documents. */
export async function reconcile(source: IndexSource, keyRing: KeyRing, group: OpenGroup): Promise<void> {
  const { index, security_group_id } = group;
  const stored = source.documents.fingerprint(security_group_id);
  const indexed = index.fingerprint();
  if (stored.count === indexed.count && stored.sum_seq === indexed.sum_seq) return;
  const wanted = new Map(
    source.documents.listChangeNumbers(security_group_id).map((row) => [row.document_id, row.change_seq]),
  );
  for (const { document_id, change_seq } of index.listChangeNumbers()) {
    if (wanted.get(document_id) === change_seq) wanted.delete(document_id);
    else index.delete(document_id);
  }
  const missing = [...wanted.keys()];
  for (let start = 0; start < missing.length; start += ROWS_PER_TURN) {
    const ids = missing.slice(start, start + ROWS_PER_TURN);
    const rows = ids.flatMap((id) => source.documents.find(id) ?? []);
    index.apply(rows, opener(source, keyRing, group), index.appliedSeq());
    await nextTurn();
  }
  index.apply([], () => null, stored.last_seq);
  group.savedSeq = -1;
  group.hasPurged = true;
}

/** The image goes under the newest generation any session has. */
export function followRotation(keyRing: KeyRing, group: OpenGroup): void {
  const { generation } = keyRing.currentGroupKey(group.security_group_id);
  if (generation <= group.imageKey.generation) return;
  wipe(group.imageKey.key);
  group.imageKey = currentImageKey(keyRing, group.security_group_id);
  group.savedSeq = -1;
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
function currentImageKey(keyRing: KeyRing, securityGroupId: string): ImageKey {
  const { generation } = keyRing.currentGroupKey(securityGroupId);
  return { generation, key: Uint8Array.from(keyRing.subkeys(securityGroupId, generation).searchKey) };
}
