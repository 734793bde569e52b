/** Tests that an attacker with database access but no group key changes nothing unnoticed. */
import { describe, expect, test } from 'vitest';
import { newId } from '#test/support/ids.ts';
import { codeOf, createFixture } from './documents-fixture.ts';

/** Creates two patients and an exam, with two versions and a draft each, and direct access to the rows. */
async function createVault() {
  const fixture = createFixture();
  const { documents, owner, group, db } = fixture;
  const patient = async (legal_name: string) => {
    const record = { legal_name };
    const { index } = await documents.create(owner, 'patients', { security_group_id: group, record });
    const id = index.document_id;
    const second = await documents.update(owner, 'patients', id, { record });
    const third = await documents.update(owner, 'patients', id, { record });
    await documents.putDraft(owner, 'patients', id, { record, base_version_id: third.version_id });
    return { id, second: second.version_id ?? newId(), third: third.version_id ?? newId() };
  };
  const anna = await patient('Anna Ek');
  const bo = await patient('Bo Lind');
  const exam = await documents.create(owner, 'exams', {
    security_group_id: group,
    record: { title: 'CT' },
    patient_id: anna.id,
  });
  const run = (sql: string, ...values: (string | number)[]) => db.prepare(sql).run(...values);
  return { ...fixture, anna, bo, examId: exam.index.document_id, run };
}

describe('a document row changed outside the vault does not open', () => {
  const changes: [what: string, set: string][] = [
    ['un-trashed', 'is_deleted = 1'],
    ['archived', 'is_archived = 1'],
    ['specialists', `specialist_ids = '["x"]'`],
    ['created_at', `created_at = '2020-01-01T00:00:00.000Z'`],
    ['created_by', `created_by = 'x'`],
    ['updated_at', `updated_at = '2020-01-01T00:00:00.000Z'`],
    ['updated_by', 'updated_by = NULL'],
    ['source tag', `source_tag = x'00'`],
    ['draft hidden', 'draft_rev = NULL'],
    ['draft counter', 'last_draft_rev = 0'],
    ['sequence', 'seq = 2'],
    ['head size', 'head_bytes = 1'],
    ['revision', 'row_rev = row_rev + 1'],
    ['generation', 'group_key_generation = 9'],
    ['generation before the first', 'group_key_generation = 0'],
    ['patient link', `patient_id = 'x'`],
    ['head hash', 'head_sha256 = zeroblob(32)'],
    ['MAC', 'row_mac = zeroblob(32)'],
    ['short MAC', `row_mac = x'00'`],
    ['wrapped DEK', 'dek = zeroblob(126)'],
    ['requests to co-sign', 'cosign_sha256 = zeroblob(32)'],
    ['how many are open', 'cosign_open = 1'],
    ['sealed summary', 'encrypted_index = zeroblob(400)'],
  ];

  test.each(changes)('%s', async (_what, set) => {
    const { documents, owner, anna, bo, run } = await createVault();
    run(`UPDATE documents SET ${set} WHERE document_id = ?`, anna.id);
    const record = { legal_name: 'Anna' };
    const calls = [
      () => documents.get(owner, 'patients', anna.id),
      () => documents.update(owner, 'patients', anna.id, { record }),
      () => documents.trash(owner, 'patients', anna.id),
      () => documents.listVersions(owner, 'patients', anna.id, {}),
      () => documents.getDraft(owner, 'patients', anna.id),
    ];
    for (const call of calls) expect(await codeOf(call)).toBe('crypto_error');
    const { items } = await documents.list(owner, 'patients', { state: 'all' });
    expect(items.map(({ index, damaged = false }) => [index.document_id, damaged]).sort()).toEqual(
      [
        [anna.id, true],
        [bo.id, false],
      ].sort(),
    );
    expect(items.find(({ damaged }) => damaged)?.summary).toBeNull();
  });

  test('in another group it is listed as damaged where its index knows it', async () => {
    const { documents, owner, anna, run } = await createVault();
    await documents.list(owner, 'patients', { q: 'anna' });
    run(`UPDATE documents SET security_group_id = security_group_id || '0' WHERE document_id = ?`, anna.id);
    expect(await codeOf(() => documents.get(owner, 'patients', anna.id))).toBe('not_found');
    const { items } = await documents.list(owner, 'patients', { q: 'anna' });
    expect(items).toMatchObject([{ index: { document_id: anna.id }, summary: null, damaged: true }]);
  });

  test('its exams open and list without its name', async () => {
    const { documents, owner, anna, examId, run } = await createVault();
    run('UPDATE documents SET is_archived = 1 WHERE document_id = ?', anna.id);
    const exam = await documents.get(owner, 'exams', examId);
    expect(exam.summary).toMatchObject({ title: 'CT', patient_name: null });
    const { items } = await documents.list(owner, 'exams', {});
    expect(items).toMatchObject([{ index: { document_id: examId }, summary: { title: 'CT' } }]);
  });

  test('an owner may purge it from wherever it is; nobody else may', async () => {
    const { documents, owner, actor, group, anna, bo, run, health } = await createVault();
    const purge = (by = owner) => documents.purge(by, 'patients', anna.id);
    expect(await codeOf(purge)).toBe('document_not_deleted');
    run('UPDATE documents SET created_by = ? WHERE document_id = ?', bo.id, anna.id);
    expect(await codeOf(() => purge(actor({ roles: { [group]: 'editor' } })))).toBe('permission_denied');
    expect(await codeOf(() => purge(actor({ roles: {} })))).toBe('not_found');
    expect(await codeOf(() => documents.list(owner, 'patients', {}))).toBe('no error');
    await health.whenIdle();
    expect(health.findings()).toMatchObject([{ code: 'document_damaged', id: anna.id }]);
    expect((await purge()).document_id).toBe(anna.id);
    const { items } = await documents.list(owner, 'patients', {});
    expect(items.map(({ index }) => index.document_id)).toEqual([bo.id]);
    await health.whenIdle();
    expect(health.findings()).toEqual([]);
  });

  test('an exam linked to another patient', async () => {
    const { documents, owner, bo, examId, run } = await createVault();
    run('UPDATE documents SET patient_id = ? WHERE document_id = ?', bo.id, examId);
    expect(await codeOf(() => documents.get(owner, 'exams', examId))).toBe('crypto_error');
  });

  test('a patient turned into a template', async () => {
    const { documents, owner, anna, run } = await createVault();
    run(`UPDATE documents SET resource = 'templates' WHERE document_id = ?`, anna.id);
    expect(await codeOf(() => documents.get(owner, 'templates', anna.id))).toBe('crypto_error');
    expect(await codeOf(() => documents.get(owner, 'patients', anna.id))).toBe('not_found');
  });

  test('keys, summary and head taken from another document', async () => {
    const { documents, owner, anna, bo, run, db } = await createVault();
    for (const columns of ['dek', 'encrypted_index', 'dek, encrypted_index, row_mac']) {
      db.begin();
      run(
        `UPDATE documents SET (${columns}) = (SELECT ${columns} FROM documents WHERE document_id = ?)
         WHERE document_id = ?`,
        bo.id,
        anna.id,
      );
      expect(await codeOf(() => documents.get(owner, 'patients', anna.id))).toBe('crypto_error');
      db.rollback();
    }
    expect(await codeOf(() => documents.get(owner, 'patients', anna.id))).toBe('no error');
  });

  test('a document moved to another group', async () => {
    const { documents, actor, anna, group, otherGroup, run } = await createVault();
    const both = actor({ roles: { [group]: 'owner', [otherGroup]: 'owner' } });
    run('UPDATE documents SET security_group_id = ? WHERE document_id = ?', otherGroup, anna.id);
    expect(await codeOf(() => documents.get(both, 'patients', anna.id))).toBe('crypto_error');
  });

  test('an earlier state of the row put back over a newer version', async () => {
    const { documents, owner, anna, db } = await createVault();
    const before = db.prepare<[string], object>('SELECT * FROM documents WHERE document_id = ?').get(anna.id);
    await documents.update(owner, 'patients', anna.id, { record: { legal_name: 'Anna newer' } });
    const columns = Object.keys(before ?? {});
    db.prepare(
      `UPDATE documents SET ${columns.map((name) => `${name} = @${name}`).join(', ')}
       WHERE document_id = @document_id`,
    ).run(before ?? {});
    expect(await codeOf(() => documents.listVersions(owner, 'patients', anna.id, {}))).toBe('no error');
    // A consistent older state of all its rows opens, as the security model states; a mixed one never does.
    db.prepare(
      `UPDATE documents SET head_version_id = (SELECT version_id FROM document_versions
       WHERE document_id = @document_id AND seq = 4), seq = 4 WHERE document_id = @document_id`,
    ).run({ document_id: anna.id });
    expect(await codeOf(() => documents.get(owner, 'patients', anna.id))).toBe('crypto_error');
  });
});

describe('a version changed outside the vault does not open', () => {
  const changes: [what: string, set: string][] = [
    ['author', `created_by = 'x'`],
    ['instant', `created_at = '2020-01-01T00:00:00.000Z'`],
    ['content', 'sealed = zeroblob(300)'],
    ['empty content', `sealed = x''`],
    ['number', 'seq = 9'],
    ['id', `version_id = 'x'`],
  ];

  test.each(changes)('%s of the head', async (_what, set) => {
    const { documents, owner, anna, run } = await createVault();
    run(`UPDATE document_versions SET ${set} WHERE version_id = ?`, anna.third);
    expect(await codeOf(() => documents.get(owner, 'patients', anna.id))).toBe('crypto_error');
  });

  test('one flipped bit anywhere in it', async () => {
    const { documents, owner, anna, db } = await createVault();
    const select = db.prepare<[string], Uint8Array>(
      'SELECT sealed FROM document_versions WHERE version_id = ?',
    );
    const sealed = select.pluck().get(anna.third) ?? new Uint8Array();
    const update = db.prepare('UPDATE document_versions SET sealed = ? WHERE version_id = ?');
    for (let position = 0; position < sealed.length; position += 7) {
      const flipped = Uint8Array.from(sealed);
      flipped[position] = (flipped[position] ?? 0) ^ (1 << (position % 8));
      update.run(flipped, anna.third);
      expect(await codeOf(() => documents.get(owner, 'patients', anna.id))).toBe('crypto_error');
    }
    update.run(sealed, anna.third);
    expect(await codeOf(() => documents.get(owner, 'patients', anna.id))).toBe('no error');
  });

  test('an older version in the place of the head', async () => {
    const { documents, owner, anna, run } = await createVault();
    run(
      `UPDATE document_versions SET (sealed, sha256, created_at, created_by) =
         (SELECT sealed, sha256, created_at, created_by FROM document_versions WHERE version_id = ?)
       WHERE version_id = ?`,
      anna.second,
      anna.third,
    );
    expect(await codeOf(() => documents.get(owner, 'patients', anna.id))).toBe('crypto_error');
  });

  test("another document's version", async () => {
    const { documents, owner, anna, bo, run } = await createVault();
    run(
      `UPDATE document_versions SET sealed = (SELECT sealed FROM document_versions WHERE version_id = ?)
       WHERE version_id = ?`,
      bo.third,
      anna.third,
    );
    expect(await codeOf(() => documents.get(owner, 'patients', anna.id))).toBe('crypto_error');
  });

  test('a middle version dropped, or its hash changed, breaks the one after it and the list', async () => {
    const { documents, owner, anna, run } = await createVault();
    const get = () => codeOf(() => documents.get(owner, 'patients', anna.id));
    run('UPDATE document_versions SET sha256 = zeroblob(32) WHERE version_id = ?', anna.second);
    expect(await get()).toBe('crypto_error');
    run('DELETE FROM document_versions WHERE version_id = ?', anna.second);
    expect(await get()).toBe('crypto_error');
    const list = () => documents.listVersions(owner, 'patients', anna.id, {});
    expect(await codeOf(list)).toBe('crypto_error');
  });

  test('the head cut off', async () => {
    const { documents, owner, anna, run } = await createVault();
    run('DELETE FROM document_versions WHERE version_id = ?', anna.third);
    expect(await codeOf(() => documents.get(owner, 'patients', anna.id))).toBe('crypto_error');
    expect(await codeOf(() => documents.listVersions(owner, 'patients', anna.id, {}))).toBe('crypto_error');
  });
});

describe('the sweep of discarded drafts', () => {
  test('drops none because its clear mark says so', async () => {
    const { documents, owner, anna, run, clock } = await createVault();
    run(`UPDATE document_drafts SET discarded_at = '2020-01-01T00:00:00.000Z'`);
    clock.advance(365 * 24 * 60 * 60 * 1000);
    expect(await documents.sweep(owner.keyRing)).toBe(0);
    expect(await codeOf(() => documents.getDraft(owner, 'patients', anna.id))).toBe('no error');
  });
});

describe('a draft changed outside the vault does not open', () => {
  const changes: [what: string, set: string][] = [
    ['author', `author = 'x'`],
    ['instant', `updated_at = '2020-01-01T00:00:00.000Z'`],
    ['base', 'base_version_id = NULL'],
    ['revision', 'draft_rev = 7'],
    ['content', 'sealed = zeroblob(300)'],
  ];

  test.each(changes)('%s', async (_what, set) => {
    const { documents, owner, anna, run } = await createVault();
    run(`UPDATE document_drafts SET ${set} WHERE document_id = ?`, anna.id);
    expect(await codeOf(() => documents.getDraft(owner, 'patients', anna.id))).toBe('crypto_error');
    const query = { include_draft: true };
    expect(await codeOf(() => documents.get(owner, 'patients', anna.id, query))).toBe('crypto_error');
  });

  test('an earlier content of the draft put back', async () => {
    const { documents, owner, anna, db } = await createVault();
    const sealedOf = db
      .prepare<[string], Uint8Array>('SELECT sealed FROM document_drafts WHERE document_id = ?')
      .pluck();
    const earlier = sealedOf.get(anna.id) ?? new Uint8Array();
    await documents.putDraft(owner, 'patients', anna.id, { record: {}, base_version_id: anna.third });
    db.prepare('UPDATE document_drafts SET sealed = ? WHERE document_id = ?').run(earlier, anna.id);
    expect(await codeOf(() => documents.getDraft(owner, 'patients', anna.id))).toBe('crypto_error');
  });
});
