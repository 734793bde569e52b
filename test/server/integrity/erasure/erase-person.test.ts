/**
 * Tests erasing a person over the socket: their rows and files are gone, others' stay, and a verifiable statement
 * lists remaining copies.
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ErasureFile } from '#contract/documents/erasure.ts';
import { checkErasure, erasureFileText } from '#sdk/verify.ts';
import { changedCt, TAGS } from '#test/support/dicom/study.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

const WAIT = { timeout: 240_000, interval: 50 };
const NAME = { legal_name: 'Doe, Peter', birth_date: '1951-02-03', identifiers: [{ value: 'P-77' }] };

let vault: LiveVault;
beforeAll(async () => {
  vault = await startLiveVault();
});
afterAll(() => vault.close());

function blobs(): string[] {
  const folder = join(vault.dataDir, 'blobs');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

async function patient(record: object = NAME): Promise<string> {
  const { admin, group } = vault;
  const { index } = await admin.patients.create({ security_group_id: group, record: { ...NAME, ...record } });
  return index.document_id;
}

async function exam(patient_id: string | null, title = 'CT chest'): Promise<string> {
  const { admin, group } = vault;
  const { index } = await admin.exams.create({ security_group_id: group, patient_id, record: { title } });
  return index.document_id;
}

async function picture(exam_id: string, folder?: string): Promise<string> {
  const drive = vault.admin.drive(vault.group);
  const bytes = changedCt({ [TAGS.patient_name]: 'Doe^Peter' });
  const { node_id } = await drive.upload(bytes, {
    name: 'slice.dcm',
    exam_id,
    ...(folder === undefined ? {} : { parent_id: folder }),
  });
  await vi.waitFor(async () => expect((await drive.get(node_id)).processing_status).toBe('done'), WAIT);
  return node_id;
}

function rowsNaming(id: string): string[] {
  const db = new SqliteDatabase(join(vault.dataDir, 'vault.sqlite'), { readonly: true });
  try {
    const tables = db
      .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .pluck()
      .all();
    return tables.filter((table) => {
      const columns = db.prepare<[], { name: string }>(`PRAGMA table_info("${table}")`).all();
      return columns.some(({ name }) => {
        const found = db.prepare<[string], number>(`SELECT 1 FROM "${table}" WHERE "${name}" = ? LIMIT 1`);
        return found.pluck().get(id) !== undefined;
      });
    });
  } finally {
    db.close();
  }
}

describe('POST /v1/patients/{patient_id}/erase', () => {
  test('takes record, exams in every state, files with pictures, drafts and messages, and nothing of others', async () => {
    const { admin, group } = vault;
    const drive = admin.drive(group);
    const before = blobs().length;
    const [other, id] = [await patient({ identifiers: [{ value: 'Q-1' }] }), await patient()];
    const others = await exam(other);
    const othersPicture = await picture(others);
    const kept = blobs().toSorted();

    const exams = [await exam(id), await exam(id), await exam(id)];
    const [first = '', second = '', third = ''] = exams;
    const folder = await drive.mkdir({ name: 'DICOM 1.2.3', exam_id: first });
    const inFolder = await picture(first, folder.node_id);
    const loose = await picture(second);
    await drive.delete(loose);
    const note = await drive.upload(Buffer.from('in the folder, of no exam'), {
      name: 'note.txt',
      parent_id: folder.node_id,
    });
    // Another patient's file in this person's folder.
    await drive.patch(othersPicture, { parent_id: folder.node_id });
    await admin.exams.archive(second);
    await admin.exams.delete(third);
    await admin.exams.draft.put(first, { record: { title: 'draft' }, base_version_id: null });
    expect(blobs().length).toBeGreaterThan(before + 3);

    const plan = await admin.patients.erasure(id);
    expect(plan).toMatchObject({ exams, versions: 4, drafts: 1, left: [], received: [], messages: [] });
    expect(new Set(plan.files)).toEqual(new Set([inFolder, loose, note.node_id, folder.node_id]));
    expect(await admin.patients.get(id)).toBeDefined();

    const file = await admin.patients.erase(id, { reason: 'Asked in writing, 2026-11-26' });
    expect(file.statement).toMatchObject({
      ...{ patient_id: id, exams, versions: 4, drafts: 1, reason: 'Asked in writing, 2026-11-26' },
      ...{ signer_name: 'Founder', still_held: { snapshots: null, copies: [] } },
    });
    expect(new Set(file.statement.files)).toEqual(new Set(plan.files));
    expect(blobs().toSorted()).toEqual(kept);
    for (const gone of [id, ...exams, ...plan.files]) {
      // Events and the audit log keep only the id.
      expect(rowsNaming(gone).filter((table) => !/^(audit|change_events)/.test(table))).toEqual([]);
    }
    await expect(admin.patients.get(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(admin.exams.get(first)).rejects.toMatchObject({ code: 'not_found' });
    expect(await drive.get(othersPicture)).toMatchObject({ parent_id: null, exam_id: others });
    const found = admin.patients.list({ security_group_id: group, q: 'P-77' });
    expect(await found.toArray({ limit: 2 })).toEqual([]);
  });

  test('its statement holds without the vault, and not once it is changed', async () => {
    const { admin } = vault;
    const file = await admin.patients.erase(await patient({ identifiers: [] }), { reason: 'wish' });
    const text = erasureFileText(file);
    expect(checkErasure(text)).toMatchObject({
      checks: { ed25519: true, mldsa65: true, membership: true },
      proven: { kind: 'person', role: 'owner' },
    });
    const changed: ErasureFile = {
      ...file,
      statement: { ...file.statement, exams: [] as never[], drafts: 7 },
    };
    expect(checkErasure(erasureFileText(changed)).checks).toMatchObject({ ed25519: false, mldsa65: false });
    expect(() => checkErasure(text.trimEnd())).toThrow();
    const [entry] = await admin.audit.list({ kind: 'person_erased' }).toArray({ limit: 1 });
    expect(entry).toMatchObject({ object_id: file.statement.patient_id });
    expect(entry?.detail).toMatch(/^[0-9a-f]{64}$/);
  });

  test('said again, after an answer that was lost, gives the same statement to who may have it', async () => {
    const { admin } = vault;
    const id = await patient({ identifiers: [] });
    const other = vault.connect({ profile: (await vault.issue('second owner', 'owner')).profile });
    const file = await admin.patients.erase(id, { reason: 'wish' });
    expect(await admin.patients.erase(id, { reason: 'another text' })).toEqual(file);
    expect(await other.patients.erase(id, { reason: 'wish' })).toEqual(file);
    const editor = vault.connect({ profile: (await vault.issue('late editor', 'editor')).profile });
    for (const [client, gone] of [
      [editor, id],
      [admin, file.statement.exams[0] ?? vault.group],
    ] as const)
      await expect(client.patients.erase(gone, { reason: 'x' })).rejects.toMatchObject({ code: 'not_found' });
    const told = await admin.audit.list({ kind: 'person_erased', object_id: id }).toArray({ limit: 9 });
    expect(told).toHaveLength(1);
  });

  test('names backups that hold it, and another record of the same person', async () => {
    const { admin, root } = vault;
    const target = join(root, 'backups');
    mkdirSync(target);
    const [twin, id] = [await patient(), await patient()];
    await admin.backups.patch({ target });
    await admin.backups.start();
    await vi.waitFor(async () => expect((await admin.backups.get()).running).toBeNull(), WAIT);
    const { snapshots } = await admin.backups.get();
    expect(snapshots).toHaveLength(1);
    const { statement } = await admin.patients.erase(id, { reason: 'wish' });
    expect(statement.still_held.snapshots).toEqual(snapshots);
    expect(statement.left).toEqual([{ kind: 'patient', id: twin, why: 'same_person' }]);
  });

  test('is not kept from its end by a note somebody put into the database, and says that there was one', async () => {
    const { admin, dataDir } = vault;
    const id = await patient({ identifiers: [] });
    const db = new SqliteDatabase(join(dataDir, 'vault.sqlite'));
    const putIn = `INSERT INTO admin_secrets (name, principal_id, packed)
      SELECT ?, principal_id, packed FROM admin_secrets LIMIT 1`;
    db.prepare(putIn).run(`erasing/${id}/01a21e34-00bd-75d0-93ef-a4a897d8f48a`);
    db.close();
    const { statement } = await admin.patients.erase(id, { reason: 'wish' });
    expect(statement).toMatchObject({ files: [], left: [{ kind: 'patient', id, why: 'damaged' }] });
    expect(rowsNaming(`erasing/${id}/01a21e34-00bd-75d0-93ef-a4a897d8f48a`)).toEqual([]);
  });

  test('names a travelling copy that asked, by its certificate', async () => {
    const { admin, group } = vault;
    const id = await patient({ identifiers: [] });
    await admin.travel.pull({ security_group_id: group, after: 0 });
    const { statement } = await admin.patients.erase(id, { reason: 'wish' });
    expect(statement.still_held.copies).toMatchObject([{ client_cn: 'desktop' }]);
    const pulled = await admin.travel.pull({ security_group_id: group, after: 1 });
    expect(pulled.purged).toContain(id);
    expect(pulled.purged.every((each) => /^[0-9a-f-]{36}$/.test(each))).toBe(true);
  });

  test('is for owners alone', async () => {
    const id = await patient({ identifiers: [] });
    const editor = vault.connect({ profile: (await vault.issue('editor', 'editor')).profile });
    await expect(editor.patients.erasure(id)).rejects.toMatchObject({ code: 'permission_denied' });
    await expect(editor.patients.erase(id, { reason: 'x' })).rejects.toMatchObject({
      code: 'permission_denied',
    });
    expect(await vault.admin.patients.get(id)).toBeDefined();
  });
});
