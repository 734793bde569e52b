import { describe, expect, test } from 'vitest';
import type { ListQuery } from '#contract/documents/requests.ts';
import { codeOf, createFixture, type Fixture } from './documents-fixture.ts';

async function makeExam(fixture: Fixture, title: string, accession_number?: unknown) {
  fixture.clock.advance(1000);
  const custom_attributes = accession_number === undefined ? null : { accession_number };
  return fixture.documents.create(fixture.owner, 'exams', {
    security_group_id: fixture.group,
    record: { title, custom_attributes },
  });
}

async function titlesOf({ documents, owner }: Fixture, query: ListQuery) {
  const { items } = await documents.list(owner, 'exams', { sort: 'created_at', ...query });
  return items.map((item) => item.summary?.title);
}

describe('accession number', () => {
  test('stands in the summary, null where there is none', async () => {
    const fixture = createFixture();
    const made = await makeExam(fixture, 'CT', 'RAD-0042');
    await makeExam(fixture, 'MR');
    expect(made.summary.accession_number).toBe('RAD-0042');
    const { items } = await fixture.documents.list(fixture.owner, 'exams', { sort: 'created_at' });
    expect(items.map((item) => item.summary?.accession_number)).toEqual(['RAD-0042', null]);
  });

  test('is found by q as a prefix, and by accession_number whole, case and blanks aside', async () => {
    const fixture = createFixture();
    await makeExam(fixture, 'CT', 'RAD-0042');
    await makeExam(fixture, 'MR', 'RAD-00421');
    await makeExam(fixture, 'US', 'XÄ 7');
    expect(await titlesOf(fixture, { q: 'rad-0042' })).toEqual(['CT', 'MR']);
    expect(await titlesOf(fixture, { accession_number: 'rad-0042' })).toEqual(['CT']);
    expect(await titlesOf(fixture, { accession_number: ' xa 7 ' })).toEqual(['US']);
    expect(await titlesOf(fixture, { accession_number: 'RAD' })).toEqual([]);
    expect(await titlesOf(fixture, { accession_number: 'RAD-0042', q: 'mr' })).toEqual([]);
  });

  test('follows a new version, a restart and the sealed image', async () => {
    const fixture = createFixture();
    const { index } = await makeExam(fixture, 'CT', 'OLD-1');
    await fixture.documents.update(fixture.owner, 'exams', index.document_id, {
      record: { title: 'CT', custom_attributes: { accession_number: 'NEW-1' } },
    });
    expect(await titlesOf(fixture, { accession_number: 'OLD-1' })).toEqual([]);
    await fixture.reopen();
    expect(await titlesOf(fixture, { accession_number: 'NEW-1' })).toEqual(['CT']);
  });

  test.each([7, true, {}, ['A-1'], '', '  ', 'x'.repeat(65), 'a\u0007b'].map((value) => ({ value })))(
    '$value is refused and changes nothing',
    async ({ value }) => {
      const fixture = createFixture();
      const { documents, owner } = fixture;
      expect(await codeOf(() => makeExam(fixture, 'CT', value))).toBe('invalid_request');
      const { index, version_id } = await makeExam(fixture, 'CT', 'A-1');
      const record = { title: 'CT', custom_attributes: { accession_number: value } };
      expect(await codeOf(() => documents.update(owner, 'exams', index.document_id, { record }))).toBe(
        'invalid_request',
      );
      const draft = { record, base_version_id: version_id };
      expect(await codeOf(() => documents.putDraft(owner, 'exams', index.document_id, draft))).toBe(
        'invalid_request',
      );
      expect((await documents.list(owner, 'exams', {})).items.map((item) => item.version_id)).toEqual([
        version_id,
      ]);
    },
  );

  test('null counts as absent; other resources keep what they call so', async () => {
    const fixture = createFixture();
    expect((await makeExam(fixture, 'CT', null)).summary.accession_number).toBeNull();
    const patient = await fixture.documents.create(fixture.owner, 'patients', {
      security_group_id: fixture.group,
      record: { legal_name: 'A', custom_attributes: { accession_number: 7 } },
    });
    expect(patient.record.custom_attributes).toEqual({ accession_number: 7 });
  });

  test('without the key of the group it finds nothing', async () => {
    const fixture = createFixture();
    await makeExam(fixture, 'CT', 'A-1');
    const blind = fixture.actor({ roles: { [fixture.group]: 'viewer' }, keyless: [fixture.group] });
    expect((await fixture.documents.list(blind, 'exams', {})).items).toHaveLength(1);
    expect((await fixture.documents.list(blind, 'exams', { accession_number: 'A-1' })).items).toEqual([]);
  });
});
