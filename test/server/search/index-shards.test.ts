/** Tests that several shards respond like one index; here a shard is full with two documents. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Resource } from '#contract/documents/document-index.ts';
import type { DocumentId, VersionId } from '#contract/ids.ts';
import { createGroupIndex } from '#server/search/group-index.ts';
import type { StoredSummary } from '#server/search/index-entry.ts';
import { createIndexShard, type IndexShard } from '#server/search/index-shard.ts';
import type { DocumentRow } from '#server/storage/documents/document-row.ts';
import { openMemoryDatabase } from '#server/storage/search/memory-database.ts';
import type { ListFilter, ListHit, ListPlace } from '#server/storage/search/search-port.ts';
import { idOf } from '#test/support/ids.ts';
import { exam, patient, rowOf } from './index-rows.ts';

const shardOf = (most: number) => (): IndexShard => createIndexShard(undefined, most);

function createIndex(images: readonly IndexShard[] = [], newShard = shardOf(2)) {
  const index = createGroupIndex(images, newShard);
  onTestFinished(() => index.close(async () => undefined));
  const take = (row: DocumentRow, summary: StoredSummary): void =>
    index.apply([row], () => summary, row.change_seq);
  const list = <R extends Resource>(resource: R, more: Partial<ListFilter<R>> = {}) =>
    index.find<R>({
      resource,
      state: 'active',
      q: '',
      sort: 'title',
      descending: false,
      after: null,
      limit: 3,
      ...more,
    });
  return { index, take, list };
}

/** Creates patients a to e, and an exam of the first, in three shards. */
function createFilled(images?: readonly IndexShard[]) {
  const filled = createIndex(images);
  const rows = ['d', 'b', 'e', 'a', 'c'].map((id) => rowOf('patients', idOf(id)));
  for (const row of rows) filled.take(row, patient(`Name ${row.document_id}`));
  const examRow = rowOf('exams', idOf('x'), idOf('d'));
  filled.take(examRow, exam('CT'));
  return { ...filled, rows: [...rows, examRow] };
}

describe('an index of several shards', () => {
  test('lists in one order over all of them, page by page', () => {
    const { index, list } = createFilled();
    expect(index.shards()).toHaveLength(3);
    const first = list('patients');
    expect(first.map((hit) => hit.document_id)).toEqual(['a', 'b', 'c']);
    const next = list('patients', { after: first.at(-1) ?? null });
    expect(next.map((hit) => hit.document_id)).toEqual(['d', 'e']);
    const last = list('patients', { sort: 'updated_at', descending: true, limit: 2 });
    expect(last.map((hit) => hit.document_id)).toEqual(['c', 'a']);
  });

  test.each(['updated_at', 'created_at', 'title'] as const)(
    'lists and finds by %s what a single shard would, in both directions, from page to page',
    (sort) => {
      const [many, one] = [createIndex(), createIndex([createIndexShard()])];
      for (let n = 0; n < 23; n += 1) {
        const id = `${(n * 11) % 23}`.padStart(2, '0');
        const row = { ...rowOf('patients', idOf(id)), is_archived: n % 5 === 0 ? 1 : 0 };
        for (const { take } of [many, one]) take(row, patient(`Name ${n % 4} ${n % 3}`));
      }
      expect(many.index.shards().length).toBeGreaterThan(10);
      for (const descending of [false, true]) {
        for (const q of ['', 'name', '2']) {
          let after: ListPlace | null = null;
          for (let page = 0; page < 8; page += 1) {
            const filter = { sort, descending, q, after, state: 'all', limit: 4 } as const;
            const found: ListHit<'patients'>[] = many.list('patients', filter);
            expect(found).toEqual(one.list('patients', filter));
            after = found.at(-1) ?? after;
          }
        }
      }
    },
  );

  test('finds by title in shards of many hits what a single shard would, in both directions, from page to page', () => {
    const [many, one] = [createIndex([], shardOf(40)), createIndex([createIndexShard()])];
    for (let n = 0; n < 120; n += 1) {
      const row = {
        ...rowOf('patients', idOf(String((n * 37) % 120).padStart(3, '0'))),
        is_archived: n % 7 === 0 ? 1 : 0,
      };
      for (const { take } of [many, one]) take(row, patient(`Name ${(n * 53) % 31} ${n % 3}`));
    }
    expect(many.index.shards()).toHaveLength(3);
    for (const descending of [false, true]) {
      for (const q of ['name', 'name 1', '2']) {
        let after: ListPlace | null = null;
        for (let page = 0; page < 11; page += 1) {
          const filter = { sort: 'title', descending, q, after, state: 'all', limit: 11 } as const;
          const found: ListHit<'patients'>[] = many.list('patients', filter);
          expect(found).toEqual(one.list('patients', filter));
          // A full walk without search words must give the same result.
          const walked = one
            .list('patients', { ...filter, q: '', limit: 200 })
            .filter(
              ({ summary }) =>
                q !== '2' || summary?.display_name.split(' ').some((word) => word.startsWith('2')),
            )
            .filter(
              ({ summary }) =>
                q !== 'name 1' || summary?.display_name.split(' ').some((word) => word.startsWith('1')),
            );
          expect(found).toEqual(walked.slice(0, 11));
          after = found.at(-1) ?? after;
        }
      }
    }
  });

  test('a search by title keeps the order of its hits through new, renamed, archived, purged and undone entries', () => {
    const { index, take, list } = createIndex([createIndexShard()]);
    const shown = (more: Partial<ListFilter<'patients'>> = {}) =>
      list('patients', { q: 'name', ...more }).map((hit) => hit.document_id);
    const rows = ['d', 'b', 'e', 'a', 'c', 'f'].map((id) => rowOf('patients', idOf(id)));
    for (const row of rows) take(row, patient(`Name ${row.document_id}`));
    take(rowOf('exams', idOf('x'), idOf('a')), exam('Name of an exam'));
    expect(shown()).toEqual(['a', 'b', 'c']);
    expect(shown({ descending: true })).toEqual(['f', 'e', 'd']);
    const later = (id: string, more: Partial<DocumentRow> = {}) => ({
      ...rowOf('patients', idOf(id)),
      row_rev: 2,
      ...more,
    });
    take(later('a'), patient('Name z'));
    expect(shown()).toEqual(['b', 'c', 'd']);
    take(later('b', { is_archived: 1 }), patient('Name b'));
    expect(shown()).toEqual(['c', 'd', 'e']);
    expect(shown({ state: 'all' })).toEqual(['b', 'c', 'd']);
    take(rowOf('patients', idOf('g')), patient('Name bb'));
    expect(shown()).toEqual(['g', 'c', 'd']);
    index.delete(idOf('c'));
    expect(shown()).toEqual(['g', 'd', 'e']);
    const fails = (): StoredSummary => {
      expect(shown()).toEqual(['h', 'g', 'd']);
      throw new Error('locked');
    };
    const [first, second] = [rowOf('patients', idOf('h')), rowOf('patients', idOf('i'))];
    const open = ({ document_id }: DocumentRow): StoredSummary =>
      document_id === 'h' ? patient('Name a') : fails();
    expect(() => index.apply([first, second], open, 900)).toThrow('locked');
    expect(shown()).toEqual(['g', 'd', 'e']);
    expect(shown({ after: { key: 'name e', document_id: idOf('e') } })).toEqual(['f', 'a']);
  });

  test('the order of titles is made a shard in a turn, for a search by title alone, until the index goes', async () => {
    const { index, take } = createFilled();
    const filter = {
      resource: 'patients',
      state: 'active',
      descending: false,
      after: null,
      limit: 3,
    } as const;
    const turnsOf = async (more: Pick<ListFilter, 'q' | 'sort'>, isStanding = true): Promise<number> => {
      let turns = 0;
      const goOn = async () => {
        turns += 1;
        return isStanding;
      };
      await index.orderTitles({ ...filter, ...more }, goOn);
      return turns;
    };
    expect(await turnsOf({ q: 'name', sort: 'updated_at' })).toBe(0);
    expect(await turnsOf({ q: '', sort: 'title' })).toBe(0);
    expect(await turnsOf({ q: 'name', sort: 'title' }, false)).toBe(1);
    expect(await turnsOf({ q: 'name', sort: 'title' })).toBe(2);
    expect(await turnsOf({ q: 'name', sort: 'title' })).toBe(0);
    take(rowOf('patients', idOf('f')), patient('Name f'));
    expect(await turnsOf({ q: 'name', sort: 'title' })).toBe(1);
  });

  test('shows and finds an exam by the name of a patient of another shard, and by its new name', () => {
    const { take, list, rows } = createFilled();
    expect(list('exams', { q: 'name' }).map((hit) => hit.summary?.patient_name)).toEqual(['Name d']);
    const [row] = rows;
    if (row) take({ ...row, head_version_id: idOf('new'), row_rev: 2, change_seq: 99 }, patient('Renamed'));
    expect(list('exams', { q: 'name' })).toEqual([]);
    expect(list('exams', { q: 'renam' }).map((hit) => hit.summary?.patient_name)).toEqual(['Renamed']);
    expect(list('patients', { q: 'name d' })).toEqual([]);
  });

  test('keeps its words when a save leaves the summary as it was', () => {
    const { index, take, list, rows } = createFilled();
    const [row] = rows;
    if (row) take({ ...row, head_version_id: idOf('new'), row_rev: 2, change_seq: 99 }, patient('Name d'));
    expect(list('patients', { q: 'name d' }).map((hit) => hit.made_from?.head_version_id)).toEqual(['new']);
    expect(index.summaryOf(idOf('d'), idOf('new'))).toEqual(patient('Name d'));
    expect(index.summaryOf(idOf('d'), idOf('v1'))).toBeUndefined();
  });

  test('a document with an id none has reached yet is looked for in no shard, in stored ones neither', () => {
    const { index } = createFilled();
    const stored = index.shards().map((shard) => openMemoryDatabase(shard.serialize(index.appliedSeq())));
    const asked: string[] = [];
    const images = stored.map((image, at) => {
      const shard = createIndexShard(image, 2);
      const find = (id: DocumentId) => {
        asked.push(`${id} in ${at}`);
        return shard.entries.find(id);
      };
      return { ...shard, entries: { ...shard.entries, find } };
    });
    const { take, list } = createIndex(images);
    // The shards contain b and d, a and e, c and x.
    take(rowOf('patients', idOf('y')), patient('Name y'));
    expect(asked).toEqual([]);
    take(rowOf('patients', idOf('bb')), patient('Name bb'));
    expect(asked).toEqual(['bb in 1', 'bb in 0']);
    const renamed = { ...rowOf('patients', idOf('e')), head_version_id: idOf<VersionId>('new'), row_rev: 2 };
    take(renamed, patient('Name e2'));
    expect(list('patients', { limit: 10 }).map((hit) => hit.document_id)).toEqual([
      'a',
      'b',
      'bb',
      'c',
      'd',
      'e',
      'y',
    ]);
  });

  test('undoes a batch that fails, in every shard', () => {
    const { index, list } = createFilled();
    const applied = index.appliedSeq();
    const again = ['d', 'c', 'new'].map((id) => rowOf('patients', idOf(id)));
    let opened = 0;
    const open = (): StoredSummary => {
      opened += 1;
      if (opened === 3) throw new Error('locked');
      return patient('Other');
    };
    expect(() => index.apply(again, open, 500)).toThrow('locked');
    expect(index.appliedSeq()).toBe(applied);
    expect(list('patients', { q: 'other' })).toEqual([]);
    expect(list('patients', { q: 'name d' })).toHaveLength(1);
  });

  test('only what changed since its image was made is to be stored', () => {
    const { index, take, list } = createFilled();
    const stored = index.shards().map((shard) => openMemoryDatabase(shard.serialize(index.appliedSeq())));
    const images = stored.map((image) => createIndexShard(image, 2));
    expect(index.shards().map((shard) => shard.isDirty())).toEqual([false, false, false]);
    const reopened = createIndex(images);
    expect(reopened.list('patients')).toEqual(list('patients'));
    expect(reopened.index.appliedSeq()).toBe(index.appliedSeq());
    take(rowOf('patients', idOf('f')), patient('Name f'));
    expect(index.shards().map((shard) => shard.isDirty())).toEqual([false, false, false, true]);
  });

  test('images of two times side by side come down to one entry of each document', async () => {
    const { index, take, rows } = createFilled();
    const old = index.shards().map((shard) => openMemoryDatabase(shard.serialize(index.appliedSeq())));
    const [row] = rows;
    if (row === undefined) throw new Error('there are rows');
    const newer = { ...row, head_version_id: idOf<VersionId>('new'), row_rev: 2, change_seq: 99 };
    take(newer, patient('Newer'));
    const current = index.shards().map((shard) => openMemoryDatabase(shard.serialize(index.appliedSeq())));
    const mixed = createIndex([...old, ...current].map((image) => createIndexShard(image, 2)));
    const wanted = new Map([newer, ...rows.slice(1)].map((each) => [each.document_id, each]));
    const count = wanted.size;
    await mixed.index.keepOnly(wanted, async () => undefined);
    expect([...wanted.keys()]).toEqual([]);
    expect(mixed.index.fingerprint().count).toBe(count);
    expect(mixed.list('patients', { q: 'newer' })).toHaveLength(1);
  });
});
