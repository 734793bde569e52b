import { describe, expect, test } from 'vitest';
import type { ListQuery } from '#contract/documents/requests.ts';
import { codeOf, createFixture, type Fixture } from './documents-fixture.ts';

async function makePatient(fixture: Fixture, legal_name: string, more: object = {}, group = fixture.group) {
  fixture.clock.advance(1000);
  const view = await fixture.documents.create(fixture.owner, 'patients', {
    security_group_id: group,
    record: { legal_name, ...more },
  });
  return view.index.document_id;
}

async function namesOf({ documents, owner }: Fixture, query: ListQuery): Promise<(string | undefined)[]> {
  const { items } = await documents.list(owner, 'patients', query);
  return items.map((item) => item.summary?.display_name);
}

describe('list', () => {
  test('answers index, version, draft revision and summary, newest change first', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const anna = await makePatient(fixture, 'Anna Ek');
    await makePatient(fixture, 'Bo Lind');
    fixture.clock.advance(1000);
    await documents.archive(owner, 'patients', anna);
    await documents.unarchive(owner, 'patients', anna);
    const opened = await documents.get(owner, 'patients', anna);
    const { items, next_cursor } = await documents.list(owner, 'patients', {});
    expect(next_cursor).toBeNull();
    expect(items[0]).toEqual({
      index: opened.index,
      version_id: opened.version_id,
      draft_rev: null,
      summary: opened.summary,
    });
    expect(await namesOf(fixture, {})).toEqual(['Anna Ek', 'Bo Lind']);
    expect((await documents.list(owner, 'templates', {})).items).toEqual([]);
  });

  test('state picks active, archived, deleted or all', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    await makePatient(fixture, 'Active');
    await documents.archive(owner, 'patients', await makePatient(fixture, 'Archived'));
    const both = await makePatient(fixture, 'Both');
    await documents.archive(owner, 'patients', both);
    await documents.trash(owner, 'patients', both);
    const byName = { sort: 'created_at' } as const;
    expect(await namesOf(fixture, byName)).toEqual(['Active']);
    expect(await namesOf(fixture, { ...byName, state: 'archived' })).toEqual(['Archived']);
    expect(await namesOf(fixture, { ...byName, state: 'deleted' })).toEqual(['Both']);
    expect(await namesOf(fixture, { ...byName, state: 'all' })).toEqual(['Active', 'Archived', 'Both']);
  });

  test('updated_since and order read along with the changes, the oldest first', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const first = await makePatient(fixture, 'First');
    await makePatient(fixture, 'Second');
    const seen = (await documents.get(owner, 'patients', first)).index.updated_at;
    fixture.clock.advance(1000);
    await documents.trash(owner, 'patients', first);
    const order = 'updated_at' as const;
    expect(await namesOf(fixture, { order, state: 'all' })).toEqual(['Second', 'First']);
    expect(await namesOf(fixture, { order, updated_since: seen })).toEqual(['Second']);
    const { updated_at } = (await documents.get(owner, 'patients', first)).index;
    expect(await namesOf(fixture, { order, state: 'all', updated_since: updated_at })).toEqual(['First']);
    const page = await documents.list(owner, 'patients', { order, state: 'all', limit: 1 });
    const next = { order, state: 'all', cursor: page.next_cursor ?? '' } as const;
    expect(await namesOf(fixture, next)).toEqual(['First']);
    for (const query of [
      { updated_since: 'yesterday' },
      { updated_since: '' },
      { order, sort: 'title' } as const,
    ])
      expect(await codeOf(() => documents.list(owner, 'patients', query))).toBe('invalid_request');
  });

  test('q wants every word as a prefix, case and diacritics folded', async () => {
    const fixture = createFixture();
    await makePatient(fixture, 'Ånna-Märta Ek', { identifiers: [{ system: 's', value: 'MRN-4711' }] });
    await makePatient(fixture, "Anna O'Brien", { birth_date: '1980-02-03', external_id: 'X9' });
    const find = (q: string) => namesOf(fixture, { q, sort: 'created_at' });
    expect(await find('ANNA')).toHaveLength(2);
    expect(await find('mart')).toEqual(['Ånna-Märta Ek']);
    expect(await find('ek ann')).toEqual(['Ånna-Märta Ek']);
    expect(await find('ek bo')).toEqual([]);
    expect(await find('mrn-4711')).toEqual(['Ånna-Märta Ek']);
    expect(await find('4711')).toEqual(['Ånna-Märta Ek']);
    expect(await find("o'bri")).toEqual(["Anna O'Brien"]);
    expect(await find('1980-02')).toEqual(["Anna O'Brien"]);
    expect(await find('x9')).toEqual(["Anna O'Brien"]);
    expect(await find('nna')).toEqual([]);
    await makePatient(fixture, 'Søren Weiß Łukasz');
    for (const q of ['soren', 'SØR', 'weiss', 'WEIẞ', 'lukasz łuk', 'So\u0000weiß']) {
      expect(await find(q), q).toEqual(['Søren Weiß Łukasz']);
    }
    for (const q of ['', '   ', '\u0000', '" OR *']) expect(await codeOf(() => find(q))).toBe('no error');
    expect(await find('"anna" NOT ek')).toEqual([]);
  });

  test('an exam is found by its patient’s name, also after the patient was renamed', async () => {
    const fixture = createFixture();
    const { documents, owner, group } = fixture;
    const patient_id = await makePatient(fixture, 'Anna Ek');
    const record = { title: 'CT chest', modality: 'CT', exam_date: '2026-01-31' };
    await documents.create(owner, 'exams', { security_group_id: group, record, patient_id });
    const find = async (q: string) =>
      (await documents.list(owner, 'exams', { q })).items.map((item) => item.summary?.patient_name);
    expect(await find('ek chest 2026-01')).toEqual(['Anna Ek']);
    await documents.update(owner, 'patients', patient_id, { record: { legal_name: 'Anna Lind' } });
    expect(await find('lind')).toEqual(['Anna Lind']);
    expect(await find('ek')).toEqual([]);
  });

  test('exams are filtered by patient, modality, status and date', async () => {
    const fixture = createFixture();
    const { documents, owner, group } = fixture;
    const exam = (title: string, record: object) =>
      documents.create(owner, 'exams', { security_group_id: group, record: { title, ...record } });
    await exam('one', {
      modality: 'CT',
      exam_date: '2026-01-01',
      custom_attributes: { report: { status: 'final' } },
    });
    await exam('two', {
      modality: 'MR',
      exam_date: '2026-01-31T23:59:59Z',
      custom_attributes: { 'report.status': 'preliminary' },
    });
    await exam('three', { modality: 'MR' });
    const titles = async (query: ListQuery) =>
      (await documents.list(owner, 'exams', { sort: 'title', ...query })).items.map((i) => i.summary?.title);
    expect(await titles({ modality: 'MR' })).toEqual(['three', 'two']);
    expect(await titles({ report_status: 'final' })).toEqual(['one']);
    expect(await titles({ report_status: 'preliminary', modality: 'MR' })).toEqual(['two']);
    expect(await titles({ exam_date_from: '2026-01-01', exam_date_to: '2026-01-31' })).toEqual([
      'one',
      'two',
    ]);
    expect(await titles({ exam_date_to: '2026-01-31T23:59:58Z' })).toEqual(['one']);
    expect(await titles({ exam_date_from: '2026-01-02' })).toEqual(['two']);
    expect(await titles({ sort: '-exam_date' })).toEqual(['two', 'one', 'three']);
    for (const bound of ['exam_date_from', 'exam_date_to'] as const) {
      expect(await codeOf(() => titles({ [bound]: 'yesterday' }))).toBe('invalid_request');
    }
  });

  test('tag, specialist and draft filters', async () => {
    const fixture = createFixture();
    const { documents, owner, group, actor } = fixture;
    const specialist = actor({ roles: {} }).principal_id;
    const anna = await makePatient(fixture, 'Anna');
    const bo = await makePatient(fixture, 'Bo');
    await documents.update(owner, 'patients', anna, {
      record: { legal_name: 'Anna' },
      tags: ['urgent', 'ward 3'],
      specialist_ids: [specialist],
    });
    await documents.putDraft(owner, 'patients', bo, { record: {}, base_version_id: null });
    expect(await namesOf(fixture, { tag: 'ward 3' })).toEqual(['Anna']);
    expect(await namesOf(fixture, { tag: 'ward' })).toEqual([]);
    expect(await namesOf(fixture, { q: 'urg ward' })).toEqual(['Anna']);
    expect(await namesOf(fixture, { specialist_id: specialist })).toEqual(['Anna']);
    expect(await namesOf(fixture, { has_draft: true })).toEqual(['Bo']);
    expect(await namesOf(fixture, { has_draft: false })).toEqual(['Anna']);
    const { items } = await documents.list(owner, 'patients', { has_draft: true });
    expect(items[0]?.draft_rev).toBe('1');
    await documents.deleteDraft(owner, 'patients', bo);
    expect(await namesOf(fixture, { has_draft: true })).toEqual([]);
    const cleared = { record: { legal_name: 'Anna' }, tags: [], specialist_ids: [] };
    await documents.update(owner, 'patients', anna, cleared);
    expect(await namesOf(fixture, { tag: 'urgent' })).toEqual([]);
    expect(await namesOf(fixture, { specialist_id: specialist })).toEqual([]);
    expect((await documents.list(owner, 'patients', { security_group_id: group })).items).toHaveLength(2);
  });

  test('every sort pages through everything once, forwards and backwards, ties included', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const names = ['Bo', 'bo', 'Åsa', 'Zoë', 'asa', 'Ek', 'Ek', 'Ek', 'Ek'];
    for (const name of names) await makePatient(fixture, name);
    for (const sort of ['updated_at', 'created_at', 'title', 'exam_date'] as const) {
      const pages: Record<string, string[]> = {};
      for (const direction of ['', '-'] as const) {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await documents.list(owner, 'patients', {
            sort: `${direction}${sort}`,
            limit: 2,
            ...(cursor === undefined ? {} : { cursor }),
          });
          expect(page.items.length).toBeLessThanOrEqual(2);
          seen.push(...page.items.map(({ index }) => index.document_id));
          cursor = page.next_cursor ?? undefined;
        } while (cursor !== undefined);
        pages[direction] = seen;
      }
      expect(new Set(pages['']).size).toBe(names.length);
      expect(pages['-']).toEqual(pages['']?.toReversed());
    }
    const sorted = await namesOf(fixture, { sort: 'title' });
    expect(sorted.map((name) => name?.toLowerCase().replace('å', 'a'))).toEqual([
      'asa',
      'asa',
      'bo',
      'bo',
      'ek',
      'ek',
      'ek',
      'ek',
      'zoë',
    ]);
  });

  test('a cursor fits only the list it came from', async () => {
    const fixture = createFixture();
    const { documents, owner, actor, group } = fixture;
    for (const name of ['a', 'b', 'c']) await makePatient(fixture, name);
    const { next_cursor } = await documents.list(owner, 'patients', { limit: 1, sort: 'title' });
    const cursor = next_cursor ?? '';
    const use = (who: typeof owner, query: ListQuery) => codeOf(() => documents.list(who, 'patients', query));
    expect(await use(owner, { cursor, sort: 'title' })).toBe('no error');
    expect(await use(owner, { cursor })).toBe('invalid_request');
    expect(await use(owner, { cursor, sort: 'title', q: 'a' })).toBe('invalid_request');
    expect(await use(actor({ roles: { [group]: 'owner' } }), { cursor, sort: 'title' })).toBe(
      'invalid_request',
    );
    for (let position = 0; position < cursor.length; position += 11) {
      const changed = cursor[position] === 'A' ? 'B' : 'A';
      const tampered = cursor.slice(0, position) + changed + cursor.slice(position + 1);
      expect(await use(owner, { cursor: tampered, sort: 'title' })).toBe('invalid_request');
    }
    expect(Buffer.from(cursor, 'base64url').includes('document_id')).toBe(false);
  });

  test('without a group it merges all groups of the caller in order', async () => {
    const fixture = createFixture();
    const { documents, actor, group, otherGroup, clock } = fixture;
    const both = actor({ roles: { [group]: 'editor', [otherGroup]: 'editor' } });
    for (const [n, name] of ['a', 'b', 'c', 'd', 'e'].entries()) {
      clock.advance(1000);
      const security_group_id = n % 2 === 0 ? group : otherGroup;
      await documents.create(both, 'patients', { security_group_id, record: { legal_name: name } });
    }
    const names: (string | undefined)[] = [];
    let cursor: string | undefined;
    do {
      const page = await documents.list(both, 'patients', {
        limit: 2,
        sort: '-title',
        ...(cursor === undefined ? {} : { cursor }),
      });
      names.push(...page.items.map((item) => item.summary?.display_name));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(names).toEqual(['e', 'd', 'c', 'b', 'a']);
    const { items } = await documents.list(both, 'patients', {
      security_group_id: otherGroup,
      sort: 'title',
    });
    expect(items.map((item) => item.summary?.display_name)).toEqual(['b', 'd']);
  });

  test('a group the caller is no member of is refused, and never listed', async () => {
    const fixture = createFixture();
    const { documents, actor, group, otherGroup } = fixture;
    await makePatient(fixture, 'Anna');
    const stranger = actor({ roles: { [otherGroup]: 'owner' } });
    const query = { security_group_id: group };
    expect(await codeOf(() => documents.list(stranger, 'patients', query))).toBe('permission_denied');
    expect((await documents.list(stranger, 'patients', {})).items).toEqual([]);
  });

  test('a member without a key sees the rows without summaries and opens none', async () => {
    const fixture = createFixture();
    const { documents, actor, group } = fixture;
    const id = await makePatient(fixture, 'Anna');
    await makePatient(fixture, 'Bo');
    const keyless = actor({ roles: { [group]: 'editor' }, keyless: [group] });
    const { items } = await documents.list(keyless, 'patients', { sort: 'created_at' });
    expect(items.map((item) => item.summary)).toEqual([null, null]);
    expect(items[0]?.index.document_id).toBe(id);
    expect((await documents.list(keyless, 'patients', { q: 'anna' })).items).toEqual([]);
    expect((await documents.list(keyless, 'patients', { state: 'archived' })).items).toEqual([]);
    const first = await documents.list(keyless, 'patients', { limit: 1 });
    const second = await documents.list(keyless, 'patients', { limit: 1, cursor: first.next_cursor ?? '' });
    expect([...first.items, ...second.items].map((item) => item.index.document_id)).toContain(id);
    expect(await codeOf(() => documents.get(keyless, 'patients', id))).toBe('group_key_unavailable');
  });
});
