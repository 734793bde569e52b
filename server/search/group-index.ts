/**
 * The search index of one group in memory, in shards: applies changes in order and answers lists by merging the shards'
 * results. Has no key and no files; its clinical content is cleared by `close`.
 */

import type { Resource } from '#contract/documents/document-index.ts';
import type { DocumentId, VersionId } from '#contract/ids.ts';
import { completeSummary } from '#records/complete-record.ts';
import { wireSummary } from '#records/summaries.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import type { ChangeNumbers } from '#server/storage/documents/document-store.ts';
import type { FoundPlace } from '#server/storage/search/entry-query.ts';
import type { EntryState, ShownEntry, StoredEntry } from '#server/storage/search/entry-store.ts';
import type { ListFilter, ListHit } from '#server/storage/search/search-port.ts';
import type { DueText, IndexedText } from '#server/storage/search/text-store.ts';
import { matchExpression, type StoredSummary, toEntry, toFlags, wordsOf } from './index-entry.ts';
import { createIndexShard, type IndexShard } from './index-shard.ts';
import { findInOrder } from './merge-shards.ts';
import { textExpression } from './text-expression.ts';

const STATES: Readonly<Record<ListFilter['state'], readonly EntryState[]>> = {
  active: [0],
  archived: [1],
  deleted: [2],
  all: [0, 1, 2],
};

/** Opens the row's summary; null when it does not verify. */
export type OpenSummary = (row: DocumentRow) => StoredSummary | null;

/** Opens the texts of due entries; undefined for a row that is gone. */
export type OpenTexts = (due: readonly DueText[]) => readonly (IndexedText | undefined)[];

export type GroupIndex = ReturnType<typeof createGroupIndex>;

interface Located {
  readonly shard: IndexShard;
  readonly entry: StoredEntry;
}

/** `images`: shards loaded from snapshots, or none. */
export function createGroupIndex(
  images: readonly IndexShard[] = [],
  newShard: () => IndexShard = createIndexShard,
) {
  const shards = images.length > 0 ? [...images] : [newShard()];
  let applied = startOf(shards);

  function locate(documentId: DocumentId): Located | undefined {
    for (let at = shards.length - 1; at >= 0; at -= 1) {
      const shard = shards[at];
      if (!shard?.mayHold(documentId)) continue;
      const entry = shard.entries.find(documentId);
      if (entry) return { shard, entry };
    }
    return undefined;
  }

  /**
   * The shard for new documents: the last one, which causes the fewest snapshots to be written. If it is full, one left
   * empty by an unreadable snapshot; else a new one.
   */
  function roomyShard(): IndexShard {
    const last = shards.at(-1);
    if (last && !last.isFull()) return last;
    const empty = shards.find((shard) => shard.isSpare());
    if (empty) return empty;
    const added = newShard();
    shards.push(added);
    return added;
  }

  function applyOne(row: DocumentRow, open: OpenSummary): void {
    const located = locate(row.document_id);
    const known = located?.entry;
    if (known?.change_seq === row.change_seq && known.row_rev === row.row_rev) return;
    const shard = located?.shard ?? roomyShard();
    const { entries } = shard;
    shard.touch();
    if (known?.head_version_id === row.head_version_id && known.summary !== null) {
      entries.update(known, { ...known, ...toFlags(row) });
      entries.replaceSpecialists(known.id, JSON.parse(row.specialist_ids));
      noteText(shard, known.id, row);
      if (known.patient_id !== row.patient_id) {
        entries.replaceWords(known.id, wordsOf(JSON.parse(known.summary), nameOf(row.patient_id)));
      }
      return;
    }
    const summary = open(row);
    const entry = toEntry(row, summary);
    const id = known?.id ?? entries.insert(entry);
    if (known === undefined) shard.added(row.document_id);
    else entries.update(known, entry);
    entries.replaceSpecialists(id, JSON.parse(row.specialist_ids));
    noteText(shard, id, row);
    // The summary is unchanged, so its words are too.
    if (known && known.summary === entry.summary && known.patient_id === row.patient_id) return;
    entries.replaceWords(id, summary === null ? '' : wordsOf(summary, nameOf(row.patient_id)));
    entries.replaceTags(id, summary?.tags ?? []);
    if (row.resource === 'patients' && known?.name !== entry.name) renameExams(row.document_id, entry.name);
  }

  function nameOf(patientId: DocumentId | null): string | null {
    if (patientId === null) return null;
    for (let at = shards.length - 1; at >= 0; at -= 1) {
      const shard = shards[at];
      if (!shard?.mayHold(patientId)) continue;
      const name = shard.entries.findName(patientId);
      if (name !== undefined) return name;
    }
    return null;
  }

  function renameExams(patientId: DocumentId, name: string | null): void {
    for (const shard of shards) {
      for (const exam of shard.entries.listByPatient(patientId)) {
        if (exam.summary === null) continue;
        shard.touch();
        shard.entries.replaceWords(exam.id, wordsOf(JSON.parse(exam.summary), name));
      }
    }
  }

  function endTransactions(appliedSeq: number | null): void {
    for (const shard of shards) shard.endTransaction(appliedSeq);
  }

  return {
    /** Applies changed rows and stores the position. */
    apply(rows: readonly DocumentRow[], open: OpenSummary, appliedSeq: number): void {
      try {
        for (const row of rows) applyOne(row, open);
        endTransactions(appliedSeq);
        applied = appliedSeq;
      } catch (error) {
        endTransactions(null);
        throw error;
      }
    },

    hasDueTexts: () => shards.some((shard) => shard.texts.listDue(1).length > 0),
    /** Indexes the texts that `open` returns for at most `limit` due ones of a shard. @returns their number. */
    applyTexts(limit: number, open: OpenTexts): number {
      for (const shard of shards) {
        const due = shard.texts.listDue(limit);
        if (due.length === 0) continue;
        const opened = open(due);
        shard.touch();
        for (const [at, { id }] of due.entries()) {
          const text = opened[at];
          // Its row is gone; the entry goes when the purge is applied.
          if (text === undefined) shard.texts.delete(id);
          else shard.texts.put(id, text);
        }
        endTransactions(applied);
        return due.length;
      }
      return 0;
    },

    appliedSeq: () => applied,
    fingerprint() {
      const sum = { count: 0, sum_seq: 0, sum_rev: 0 };
      for (const shard of shards) {
        const part = shard.entries.fingerprint();
        sum.count += part.count;
        sum.sum_seq += part.sum_seq;
        sum.sum_rev += part.sum_rev;
      }
      return sum;
    },
    /**
     * Drops every entry that is not in `wanted`, or occurs twice (snapshots of two times). Entries left in `wanted` are
     * missing here. Dropped entries leave the next snapshots too. Yields after each shard.
     */
    async keepOnly(wanted: Map<DocumentId, ChangeNumbers>, nextTurn: () => Promise<void>): Promise<void> {
      for (const shard of shards) {
        for (const { id, document_id, change_seq, row_rev } of shard.entries.listChangeNumbers()) {
          const row = wanted.get(document_id);
          if (row?.change_seq === change_seq && row.row_rev === row_rev) {
            wanted.delete(document_id);
            continue;
          }
          shard.delete(id);
          shard.markPurged();
        }
        await nextTurn();
      }
    },

    /** The summary of exactly this version, if indexed and readable. */
    summaryOf(documentId: DocumentId, headVersionId: VersionId): StoredSummary | undefined {
      const known = locate(documentId)?.entry;
      if (known?.head_version_id !== headVersionId || known.summary === null) return undefined;
      return completeSummary(known.resource, JSON.parse(known.summary));
    },

    /** Removes a document. @returns true when it was indexed. */
    delete(documentId: DocumentId): boolean {
      const known = locate(documentId);
      known?.shard.delete(known.entry.id);
      return known !== undefined;
    },

    /**
     * Builds the title order that a search by title needs, one shard per turn; `find` builds missing ones. `goOn`
     * yields, and returns true while the index is in use.
     */
    async orderTitles({ resource, state, sort, q }: ListFilter, goOn: () => Promise<boolean>): Promise<void> {
      if (sort !== 'title' || matchExpression(q) === null) return;
      for (const each of STATES[state]) {
        for (const shard of shards) {
          if (shard.orderTitles(resource, each) && !(await goOn())) return;
        }
      }
    },

    find<R extends Resource>(filter: ListFilter<R>): ListHit<R>[] {
      const words = {
        match: matchExpression(filter.q),
        text_match: filter.text === undefined ? null : textExpression(filter.text.terms),
        reader: filter.text?.reader ?? null,
      };
      const parts = STATES[filter.state].flatMap((state) =>
        shards.map((shard) => ({ shard, filter: { ...filter, ...words, state } })),
      );
      const found = findInOrder(parts, filter.descending);
      return found.flatMap(({ place, shard }) => {
        const shown = shard.entries.show(place.id);
        return shown === undefined ? [] : [toHit(filter.resource, place, shown, nameOf(shown.patient_id))];
      });
    },

    /** Returns the shards in the order of their snapshots. */
    shards: (): readonly IndexShard[] => shards,

    /** Clears one shard after another, yielding in between: each takes some milliseconds. */
    async close(nextTurn: () => Promise<void>): Promise<void> {
      for (const shard of shards) {
        shard.close();
        await nextTurn();
      }
    },
  };
}

function noteText({ texts }: IndexShard, id: number, row: DocumentRow): void {
  if (row.resource === 'exams') texts.note(id, row.head_version_id, row.draft_rev !== null);
}

/**
 * Change number from which to continue indexing: the lowest, where every snapshot's progress is known, else the newest
 * snapshot's. Comparing index and database later finds changes an older snapshot lacks.
 */
function startOf(shards: readonly IndexShard[]): number {
  const known = shards.flatMap((shard) => shard.knownUntil() ?? []);
  if (known.length === shards.length) return Math.min(...known);
  return Math.max(...shards.map((shard) => shard.entries.appliedSeq()));
}

function toHit<R extends Resource>(
  resource: R,
  { document_id, key }: FoundPlace,
  { row_rev, head_version_id, summary }: ShownEntry,
  patientName: string | null,
): ListHit<R> {
  const hit = { document_id, key, made_from: { row_rev, head_version_id } };
  if (summary === null) return { ...hit, summary: null };
  // The snapshot may come from an older release.
  const stored = completeSummary(resource, JSON.parse(summary));
  return { ...hit, summary: wireSummary<R>(stored, patientName) };
}
