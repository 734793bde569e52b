/**
 * Search over the groups that are unlocked somewhere: opens a group's index from its sealed image or builds it,
 * keeps it up with the documents' change sequence, saves it now and then, and wipes it when the group's last
 * keys go. The index is brought up to date before every answer.
 * Source: sealing design, "Also settled"; choices, "Sessions and principals" (wiped with the last session).
 */
import type { Database } from 'better-sqlite3';
import { VaultError } from '#contract/vault-error.ts';
import { wipe } from '#crypto/bytes.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { Actor } from '#server/access/actor.ts';
import type { SearchPort } from '#server/access/document-search.ts';
import { createDocumentStore } from '#server/db/documents/document-store.ts';
import { openMemoryDatabase } from '#server/db/search/memory-database.ts';
import { createGroupIndex, type GroupIndex } from './group-index.ts';
import {
  catchUp,
  catchUpInTurns,
  disposeGroup,
  followRotation,
  type IndexSource,
  type OpenGroup,
  reconcile,
  startGroup,
} from './open-group.ts';
import { createSealedImages } from './sealed-image.ts';

const SAVE_EVERY_MS = 5 * 60 * 1000;
const SAVE_AFTER_PURGE_MS = 2_000;

export interface SearchDeps extends Pick<IndexSource, 'openSummary'> {
  readonly db: Database;
  readonly dataDir: string;
  readonly workspaceId: () => string;
}

export interface SearchService extends SearchPort {
  /** Opens the indexes of everything the actor holds keys for, in the background; failures show at the first list. */
  readonly warm: (actor: Actor) => void;
  /** Seals the group's image and forgets everything of it. For `onGroupKeysGone`. */
  readonly wipeGroup: (securityGroupId: string) => void;
  /** Replaces the group's image by one under the newest generation `keyRing` holds. For a finished rotation. */
  readonly reseal: (securityGroupId: string, keyRing: KeyRing) => Promise<void>;
  /** Saves what changed, and closes. */
  readonly close: () => Promise<void>;
}

export function createSearchService({ db, dataDir, workspaceId, openSummary }: SearchDeps): SearchService {
  const source: IndexSource = { documents: createDocumentStore(db), openSummary };
  const images = createSealedImages(dataDir, workspaceId);
  const groups = new Map<string, OpenGroup>();
  const opening = new Map<string, Promise<OpenGroup>>();
  const saveTimer = setInterval(saveAll, SAVE_EVERY_MS).unref();

  async function openGroup(keyRing: KeyRing, securityGroupId: string): Promise<OpenGroup> {
    const group = startGroup(keyRing, securityGroupId, await indexFromImage(keyRing, securityGroupId));
    try {
      await catchUpInTurns(source, keyRing, group);
      await reconcile(source, keyRing, group);
      return group;
    } catch (error) {
      disposeGroup(group);
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

  function startOpening(keyRing: KeyRing, securityGroupId: string): Promise<OpenGroup> {
    const started = openGroup(keyRing, securityGroupId)
      .then((group) => {
        // Wiped while it was being opened: nobody may use it any more.
        if (opening.get(securityGroupId) !== started) {
          disposeGroup(group);
          throw sessionLocked();
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

  async function openedGroup(keyRing: KeyRing, securityGroupId: string): Promise<OpenGroup> {
    // Another session that began it may lock before it is done: then this one begins anew with its own keys.
    for (let begun = opening.get(securityGroupId); begun; begun = opening.get(securityGroupId)) {
      const group = await begun.catch(() => undefined);
      if (group !== undefined) return group;
    }
    return groups.get(securityGroupId) ?? startOpening(keyRing, securityGroupId);
  }

  async function prepare(keyRing: KeyRing, securityGroupId: string): Promise<void> {
    const group = groups.get(securityGroupId) ?? (await openedGroup(keyRing, securityGroupId));
    followRotation(keyRing, group);
    await catchUpInTurns(source, keyRing, group);
  }

  /** Writes the image if it is not up to date. */
  function save(group: OpenGroup): void {
    const { security_group_id, index, imageKey } = group;
    const applied = index.appliedSeq();
    if (applied === group.savedSeq) return;
    if (group.hasPurged) index.dropDeletedWords();
    group.hasPurged = false;
    const image = index.serialize();
    images.write(security_group_id, imageKey, image);
    wipe(image);
    group.savedSeq = applied;
  }

  function saveAll(): void {
    for (const group of groups.values()) save(group);
  }

  return {
    prepare,

    find(keyRing, securityGroupId, filter) {
      const group = groups.get(securityGroupId);
      if (group === undefined) throw sessionLocked();
      catchUp(source, keyRing, group, Number.MAX_SAFE_INTEGER);
      return group.index.find(filter);
    },

    remember(securityGroupId, versionId, summary) {
      groups.get(securityGroupId)?.cache.put(versionId, summary);
    },

    async forget(securityGroupId, documentId) {
      const started = opening.get(securityGroupId)?.catch(() => undefined);
      const group = groups.get(securityGroupId) ?? (await started);
      group?.index.delete(documentId);
      await images.remove(securityGroupId);
      if (group === undefined) return;
      // Many purges in a row write one image.
      group.savedSeq = -1;
      group.hasPurged = true;
      setTimeout(saveAll, SAVE_AFTER_PURGE_MS).unref();
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
      save(group);
      disposeGroup(group);
    },

    async reseal(securityGroupId, keyRing) {
      await images.remove(securityGroupId);
      const group = groups.get(securityGroupId);
      if (group === undefined) return;
      followRotation(keyRing, group);
      save(group);
    },

    async close() {
      clearInterval(saveTimer);
      await Promise.allSettled(opening.values());
      saveAll();
      for (const group of groups.values()) disposeGroup(group);
      groups.clear();
      await images.settled();
    },
  };
}

function sessionLocked(): VaultError {
  return new VaultError('session_locked', 'The session was locked.');
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
