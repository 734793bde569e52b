/**
 * SQL over the full texts of reports in one shard of the index: words alone, of the head version and of the draft. The
 * sentences that a search shows are read from the documents. Used with the in-memory database only.
 */
import type { DocumentId, PrincipalId, VersionId } from '#contract/ids.ts';
import type { MemoryDatabase } from './memory-database.ts';
import { type ReportWords, TEXT_COLUMNS } from './text-columns.ts';

/** The words to store; `head` undefined where the stored ones are those of the head version. */
export interface IndexedText {
  readonly head_version_id: VersionId;
  readonly head: ReportWords | undefined;
  readonly draft: { readonly author: PrincipalId; readonly words: ReportWords } | null;
}

export interface DueText {
  readonly id: number;
  readonly document_id: DocumentId;
  readonly head_version_id: VersionId | null;
}

/** Pages merged at once, some milliseconds. */
const MERGED_PAGES = 200;
/** Changes by a merge that found nothing to do. */
const IDLE_MERGE_CHANGES = 2;

export function createTextStore(db: MemoryDatabase) {
  const reports = wordsTable(db, 'reports');
  const drafts = wordsTable(db, 'drafts');
  const note = db.prepare<[{ id: number; head: VersionId; has_draft: number }]>(
    `INSERT INTO texts (id, is_due) VALUES (@id, 1) ON CONFLICT (id) DO UPDATE
       SET is_due = is_due OR head_version_id IS NOT @head OR draft_author IS NOT NULL OR @has_draft`,
  );
  const selectDue = db.prepare<[number], DueText>(
    `SELECT texts.id, document_id, texts.head_version_id FROM texts JOIN entries USING (id) WHERE is_due = 1 LIMIT ?`,
  );
  const update = db.prepare<[VersionId, PrincipalId | null, number]>(
    'UPDATE texts SET head_version_id = ?, draft_author = ?, is_due = 0 WHERE id = ?',
  );
  const remove = db.prepare<[number]>('DELETE FROM texts WHERE id = ?');

  return {
    /** Marks an entry whose words may have changed. */
    note: (id: number, head: VersionId, hasDraft: boolean) =>
      void note.run({ id, head, has_draft: hasDraft ? 1 : 0 }),
    listDue: (limit: number) => selectDue.all(limit),
    put(id: number, { head_version_id, head, draft }: IndexedText): void {
      if (head !== undefined) reports.replace(id, head);
      drafts.replace(id, draft?.words);
      update.run(head_version_id, draft?.author ?? null, id);
    },
    delete(id: number): void {
      reports.replace(id, undefined);
      drafts.replace(id, undefined);
      remove.run(id);
    },
    /** Starts to merge the index, which drops words of deleted texts; call `mergeOn` until it returns false. */
    beginMerge(): void {
      reports.merge(-MERGED_PAGES);
      drafts.merge(-MERGED_PAGES);
    },
    mergeOn: (): boolean => [reports, drafts].some(({ merge }) => merge(MERGED_PAGES)),
  };
}

function wordsTable(db: MemoryDatabase, name: 'reports' | 'drafts') {
  const remove = db.prepare<[number]>(`DELETE FROM ${name} WHERE rowid = ?`);
  const insert = db.prepare<[number, ...string[]]>(
    `INSERT INTO ${name} (rowid, ${TEXT_COLUMNS.join(', ')}) VALUES (?${', ?'.repeat(TEXT_COLUMNS.length)})`,
  );
  const merge = db.prepare<[number]>(`INSERT INTO ${name} (${name}, rank) VALUES ('merge', ?)`);
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck();
  return {
    replace(id: number, words: ReportWords | undefined): void {
      remove.run(id);
      if (words !== undefined) insert.run(id, ...TEXT_COLUMNS.map((column) => words[column] ?? ''));
    },
    merge(pages: number): boolean {
      const before = changes.get() ?? 0;
      merge.run(pages);
      return (changes.get() ?? 0) - before >= IDLE_MERGE_CHANGES;
    },
  };
}
