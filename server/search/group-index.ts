/**
 * The search index of one group in memory: applies changes in their order and answers lists. Has no key and
 * knows no file; what it holds is clinical and is gone with `close`.
 */
import type { Resource } from '#contract/documents/document-index.ts';
import type { ListFilter, ListHit } from '#server/access/document-search.ts';
import type { DocumentRow } from '#server/db/documents/document-row.ts';
import { createEntryQuery, type FoundEntry } from '#server/db/search/entry-query.ts';
import { createEntryStore, type EntryState } from '#server/db/search/entry-store.ts';
import { createMemoryDatabase, type MemoryDatabase } from '#server/db/search/memory-database.ts';
import { matchExpression, type StoredSummary, toEntry, toFlags, wordsOf } from './entry.ts';

const STATES: Readonly<Record<ListFilter['state'], readonly EntryState[]>> = {
  active: [0],
  archived: [1],
  deleted: [2],
  all: [0, 1, 2],
};

/** Opens the row's summary; null when it is not the sealed one. */
export type OpenSummary = (row: DocumentRow) => StoredSummary | null;

export type GroupIndex = ReturnType<typeof createGroupIndex>;

export function createGroupIndex(db: MemoryDatabase = createMemoryDatabase()) {
  const entries = createEntryStore(db);
  const query = createEntryQuery(db);

  const applyAll = db.transaction((rows: readonly DocumentRow[], open: OpenSummary) => {
    for (const row of rows) applyOne(row, open);
  });

  function applyOne(row: DocumentRow, open: OpenSummary): void {
    const known = entries.find(row.document_id);
    if (known?.head_version_id === row.head_version_id && known.summary !== null) {
      entries.updateFlags(toFlags(row));
      entries.replaceSpecialists(known.id, JSON.parse(row.specialist_ids));
      if (known.patient_id !== row.patient_id) {
        entries.replaceWords(known.id, wordsOf(JSON.parse(known.summary), nameOf(row.patient_id)));
      }
      return;
    }
    const summary = open(row);
    const entry = toEntry(row, summary);
    const id = entries.upsert(entry);
    entries.replaceWords(id, summary === null ? '' : wordsOf(summary, nameOf(row.patient_id)));
    entries.replaceTags(id, summary?.tags ?? []);
    entries.replaceSpecialists(id, JSON.parse(row.specialist_ids));
    if (row.resource === 'patients' && known?.name !== entry.name) renameExams(row.document_id, entry.name);
  }

  function nameOf(patientId: string | null): string | null {
    return patientId === null ? null : (entries.find(patientId)?.name ?? null);
  }

  function renameExams(patientId: string, name: string | null): void {
    for (const exam of entries.listByPatient(patientId)) {
      if (exam.summary !== null) entries.replaceWords(exam.id, wordsOf(JSON.parse(exam.summary), name));
    }
  }

  return {
    /** Takes in changed rows and remembers how far it came. */
    apply(rows: readonly DocumentRow[], open: OpenSummary, appliedSeq: number): void {
      applyAll(rows, open);
      entries.setAppliedSeq(appliedSeq);
    },

    appliedSeq: entries.appliedSeq,
    fingerprint: entries.fingerprint,
    listChangeNumbers: entries.listChangeNumbers,

    delete(documentId: string): void {
      const known = entries.find(documentId);
      if (known !== undefined) entries.delete(known.id);
    },

    find<R extends Resource>(filter: ListFilter<R>): ListHit<R>[] {
      const match = matchExpression(filter.q);
      const found = STATES[filter.state].flatMap((state) => query.find({ ...filter, state, match }));
      if (filter.state === 'all') found.sort((a, b) => compare(a, b) * (filter.descending ? -1 : 1));
      return found.slice(0, filter.limit).map(toHit<R>);
    },

    /** Makes sure that nothing deleted is left in what `serialize` gives. */
    dropDeletedWords: entries.dropDeletedWords,

    /** The whole index as bytes, to be sealed. The caller wipes them. */
    serialize: (): Uint8Array => db.serialize(),

    close: () => void db.close(),
  };
}

function compare(a: FoundEntry, b: FoundEntry): number {
  if (a.key === b.key) return a.document_id < b.document_id ? -1 : 1;
  if (typeof a.key === 'number' && typeof b.key === 'number') return a.key - b.key;
  return Buffer.compare(Buffer.from(String(a.key)), Buffer.from(String(b.key)));
}

function toHit<R extends Resource>({ document_id, key, summary, patient_name }: FoundEntry): ListHit<R> {
  if (summary === null) return { document_id, key, summary: null };
  const opened = JSON.parse(summary);
  return { document_id, key, summary: 'report_status' in opened ? { ...opened, patient_name } : opened };
}
