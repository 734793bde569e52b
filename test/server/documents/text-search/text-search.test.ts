import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ListQuery } from '#contract/documents/requests.ts';
import { createSummaryOpener } from '#server/documents/sealing/summary-seal.ts';
import { createReportTextOpener } from '#server/documents/text-search/open-report-text.ts';
import { parseTextQuery } from '#server/documents/text-search/parse-text-query.ts';
import { createSearchService } from '#server/search/search-service.ts';
import { paragraph, stateOf } from '#test/lib/report/states.ts';
import { codeOf, createFixture, type Fixture } from '#test/server/documents/documents-fixture.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

async function makeExam({ documents, owner, group }: Fixture, title: string, ...lines: readonly string[]) {
  const { index } = await documents.create(owner, 'exams', {
    security_group_id: group,
    record: { title, report_lexical: stateOf(lines.map((line) => paragraph(line))) },
  });
  return index.document_id;
}

async function found(
  fixture: Fixture,
  text: string,
  query: Omit<ListQuery, 'text'> = {},
  actor = fixture.owner,
) {
  const { items } = await fixture.documents.list(actor, 'exams', { sort: 'title', ...query, text });
  return items.map(({ summary, matches = [], matched_draft }) => [
    summary?.title,
    ...matches.map((match) => match.text),
    ...(matched_draft === true ? ['draft'] : []),
  ]);
}

describe('GET /v1/exams?text=', () => {
  test('finds sentences in the newest versions, as they change', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    const anna = await makeExam(fixture, 'A', 'Pleuraerguss links. Kein Rundherd.');
    await makeExam(fixture, 'B', 'Rundherd, 8 mm.', 'Kein Erguss.');
    expect(await found(fixture, 'rundh')).toEqual([
      ['A', 'Kein Rundherd.'],
      ['B', 'Rundherd, 8 mm.'],
    ]);
    expect(await found(fixture, '"kein erguss"')).toEqual([['B', 'Kein Erguss.']]);
    const record = { title: 'A', report_lexical: stateOf([paragraph('Alles gut.')]) };
    await documents.update(owner, 'exams', anna, { record });
    expect(await found(fixture, 'rundh')).toEqual([['B', 'Rundherd, 8 mm.']]);
    expect(await found(fixture, 'gut')).toEqual([['A', 'Alles gut.']]);
    await documents.trash(owner, 'exams', anna);
    expect(await found(fixture, 'gut')).toEqual([]);
    expect(await found(fixture, 'gut', { state: 'deleted' })).toEqual([['A', 'Alles gut.']]);
    await documents.purge(owner, 'exams', anna);
    expect(await found(fixture, 'gut', { state: 'all' })).toEqual([]);
  });

  test('finds one’s own draft instead of its version, and nobody else’s', async () => {
    const fixture = createFixture();
    const { documents, owner, group } = fixture;
    const other = fixture.actor({ display_name: 'Dr. Bo', roles: { [group]: 'editor' } });
    const id = await makeExam(fixture, 'A', 'Sealed words.');
    const { version_id: base_version_id } = await documents.get(owner, 'exams', id);
    const save = (text: string) =>
      documents.putDraft(owner, 'exams', id, {
        record: { title: 'A', report_lexical: stateOf([paragraph(text)]) },
        base_version_id,
      });
    await save('Drafted words.');
    expect(await found(fixture, 'words')).toEqual([['A', 'Drafted words.', 'draft']]);
    expect(await found(fixture, 'sealed')).toEqual([]);
    expect(await found(fixture, 'words', {}, other)).toEqual([['A', 'Sealed words.']]);
    expect(await found(fixture, 'drafted', {}, other)).toEqual([]);
    await save('Later words.');
    expect(await found(fixture, 'drafted')).toEqual([]);
    expect(await found(fixture, 'later')).toEqual([['A', 'Later words.', 'draft']]);
    await documents.deleteDraft(owner, 'exams', id);
    expect(await found(fixture, 'words')).toEqual([['A', 'Sealed words.']]);
  });

  test('goes with every other field of the list, and over its pages', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    for (let n = 0; n < 25; n += 1)
      await makeExam(fixture, `E${String(n).padStart(2, '0')}`, `Nodule ${n % 2}.`);
    expect(await found(fixture, 'nodule 1', { q: 'E01' })).toEqual([['E01', 'Nodule 1.']]);
    const titles: unknown[] = [];
    for (let cursor: string | undefined; ; ) {
      const query = { text: 'nodule 0', sort: '-title', limit: 5, ...(cursor ? { cursor } : {}) } as const;
      const page = await documents.list(owner, 'exams', query);
      titles.push(...page.items.map(({ summary }) => summary?.title));
      if (page.next_cursor === null) break;
      cursor = page.next_cursor;
    }
    const even = Array.from({ length: 13 }, (_, n) => `E${String(24 - n * 2).padStart(2, '0')}`);
    expect(titles).toEqual(even);
    expect(await codeOf(() => documents.list(owner, 'exams', { text: '«»' }))).toBe('invalid_request');
  });

  test('finds more than a page of common words in the order of the list', async () => {
    const fixture = createFixture();
    const { documents, owner } = fixture;
    await Promise.all(Array.from({ length: 1_100 }, (_, n) => makeExam(fixture, `E${n}`, `No nodule ${n}.`)));
    const { items } = await documents.list(owner, 'exams', { text: 'no nodul', limit: 3 });
    const { items: newest } = await documents.list(owner, 'exams', { limit: 3 });
    expect(items.map(({ index }) => index.document_id)).toEqual(newest.map(({ index }) => index.document_id));
  });

  test('finds nothing in a group without a key', async () => {
    const fixture = createFixture();
    const { group } = fixture;
    await makeExam(fixture, 'A', 'Nodule.');
    const keyless = fixture.actor({ roles: { [group]: 'viewer' }, keyless: [group] });
    expect(await found(fixture, 'nodule', {}, keyless)).toEqual([]);
  });

  test('keeps its index sealed, opens it after a restart, and a purge takes the words out', async () => {
    const fixture = createFixture();
    const { dataDir, group } = fixture;
    const id = await makeExam(fixture, 'A', 'Xylophonoma of the left canaryhand.');
    await makeExam(fixture, 'B', 'Nothing.');
    expect(await found(fixture, 'canary')).toHaveLength(1);
    const holdsWord = () =>
      readdirSync(dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
        .some((bytes) => ['Xylophonoma', 'xylophonoma', 'canaryhand'].some((word) => bytes.includes(word)));
    await fixture.reopen();
    expect(existsSync(join(dataDir, 'search', `${group}.sealed`))).toBe(true);
    expect(holdsWord()).toBe(false);
    expect(await found(fixture, 'canary')).toHaveLength(1);
    await fixture.documents.trash(fixture.owner, 'exams', id);
    await fixture.documents.purge(fixture.owner, 'exams', id);
    expect(await found(fixture, 'canary', { state: 'all' })).toEqual([]);
    await fixture.reopen();
    expect(await found(fixture, 'nothing')).toEqual([['B', 'Nothing.']]);
    expect(await found(fixture, 'canary', { state: 'all' })).toEqual([]);
  });

  test('follows what another server wrote', async () => {
    const fixture = createFixture();
    const { db, documents, owner, group, workspaceId } = fixture;
    const other = createSearchService({
      ...{ db, dataDir: testTempDir(), workspaceId: () => workspaceId },
      openSummary: createSummaryOpener(() => workspaceId),
      openReportText: createReportTextOpener(db, () => workspaceId),
    });
    onTestFinished(other.close);
    const filter = {
      ...({ resource: 'exams', state: 'active', q: '', sort: 'updated_at', descending: true } as const),
      ...{ after: null, limit: 10, text: { terms: parseTextQuery('nodule'), reader: owner.principal_id } },
    };
    const foundThere = async () => {
      await other.prepare(owner.keyRing, group, filter);
      return other.find(owner.keyRing, group, filter).map(({ document_id }) => document_id);
    };
    expect(await foundThere()).toEqual([]);
    const id = await makeExam(fixture, 'A', 'Nodule.');
    expect(await foundThere()).toEqual([id]);
    const record = { title: 'A', report_lexical: stateOf([paragraph('Nothing.')]) };
    await documents.update(owner, 'exams', id, { record });
    expect(await foundThere()).toEqual([]);
  });

  test('skips a report whose version was changed outside the vault, and finds the others', async () => {
    const fixture = createFixture();
    const { db } = fixture;
    const id = await makeExam(fixture, 'A', 'Nodule.');
    await makeExam(fixture, 'B', 'Nodule.');
    db.prepare('UPDATE document_versions SET sealed = zeroblob(length(sealed)) WHERE document_id = ?').run(
      id,
    );
    expect(await found(fixture, 'nodule')).toEqual([['B', 'Nodule.']]);
  });
});
