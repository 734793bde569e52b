/**
 * Search over the groups that are unlocked somewhere: opens a group's index from its sealed image or builds it,
 * keeps it up with the documents' change sequence, saves it now and then, and wipes it when the group's last
 * keys go. The database is the truth; the index is brought up to date before every answer.
 * Source: sealing design, "Also settled"; choices, "Sessions and principals" (wiped with the last session).
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { VaultError } from '#contract/vault-error.ts';
import { wipe } from '#crypto/bytes.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { KeyRing } from '#crypto/key-ring.ts';
import type { Actor } from '#server/access/actor.ts';
import type { SearchPort } from '#server/access/document-search.ts';
import type { DocumentRow } from '#server/db/documents/document-row.ts';
import { createDocumentStore } from '#server/db/documents/document-store.ts';
import { openMemoryDatabase } from '#server/db/search/memory-database.ts';
import type { StoredSummary } from './entry.ts';
import { createGroupIndex, type GroupIndex } from './group-index.ts';
import { createSealedImages, type ImageKey } from './sealed-image.ts';
import { createSummaryCache, type SummaryCache } from './summary-cache.ts';

/** Rows taken in between two turns of the event loop: some 20 ms where each has to be opened. */
const ROWS_PER_TURN = 200;
const SAVE_EVERY_MS = 5 * 60 * 1000;
const SAVE_AFTER_PURGE_MS = 2_000;

export interface SearchDeps {
  readonly db: Database;
  readonly dataDir: string;
  readonly workspaceId: () => string;
  /** @throws CryptoError when row or summary are not the sealed ones. */
  readonly openSummary: (keyRing: KeyRing, row: DocumentRow) => StoredSummary;
}

interface OpenGroup {
  readonly index: GroupIndex;
  readonly cache: SummaryCache;
  imageKey: ImageKey;
  /** Number of the change the stored image knows; anything else than the applied one needs saving. */
  savedSeq: number;
}

export interface SearchService extends SearchPort {
  /** Opens the indexes of everything the actor holds keys for, in the background; failures show at the first list. */
  readonly warm: (actor: Actor) => void;
  /** Seals the group's image and forgets everything of it. For `onGroupKeysGone`. */
  readonly wipeGroup: (securityGroupId: string) => void;
  /** Saves what changed, and closes. */
  readonly close: () => Promise<void>;
}

export function createSearchService({ db, dataDir, workspaceId, openSummary }: SearchDeps): SearchService {
  const documents = createDocumentStore(db);
  const images = createSealedImages(dataDir, workspaceId);
  const groups = new Map<string, OpenGroup>();
  const opening = new Map<string, Promise<OpenGroup>>();
  const writing = new Set<Promise<void>>();
  const saveTimer = setInterval(saveAll, SAVE_EVERY_MS).unref();

  function opener(keyRing: KeyRing, { cache }: OpenGroup) {
    return (row: DocumentRow): StoredSummary | null => {
      const remembered = cache.take(row.head_version_id);
      if (remembered !== undefined) return remembered;
      try {
        return openSummary(keyRing, row);
      } catch (error) {
        if (error instanceof CryptoError && keyRing.hasGroupKey(row.security_group_id)) return null;
        throw error;
      }
    };
  }

  /** Takes in at most `limit` changes. @returns whether there may be more. */
  function catchUp(keyRing: KeyRing, securityGroupId: string, group: OpenGroup, limit: number): boolean {
    const { index } = group;
    const applied = index.appliedSeq();
    if (documents.lastSeq(securityGroupId) <= applied) return false;
    const rows = documents.listChanges(securityGroupId, applied, limit);
    const last = rows.at(-1);
    if (last === undefined) return false;
    index.apply(rows, opener(keyRing, group), last.change_seq);
    return rows.length === limit;
  }

  async function openGroup(keyRing: KeyRing, securityGroupId: string): Promise<OpenGroup> {
    const imageKey = currentImageKey(keyRing, securityGroupId);
    const index = (await indexFromImage(keyRing, securityGroupId)) ?? createGroupIndex();
    const group: OpenGroup = { index, cache: createSummaryCache(), imageKey, savedSeq: index.appliedSeq() };
    try {
      while (catchUp(keyRing, securityGroupId, group, ROWS_PER_TURN)) await nextTurn();
      await reconcile(keyRing, securityGroupId, group);
      return group;
    } catch (error) {
      index.close();
      wipe(imageKey.key);
      throw error;
    }
  }

  async function indexFromImage(keyRing: KeyRing, securityGroupId: string): Promise<GroupIndex | undefined> {
    const image = await images.read(securityGroupId, (generation) =>
      searchKeyIfHeld(keyRing, securityGroupId, generation),
    );
    if (image === undefined) return undefined;
    const memory = openMemoryDatabase(image);
    wipe(image);
    return memory === undefined ? undefined : createGroupIndex(memory);
  }

  /** After a restored backup, or a purge while the index was closed, image and database hold different documents. */
  async function reconcile(keyRing: KeyRing, securityGroupId: string, group: OpenGroup): Promise<void> {
    const { index } = group;
    const stored = documents.fingerprint(securityGroupId);
    const indexed = index.fingerprint();
    if (stored.count === indexed.count && stored.sum_seq === indexed.sum_seq) return;
    const wanted = new Map(
      documents.listChangeNumbers(securityGroupId).map((row) => [row.document_id, row.change_seq]),
    );
    for (const { document_id, change_seq } of index.listChangeNumbers()) {
      if (wanted.get(document_id) === change_seq) wanted.delete(document_id);
      else index.delete(document_id);
    }
    const missing = [...wanted.keys()];
    for (let start = 0; start < missing.length; start += ROWS_PER_TURN) {
      const rows = missing.slice(start, start + ROWS_PER_TURN).flatMap((id) => documents.find(id) ?? []);
      index.apply(rows, opener(keyRing, group), index.appliedSeq());
      await nextTurn();
    }
    index.apply([], () => null, stored.last_seq);
    group.savedSeq = -1;
  }

  async function prepare(keyRing: KeyRing, securityGroupId: string): Promise<void> {
    let group = groups.get(securityGroupId);
    if (group === undefined) {
      const started = opening.get(securityGroupId) ?? startOpening(keyRing, securityGroupId);
      group = await started;
    }
    followRotation(keyRing, securityGroupId, group);
    while (catchUp(keyRing, securityGroupId, group, ROWS_PER_TURN)) await nextTurn();
  }

  function startOpening(keyRing: KeyRing, securityGroupId: string): Promise<OpenGroup> {
    const started = openGroup(keyRing, securityGroupId)
      .then((group) => {
        // Wiped while it was being opened: nobody may use it any more.
        if (opening.get(securityGroupId) !== started) {
          dispose(group);
          throw new VaultError('session_locked', 'The session was locked.');
        }
        groups.set(securityGroupId, group);
        return group;
      })
      .finally(() => {
        if (opening.get(securityGroupId) === started) opening.delete(securityGroupId);
      });
    opening.set(securityGroupId, started);
    return started;
  }

  function requireGroup(securityGroupId: string): OpenGroup {
    const group = groups.get(securityGroupId);
    if (group === undefined) throw new VaultError('session_locked', 'The session was locked.');
    return group;
  }

  /** Writes the image if it is not up to date. */
  function save(securityGroupId: string, group: OpenGroup): void {
    const { index, imageKey } = group;
    const applied = index.appliedSeq();
    if (applied === group.savedSeq) return;
    const image = index.serialize();
    const write = images.seal(securityGroupId, imageKey, image);
    wipe(image);
    group.savedSeq = applied;
    // Only a cache: without it the next unlock opens the summaries one by one.
    const written = write().catch(() => undefined);
    writing.add(written);
    void written.finally(() => writing.delete(written));
  }

  function saveAll(): void {
    for (const [securityGroupId, group] of groups) save(securityGroupId, group);
  }

  return {
    prepare,

    find(keyRing, securityGroupId, filter) {
      const group = requireGroup(securityGroupId);
      catchUp(keyRing, securityGroupId, group, Number.MAX_SAFE_INTEGER);
      return group.index.find(filter);
    },

    remember(securityGroupId, versionId, summary) {
      groups.get(securityGroupId)?.cache.put(versionId, summary);
    },

    async forget(_keyRing, securityGroupId, documentId) {
      const group =
        groups.get(securityGroupId) ?? (await opening.get(securityGroupId)?.catch(() => undefined));
      group?.index.delete(documentId);
      await Promise.all(writing);
      await images.remove(securityGroupId);
      if (group !== undefined) group.savedSeq = -1;
      setTimeout(() => {
        const open = groups.get(securityGroupId);
        if (open !== undefined) save(securityGroupId, open);
      }, SAVE_AFTER_PURGE_MS).unref();
    },

    warm(actor) {
      for (const securityGroupId of actor.groupIds()) {
        if (!actor.keyRing.hasGroupKey(securityGroupId)) continue;
        void prepare(actor.keyRing, securityGroupId).catch(() => undefined);
      }
    },

    wipeGroup(securityGroupId) {
      opening.delete(securityGroupId);
      const group = groups.get(securityGroupId);
      if (group === undefined) return;
      groups.delete(securityGroupId);
      save(securityGroupId, group);
      dispose(group);
    },

    async close() {
      clearInterval(saveTimer);
      await Promise.allSettled(opening.values());
      saveAll();
      for (const group of groups.values()) dispose(group);
      groups.clear();
      await Promise.all(writing);
    },
  };
}

function dispose({ index, cache, imageKey }: OpenGroup): void {
  index.close();
  cache.clear();
  wipe(imageKey.key);
}

/** A copy of its own: the index is saved when the sessions' keys are gone already. */
function currentImageKey(keyRing: KeyRing, securityGroupId: string): ImageKey {
  const { generation } = keyRing.currentGroupKey(securityGroupId);
  return { generation, key: Uint8Array.from(keyRing.subkeys(securityGroupId, generation).searchKey) };
}

function followRotation(keyRing: KeyRing, securityGroupId: string, group: OpenGroup): void {
  const { generation } = keyRing.currentGroupKey(securityGroupId);
  if (generation <= group.imageKey.generation) return;
  wipe(group.imageKey.key);
  group.imageKey = currentImageKey(keyRing, securityGroupId);
  group.savedSeq = -1;
}

function searchKeyIfHeld(
  keyRing: KeyRing,
  securityGroupId: string,
  generation: number,
): Uint8Array | undefined {
  try {
    return keyRing.subkeys(securityGroupId, generation).searchKey;
  } catch (error) {
    if (error instanceof VaultError) return undefined;
    throw error;
  }
}
