/** Tests an attacker with database access but no key who replaces a document's head version. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { DocumentId } from '#contract/ids.ts';
import { codeOf, createFixture, type Fixture } from './documents-fixture.ts';

interface Written {
  readonly id: DocumentId;
  /** Oldest first. */
  readonly versions: readonly string[];
}

/** Columns that name the head, and those shown in lists. */
const HEAD = ['head_version_id', 'seq', 'head_sha256', 'head_bytes'];

let fixture: Fixture;
let anna: Written;
let bo: Written;
let older: Record<string, unknown>;

beforeEach(async () => {
  fixture = createFixture();
  anna = await write('Anna', (row) => {
    older = row;
  });
  bo = await write('Bo');
  // The index contains both rows in their present state.
  await fixture.documents.list(fixture.owner, 'patients', {});
});

/** Writes two versions; `afterFirst` receives the row in between. */
async function write(name: string, afterFirst: (row: Record<string, unknown>) => void = () => undefined) {
  const { documents, owner, group } = fixture;
  const first = await documents.create(owner, 'patients', {
    security_group_id: group,
    record: { legal_name: `${name} once` },
  });
  const id = first.index.document_id;
  afterFirst(rowOf(id));
  const second = await documents.update(owner, 'patients', id, { record: { legal_name: `${name} now` } });
  return { id, versions: [first.version_id ?? '', second.version_id ?? ''] };
}

function rowOf(id: string): Record<string, unknown> {
  const row = fixture.db
    .prepare<[string], Record<string, unknown>>('SELECT * FROM documents WHERE document_id = ?')
    .get(id);
  if (row === undefined) throw new Error('There is no such row.');
  return row;
}

function put(id: string, columns: readonly string[], from: Readonly<Record<string, unknown>>): void {
  fixture.db
    .prepare(
      `UPDATE documents SET ${columns.map((name) => `${name} = @${name}`).join(', ')} WHERE document_id = @id`,
    )
    .run({ ...from, id });
}

async function expectRefused(...damaged: readonly Written[]): Promise<void> {
  const { documents, owner } = fixture;
  for (const { id } of damaged) {
    const record = { legal_name: 'Anew' };
    const calls = [
      () => documents.get(owner, 'patients', id),
      () => documents.listVersions(owner, 'patients', id, {}),
      () => documents.update(owner, 'patients', id, { record }),
    ];
    for (const call of calls) expect(await codeOf(call)).toBe('crypto_error');
  }
  const { items } = await documents.list(owner, 'patients', {});
  const shown = new Map(
    items.map(({ index, summary }) => [index.document_id, summary?.display_name ?? null]),
  );
  for (const { id } of damaged) expect(shown.get(id)).toBeNull();
  for (const [whole, name] of [
    [anna, 'Anna now'],
    [bo, 'Bo now'],
  ] as const) {
    if (damaged.includes(whole)) continue;
    expect(shown.get(whole.id)).toBe(name);
    expect((await documents.get(owner, 'patients', whole.id)).record.legal_name).toBe(name);
  }
}

describe('the head of a document', () => {
  test.each([
    ['by its id alone', ['head_version_id']],
    ['by id and number', ['head_version_id', 'seq']],
    ['by all that the row says of it', HEAD],
    ['with the summary of then', [...HEAD, 'encrypted_index']],
    ['with the summary and the revision of then', [...HEAD, 'encrypted_index', 'row_rev', 'updated_at']],
  ])('set back to the version before, %s, is refused', async (_how, columns) => {
    put(anna.id, columns, older);
    await expectRefused(anna);
  });

  test.each([
    ['as the rows say', HEAD],
    ['with keys and summaries', [...HEAD, 'dek', 'encrypted_index']],
    ['with keys, summaries and MACs', [...HEAD, 'dek', 'encrypted_index', 'row_mac']],
  ])('exchanged with that of another document, %s, is refused in both', async (_how, columns) => {
    const [annas, bos] = [rowOf(anna.id), rowOf(bo.id)];
    put(anna.id, columns, bos);
    put(bo.id, columns, annas);
    const { db } = fixture;
    const move = db.prepare('UPDATE document_versions SET document_id = ? WHERE version_id = ?');
    db.exec('PRAGMA foreign_keys = OFF');
    const park = '00000000-0000-7000-8000-000000000000';
    for (const version of anna.versions) move.run(park, version);
    for (const version of bo.versions) move.run(anna.id, version);
    for (const version of anna.versions) move.run(bo.id, version);
    await expectRefused(anna, bo);
  });

  test('replaced by another version of the same number, from a folder that went on elsewhere, is refused', async () => {
    const { documents, owner, db } = fixture;
    const versions = db.prepare<[string, string], Record<string, unknown>>(
      'SELECT * FROM document_versions WHERE document_id = ? AND version_id = ?',
    );
    const remove = db.prepare('DELETE FROM document_versions WHERE version_id = ?');
    const elsewhere = versions.get(anna.id, anna.versions[1] ?? '') ?? {};
    put(anna.id, Object.keys(older), older);
    remove.run(elsewhere['version_id']);
    await documents.update(owner, 'patients', anna.id, { record: { legal_name: 'Anna here' } });
    remove.run(rowOf(anna.id)['head_version_id']);
    const names = Object.keys(elsewhere);
    db.prepare(
      `INSERT INTO document_versions (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`,
    ).run(elsewhere);
    expect(await codeOf(() => documents.get(owner, 'patients', anna.id))).toBe('crypto_error');
  });
});
