/**
 * Search over all unlocked groups. Opens a group's index from its sealed snapshots or builds it, updates it by the
 * documents' change numbers before every response, saves it periodically, and clears it when the group's last keys are
 * wiped.
 * Source: sealing design, "Also settled"; choices, "Sessions and principals" (wiped with the last session).
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { VaultError } from '#contract/errors/vault-error.ts';
import type { SecurityGroupId, WorkspaceId } from '#contract/ids.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { createDocumentStore } from '#server/storage/documents/document-store.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import type { ListFilter, SearchPort } from '#server/storage/search/search-port.ts';
import { CLOSE_WITHIN_MS, createClosingGroups, LEAVE_WITHIN_MS } from './closing-groups.ts';
import { createIndexSnapshotFiles } from './index-snapshot-file.ts';
import { loadIndexSnapshots } from './load-index-snapshots.ts';
import { saveIndexSnapshots } from './save-index-snapshots.ts';
import { createTextIndexing, type OpenReportText } from './text-indexing.ts';
import {
  applyNewTombstones,
  catchUp,
  catchUpYielding,
  closeGroup,
  followRotation,
  type IndexSource,
  type OpenGroup,
  reconcile,
  startGroup,
} from './unlocked-group-index.ts';

const SAVE_EVERY_MS = 5 * 60 * 1000;
const SAVE_AFTER_PURGE_MS = 2_000;
/** Unsaved rows from which snapshots are written: at once for a rebuilt index, when idle for an import. */
const SAVE_AT_ROWS = 1_000;
const SAVE_AFTER_ROWS_MS = 5_000;
/** While a large index is being built, snapshots are written so that a lock does not lose the work. */
const SAVE_AT_ROWS_MADE = 65_536;
const TAKE_IN_AFTER_MS = 200;
/** Pending changes are applied at this number; waiting longer would help when documents are saved repeatedly. */
const TAKE_IN_AT = 4_000;

export interface SearchDeps extends Pick<IndexSource, 'openSummary'> {
  readonly openReportText: OpenReportText;
  readonly db: SqlEngine;
  readonly dataDir: string;
  readonly workspaceId: () => WorkspaceId;
  /** Replaces `SAVE_AT_ROWS` in tests. */
  readonly saveAtRowsMade?: number;
}

export interface SearchService extends SearchPort {
  /** Removes documents purged by other servers from the open indexes and their snapshots. */
  readonly applyForeignTombstones: () => void;
  /**
   * Opens the indexes of all groups with available keys in the background; resolves when done. Failures appear at the
   * first list.
   */
  readonly warm: (actor: Actor) => Promise<void>;
  /** Writes the group's snapshots and clears it. For `onGroupKeysGone`. */
  readonly wipeGroup: (securityGroupId: SecurityGroupId) => void;
  /** Resolves when all wiped groups are cleared. */
  readonly left: () => Promise<unknown>;
  /** Replaces the group's snapshots by ones under the newest generation in `keyRing`, after a rotation. */
  readonly reseal: (securityGroupId: SecurityGroupId, keyRing: KeyRing) => Promise<void>;
  /** Saves changes completely, because keys are still available, and closes. */
  readonly close: () => Promise<void>;
}

export function createSearchService(deps: SearchDeps): SearchService {
  const { db, dataDir, workspaceId, openSummary, openReportText, saveAtRowsMade = SAVE_AT_ROWS_MADE } = deps;
  const source: IndexSource = { documents: createDocumentStore(db), openSummary };
  const images = createIndexSnapshotFiles(dataDir, workspaceId);
  const groups = new Map<string, OpenGroup>();
  const opening = new Map<string, Promise<OpenGroup>>();
  const leaving = createClosingGroups(images);
  const texts = createTextIndexing({ documents: source.documents, openReportText }, (group) => isOpen(group));
  let lastPurge = 0;
  const saveTimer = setInterval(() => void saveAll(), SAVE_EVERY_MS).unref();

  async function openGroup(keyRing: KeyRing, securityGroupId: SecurityGroupId): Promise<OpenGroup> {
    // Read first, so that later purges are applied again.
    const purgedSeq = source.documents.lastChanges(securityGroupId).purged;
    const onPurged = () => void rewriteImages(securityGroupId, group).catch(() => undefined);
    await leaving.whenClosed(securityGroupId);
    await images.whenWritten();
    const index = await loadIndexSnapshots(images, keyRing, securityGroupId);
    const group: OpenGroup = startGroup(keyRing, securityGroupId, { purgedSeq, onPurged }, index);
    try {
      await takeInAll(keyRing, group);
      await reconcile(source, keyRing, group);
      return group;
    } catch (error) {
      await closeGroup(group);
      throw error;
    }
  }

  async function takeInAll(keyRing: KeyRing, group: OpenGroup): Promise<void> {
    for (let most = saveAtRowsMade; ; ) {
      await catchUpYielding(source, keyRing, group, () => group.unsaved < most);
      if (group.unsaved < most) return;
      await save(group, () => keyRing.hasGroupKey(group.security_group_id));
      most = group.unsaved + saveAtRowsMade;
    }
  }

  function startOpening(keyRing: KeyRing, securityGroupId: SecurityGroupId): Promise<OpenGroup> {
    const started = openGroup(keyRing, securityGroupId)
      .then(async (group) => {
        // Wiped while it was opening: it must not be used.
        if (opening.get(securityGroupId) !== started) {
          await closeGroup(group);
          throw sessionLocked();
        }
        groups.set(securityGroupId, group);
        void catchUpTexts(keyRing, group);
        // Saved now, because a lock could lose the work.
        if (group.unsaved >= SAVE_AT_ROWS) void save(group);
        return group;
      })
      .finally(() => {
        if (opening.get(securityGroupId) === started) opening.delete(securityGroupId);
      });
    opening.set(securityGroupId, started);
    return started;
  }

  async function openedGroup(keyRing: KeyRing, securityGroupId: SecurityGroupId): Promise<OpenGroup> {
    // The session that started opening may lock before it is done: then this one starts again with its own keys.
    for (let begun = opening.get(securityGroupId); begun; begun = opening.get(securityGroupId)) {
      const group = await begun.catch(() => undefined);
      if (group !== undefined) return group;
    }
    return groups.get(securityGroupId) ?? startOpening(keyRing, securityGroupId);
  }

  async function prepare(
    keyRing: KeyRing,
    securityGroupId: SecurityGroupId,
    filter?: ListFilter,
  ): Promise<void> {
    const group = groups.get(securityGroupId) ?? (await openedGroup(keyRing, securityGroupId));
    followRotation(keyRing, group);
    await catchUpYielding(source, keyRing, group);
    if (filter !== undefined && isOpen(group)) {
      if (filter.text !== undefined) await texts.catchUp(keyRing, group);
      await group.index.orderTitles(filter, () => nextTurn().then(() => isOpen(group)));
    }
  }

  /** A failure appears at the next search of texts. */
  async function catchUpTexts(keyRing: KeyRing, group: OpenGroup): Promise<void> {
    await texts.catchUp(keyRing, group).catch(() => undefined);
    saveWhenIdle(group);
  }

  const isOpen = (group: OpenGroup): boolean => groups.get(group.security_group_id) === group;

  async function saveAll(): Promise<void> {
    for (const group of groups.values()) await save(group);
  }

  /**
   * Runs in the background. Changes missing in a snapshot stay marked, and are written with the next one or applied at
   * the next unlock.
   */
  async function save(group: OpenGroup, isWanted = () => isOpen(group)): Promise<void> {
    try {
      await saveIndexSnapshots(images, group, isWanted);
    } catch {
      group.unsaved = Math.max(group.unsaved, SAVE_AT_ROWS);
    }
  }

  function saveWhenIdle(group: OpenGroup): void {
    if (group.unsaved < SAVE_AT_ROWS || !isOpen(group)) return;
    clearTimeout(group.timer);
    group.timer = setTimeout(() => void save(group), SAVE_AFTER_ROWS_MS).unref();
  }

  /** Makes the group unsearchable. */
  function leave(group: OpenGroup, withinMs: number): void {
    groups.delete(group.security_group_id);
    clearTimeout(group.timer);
    leaving.add(group, withinMs);
  }

  /** Writes snapshots once for several purges in a row. `opening`: the group, while it is not open yet. */
  async function rewriteImages(securityGroupId: SecurityGroupId, opening?: OpenGroup): Promise<void> {
    await images.remove(securityGroupId);
    const group = groups.get(securityGroupId) ?? opening;
    if (group === undefined) return;
    for (const shard of group.index.shards()) shard.markPurged();
    setTimeout(() => void saveAll(), SAVE_AFTER_PURGE_MS).unref();
  }

  function leaveAll(): void {
    for (const group of groups.values()) leave(group, CLOSE_WITHIN_MS);
  }

  /** Schedules applying writes between requests: shortly after the last write, or when many are pending. */
  function noteWrite(keyRing: KeyRing, group: OpenGroup): void {
    if (group.isTakingIn) return;
    clearTimeout(group.timer);
    if (group.cache.size() >= TAKE_IN_AT) void applyChanges(keyRing, group);
    else group.timer = setTimeout(() => void applyChanges(keyRing, group), TAKE_IN_AFTER_MS).unref();
  }

  async function applyChanges(keyRing: KeyRing, group: OpenGroup): Promise<void> {
    group.isTakingIn = true;
    try {
      await catchUpYielding(source, keyRing, group, () => isOpen(group));
      // Remaining summaries belong to superseded versions.
      group.cache.clear();
      void catchUpTexts(keyRing, group);
      saveWhenIdle(group);
    } catch {
      // Its session may have locked; the next list applies the rest, or reports why it cannot.
    } finally {
      group.isTakingIn = false;
    }
  }

  return {
    prepare,

    find(keyRing, securityGroupId, filter) {
      const group = groups.get(securityGroupId);
      if (group === undefined) throw sessionLocked();
      catchUp(source, keyRing, group, Number.MAX_SAFE_INTEGER);
      return group.index.find(filter);
    },

    cacheSummary(keyRing, securityGroupId, versionId, summary) {
      const group = groups.get(securityGroupId);
      if (group === undefined) return;
      group.cache.put(versionId, summary);
      noteWrite(keyRing, group);
    },

    cachedSummary(securityGroupId, documentId, headVersionId) {
      const group = groups.get(securityGroupId);
      return group?.cache.get(headVersionId) ?? group?.index.summaryOf(documentId, headVersionId);
    },

    async forget(securityGroupId, ...documentIds) {
      const started = opening.get(securityGroupId)?.catch(() => undefined);
      await leaving.closeNow(securityGroupId);
      const group = groups.get(securityGroupId) ?? (await started);
      for (const documentId of documentIds) group?.index.delete(documentId);
      await rewriteImages(securityGroupId);
    },

    applyForeignTombstones() {
      const last = source.documents.lastPurge();
      if (last === lastPurge) return;
      lastPurge = last;
      for (const group of groups.values()) applyNewTombstones(source, group);
    },

    async warm(actor) {
      const held = actor.groupIds().filter((id) => actor.keyRing.hasGroupKey(id));
      await Promise.allSettled(held.map((id) => prepare(actor.keyRing, id)));
    },

    wipeGroup(securityGroupId) {
      opening.delete(securityGroupId);
      const group = groups.get(securityGroupId);
      if (group !== undefined) leave(group, LEAVE_WITHIN_MS);
    },

    left: leaving.whenAllClosed,

    async reseal(securityGroupId, keyRing) {
      await leaving.closeNow(securityGroupId);
      await images.remove(securityGroupId);
      const group = groups.get(securityGroupId);
      if (group === undefined) return;
      followRotation(keyRing, group);
      await saveIndexSnapshots(images, group, () => isOpen(group));
    },

    async close() {
      clearInterval(saveTimer);
      leaveAll();
      await Promise.allSettled(opening.values());
      leaveAll();
      await leaving.whenAllClosed();
      await images.whenWritten();
    },
  };
}

function sessionLocked(): VaultError {
  return new VaultError('session_locked', 'The session was locked. Unlock it and try again.');
}
