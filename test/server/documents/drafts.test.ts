import { describe, expect, test } from 'vitest';
import type { VersionId } from '#contract/ids.ts';
import { newId } from '#test/support/ids.ts';
import { codeOf, createFixture, errorOf, type Fixture } from './documents-fixture.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

async function makeTemplate({ documents, owner, group }: Fixture) {
  const view = await documents.create(owner, 'templates', {
    security_group_id: group,
    record: { title: 'Chest' },
  });
  return { id: view.index.document_id, head: view.version_id ?? newId() };
}

describe('the draft', () => {
  test('is opened again as it was put, its revisions counting from "1"', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const { id, head } = await makeTemplate(fixture);
    expect(await codeOf(() => documents.getDraft(owner, 'templates', id))).toBe('not_found');
    const put = await documents.putDraft(owner, 'templates', id, {
      record: { title: 'Chest, begun' },
      base_version_id: head,
    });
    expect(put).toEqual({
      draft_rev: '1',
      base_version_id: head,
      author: { principal_id: owner.principal_id, display_name: 'Dr. Ada' },
      updated_at: '2026-03-01T10:00:00.000Z',
    });
    const draft = await documents.getDraft(owner, 'templates', id);
    expect(draft).toMatchObject({ ...put, record: { title: 'Chest, begun', modality: null } });
    expect((await documents.get(owner, 'templates', id)).index.meta.has_draft).toBe(true);
  });

  test('is replaced by its own author without a trace, and its revision is never used again', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const { id, head } = await makeTemplate(fixture);
    const put = (title: string) =>
      documents.putDraft(owner, 'templates', id, { record: { title }, base_version_id: head });
    await put('one');
    expect((await put('two')).draft_rev).toBe('2');
    expect((await documents.listDrafts(owner, 'templates', id, {})).items).toEqual([]);
    await documents.deleteDraft(owner, 'templates', id);
    expect((await put('three')).draft_rev).toBe('3');
  });

  test('of another author moves to the recovered ones when it is replaced', async () => {
    const fixture = createFixture();
    const { documents, owner, actor, group } = fixture;
    const { id, head } = await makeTemplate(fixture);
    const colleague = actor({ display_name: 'Dr. Bo', roles: { [group]: 'editor' } });
    const body = { record: { title: 'mine' }, base_version_id: head };
    await documents.putDraft(owner, 'templates', id, body);
    await documents.putDraft(colleague, 'templates', id, { ...body, record: { title: 'yours' } });
    const { items } = await documents.listDrafts(owner, 'templates', id, {});
    expect(items.map(({ draft_rev, author }) => [draft_rev, author.display_name])).toEqual([
      ['1', 'Dr. Ada'],
    ]);
  });

  test('is refused when another revision was expected, naming the latest', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const { id, head } = await makeTemplate(fixture);
    const put = (expected_draft_rev?: string | null) =>
      documents.putDraft(owner, 'templates', id, {
        record: { title: 'x' },
        base_version_id: head,
        ...(expected_draft_rev === undefined ? {} : { expected_draft_rev }),
      });
    await put(null);
    expect((await put('1')).draft_rev).toBe('2');
    const conflict = await errorOf(() => put('1'));
    expect(conflict.code).toBe('draft_conflict');
    expect(conflict.headers).toEqual({ 'x-latest-draft-rev': '2' });
  });

  test('may be expected not to be there', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const { id, head } = await makeTemplate(fixture);
    const body = { record: { title: 'x' }, base_version_id: head, expected_draft_rev: '0' };
    expect((await documents.putDraft(owner, 'templates', id, body)).draft_rev).toBe('1');
    expect(await codeOf(() => documents.putDraft(owner, 'templates', id, body))).toBe('draft_conflict');
    await documents.deleteDraft(owner, 'templates', id);
    expect((await documents.putDraft(owner, 'templates', id, body)).draft_rev).toBe('2');
  });

  test('of several puts that expect the same revision one wins', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const { id, head } = await makeTemplate(fixture);
    const body = { record: { title: 'x' }, base_version_id: head };
    await documents.putDraft(owner, 'templates', id, body);
    const puts = Array.from({ length: 8 }, () =>
      codeOf(() => documents.putDraft(owner, 'templates', id, { ...body, expected_draft_rev: '1' })),
    );
    expect((await Promise.all(puts)).sort()).toEqual([...Array(7).fill('draft_conflict'), 'no error']);
  });

  test('needs a base that is a version of this document', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const { id } = await makeTemplate(fixture);
    const other = await makeTemplate(fixture);
    const put = (base_version_id: VersionId | null) =>
      codeOf(() => documents.putDraft(owner, 'templates', id, { record: {}, base_version_id }));
    expect(await put(other.head)).toBe('not_found');
    expect(await put(newId())).toBe('not_found');
    expect(await put(null)).toBe('no error');
  });

  test('of a patient may still lack its names', async () => {
    const { documents, owner, group } = createFixture();
    const { index, version_id } = await documents.create(owner, 'patients', {
      security_group_id: group,
      record: { legal_name: 'Anna' },
    });
    const record = { legal_name: '', phone: '112' };
    await documents.putDraft(owner, 'patients', index.document_id, { record, base_version_id: version_id });
    const draft = await documents.getDraft(owner, 'patients', index.document_id);
    expect(draft.record).toMatchObject({ legal_name: '', display_name: '', phone: '112' });
  });

  test('is refused in the trash, and needs an editor', async () => {
    const fixture = createFixture();
    const { documents, owner, actor, group } = fixture;
    const { id, head } = await makeTemplate(fixture);
    const body = { record: {}, base_version_id: head };
    const viewer = actor({ roles: { [group]: 'viewer' } });
    expect(await codeOf(() => documents.putDraft(viewer, 'templates', id, body))).toBe('permission_denied');
    await documents.putDraft(owner, 'templates', id, body);
    expect((await documents.getDraft(viewer, 'templates', id)).draft_rev).toBe('1');
    await documents.trash(owner, 'templates', id);
    expect(await codeOf(() => documents.putDraft(owner, 'templates', id, body))).toBe('document_deleted');
    expect(await codeOf(() => documents.deleteDraft(owner, 'templates', id))).toBe('document_deleted');
  });
});

describe('a save', () => {
  test('ends the draft begun by the same principal from the version it replaces', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const { id, head } = await makeTemplate(fixture);
    await documents.putDraft(owner, 'templates', id, { record: { title: 'x' }, base_version_id: head });
    const saved = await documents.update(owner, 'templates', id, { record: { title: 'x' } });
    expect(saved.index.meta.has_draft).toBe(false);
    expect(await codeOf(() => documents.getDraft(owner, 'templates', id))).toBe('not_found');
  });

  test("keeps another principal's draft, and one begun from an older version", async () => {
    const fixture = createFixture();
    const { documents, owner, actor, group } = fixture;
    const { id, head } = await makeTemplate(fixture);
    const colleague = actor({ roles: { [group]: 'editor' } });
    await documents.putDraft(owner, 'templates', id, { record: { title: 'x' }, base_version_id: head });
    const second = await documents.update(colleague, 'templates', id, { record: { title: 'y' } });
    expect(second.index.meta.has_draft).toBe(true);
    const third = await documents.update(owner, 'templates', id, { record: { title: 'z' } });
    expect(third.index.meta.has_draft).toBe(true);
    expect((await documents.getDraft(owner, 'templates', id)).record.title).toBe('x');
  });
});

describe('include_draft', () => {
  test('answers the draft with its base as version', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const { id, head } = await makeTemplate(fixture);
    await documents.putDraft(owner, 'templates', id, { record: { title: 'draft' }, base_version_id: head });
    const view = await documents.get(owner, 'templates', id, { include_draft: true });
    expect(view).toMatchObject({ version_id: head, draft_rev: '1', record: { title: 'draft' } });
    expect(view.summary.title).toBe('Chest');
    const plain = await documents.get(owner, 'templates', id);
    expect(plain).toMatchObject({ draft_rev: null, record: { title: 'Chest' } });
  });

  test('answers a draft of an older base only when it is newer than the latest version', async () => {
    const fixture = createFixture();
    const { documents, owner, actor, group, clock } = fixture;
    const { id, head } = await makeTemplate(fixture);
    const colleague = actor({ roles: { [group]: 'editor' } });
    const body = { record: { title: 'draft' }, base_version_id: head };
    await documents.putDraft(owner, 'templates', id, body);
    clock.advance(1000);
    await documents.update(colleague, 'templates', id, { record: { title: 'saved' } });
    const get = () => documents.get(owner, 'templates', id, { include_draft: true });
    expect(await get()).toMatchObject({ draft_rev: null, record: { title: 'saved' } });
    clock.advance(1000);
    await documents.putDraft(owner, 'templates', id, body);
    expect(await get()).toMatchObject({ draft_rev: '2', version_id: head, record: { title: 'draft' } });
  });

  test('together with version_id is refused', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const { id, head } = await makeTemplate(fixture);
    const query = { version_id: head, include_draft: true };
    expect(await codeOf(() => documents.get(owner, 'templates', id, query))).toBe('invalid_request');
    expect(
      await codeOf(() => documents.get(owner, 'templates', id, { ...query, include_draft: false })),
    ).toBe('no error');
  });
});

describe('discarded drafts', () => {
  test('are listed newest first, opened by revision, and dropped after the retention', async () => {
    const fixture = createFixture();
    const { documents, owner, clock, settings } = fixture;
    const { id, head } = await makeTemplate(fixture);
    for (const title of ['one', 'two', 'three']) {
      await documents.putDraft(owner, 'templates', id, { record: { title }, base_version_id: head });
      clock.advance(DAY_MS);
      const discarded = await documents.deleteDraft(owner, 'templates', id);
      expect(discarded.discarded_at).toBe(new Date(clock.nowMs()).toISOString());
    }
    expect(await codeOf(() => documents.deleteDraft(owner, 'templates', id))).toBe('not_found');
    const first = await documents.listDrafts(owner, 'templates', id, { limit: 2 });
    expect(first.items.map(({ draft_rev }) => draft_rev)).toEqual(['3', '2']);
    const cursor = first.next_cursor ?? '';
    const second = await documents.listDrafts(owner, 'templates', id, { limit: 2, cursor });
    expect(second.items.map(({ draft_rev }) => draft_rev)).toEqual(['1']);
    expect(second.next_cursor).toBeNull();
    const opened = await documents.getDiscardedDraft(owner, 'templates', id, '2');
    expect(opened.record.title).toBe('two');

    settings.draft_retention_days = 1;
    clock.advance(DAY_MS / 2);
    expect(await documents.sweep(owner.keyRing)).toBe(2);
    expect(await codeOf(() => documents.getDiscardedDraft(owner, 'templates', id, '2'))).toBe('not_found');
    expect((await documents.getDiscardedDraft(owner, 'templates', id, '3')).record.title).toBe('three');
  });

  test('the current draft and unknown revisions are not among them', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const { id, head } = await makeTemplate(fixture);
    await documents.putDraft(owner, 'templates', id, { record: {}, base_version_id: head });
    for (const rev of ['1', '2', '9999999999999999']) {
      expect(await codeOf(() => documents.getDiscardedDraft(owner, 'templates', id, rev))).toBe('not_found');
    }
  });
});
