/** Tests the SDK against the real server over real sockets. */
import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VaultClient } from '#sdk/client.ts';
import { APIUserAbortError, AuthenticationError, ConflictError } from '#sdk/errors.ts';
import { reportFromHtml, reportFromMarkdown, reportFromText } from '#sdk/report.ts';
import { type LiveVault, startLiveVault } from '#test/support/live-vault.ts';

let vault: LiveVault;
let client: VaultClient;

beforeAll(async () => {
  vault = await startLiveVault();
  client = vault.connect();
});
afterAll(() => vault.close());

const patientBody = (display_name: string) => ({ security_group_id: vault.group, record: { display_name } });
const examBody = (record: object) => ({ security_group_id: vault.group, record });

describe('documents', () => {
  test('a patient lives through every state', async () => {
    const created = await client.patients.create({ ...patientBody('Ada Example'), tags: ['one'] });
    const id = created.index.document_id;
    expect(created.record).toMatchObject({
      display_name: 'Ada Example',
      legal_name: 'Ada Example',
      phone: null,
    });
    const updated = await client.patients.update(id, {
      record: { ...created.record, phone: '1' },
      expected_latest_version_id: created.version_id,
    });
    expect(updated.summary.tags).toEqual(['one']);
    expect((await client.patients.archive(id)).is_archived).toBe(true);
    expect((await client.patients.unarchive(id)).is_archived).toBe(false);
    expect((await client.patients.delete(id)).is_deleted).toBe(true);
    expect((await client.patients.restore(id)).is_deleted).toBe(false);
    const versions = await client.patients.versions(id).toArray({ limit: 10 });
    expect(versions.map(({ seq }) => seq)).toEqual([2, 1]);
    const first = await client.patients.get(id, { version_id: created.version_id ?? '' });
    expect(first.record.phone).toBeNull();
    await client.patients.delete(id);
    await client.patients.purge(id);
    await expect(client.patients.get(id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  test('a stale write is a conflict that names the latest version', async () => {
    const { index, version_id, record } = await client.patients.create(patientBody('Stale'));
    const newer = await client.patients.edit(index.document_id, (current) => ({ ...current, phone: '2' }));
    const stale = client.patients.update(index.document_id, {
      record,
      expected_latest_version_id: version_id,
    });
    await expect(stale).rejects.toBeInstanceOf(ConflictError);
    await expect(stale).rejects.toMatchObject({
      code: 'version_conflict',
      latest_version_id: newer.version_id,
    });
  });

  test('two writers with edit() lose no update', async () => {
    const { index } = await client.exams.create(examBody({ title: '' }));
    const other = vault.connect();
    const append = (by: VaultClient, letter: string) =>
      by.exams.edit(index.document_id, (exam) => ({ ...exam, title: `${exam.title}${letter}` }), {
        maxAttempts: 100,
      });
    await Promise.all(Array.from({ length: 6 }, () => [append(client, 'a'), append(other, 'b')]).flat());
    const { record } = await client.exams.get(index.document_id);
    expect([...(record.title ?? '')].sort().join('')).toBe('aaaaaabbbbbb');
  });

  test('drafts, discarded drafts and an exam’s patient', async () => {
    const patient = await client.patients.create(patientBody('Linked'));
    const { index, version_id } = await client.exams.create(examBody({ title: 'Draft me' }));
    const id = index.document_id;
    const draft = await client.exams.draft.put(id, {
      record: { title: 'Drafted' },
      base_version_id: version_id,
    });
    expect((await client.exams.get(id, { include_draft: true })).record.title).toBe('Drafted');
    await client.exams.draft.discard(id);
    const discarded = await client.exams.drafts(id).toArray({ limit: 5 });
    expect(discarded.map(({ draft_rev }) => draft_rev)).toEqual([draft.draft_rev]);
    expect((await client.exams.discardedDraft(id, draft.draft_rev)).record.title).toBe('Drafted');
    const linked = await client.exams.setPatient(id, { patient_id: patient.index.document_id });
    expect(linked.meta.patient_id).toBe(patient.index.document_id);
  });

  test('1,050 rows come one by one, each once', async () => {
    const names = Array.from({ length: 1050 }, (_, row) => `Row${String(row).padStart(4, '0')}`);
    for (let at = 0; at < names.length; at += 50) {
      await Promise.all(
        names.slice(at, at + 50).map((name) => client.templates.create(examBody({ title: name }))),
      );
    }
    const seen: string[] = [];
    for await (const { summary } of client.templates.list({ sort: 'title', limit: 200 }))
      seen.push(summary?.title ?? '');
    expect(seen).toEqual(names);
  });

  test('reports from Markdown, HTML and text arrive whole, tables included', async () => {
    const table = '| a | b |\n|---|---|\n| 1 | 2 |';
    for (const report of [
      await reportFromMarkdown(`# Findings\n\n${table}`),
      await reportFromHtml('<h2>Findings</h2><table><tr><td>1</td></tr></table><script>alert(1)</script>'),
      await reportFromText('Findings\n\nNone.'),
    ]) {
      const { index } = await client.exams.create(examBody({ title: 'Report', ...report }));
      const { record } = await client.exams.get(index.document_id);
      expect(JSON.parse(record.report_lexical ?? '').root.children.length).toBeGreaterThan(0);
      expect(record.report_html).toBe(report.report_html);
      expect(record.report_html).toContain('Findings');
      expect(record.report_html).not.toContain('alert');
    }
  });
});

describe('drives', () => {
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

  test.each([0, 1, 100_000, 17 * 1024 * 1024])('a file of %i bytes comes back as it was', async (size) => {
    const bytes = randomBytes(size);
    const path = join(vault.root, `file-${size}.bin`);
    writeFileSync(path, bytes);
    const drive = client.drive(vault.group);
    const node = await drive.upload(path, { verify: true });
    expect(node).toMatchObject({ status: 'ready', size, name: `file-${size}.bin`, sha256: sha256(bytes) });
    const file = await drive.download(node.node_id, { sha256: node.sha256 });
    expect(Buffer.from(await file.bytes()).equals(bytes)).toBe(true);
  });

  test('an abort in the middle leaves nothing that is ready', async () => {
    const drive = client.drive(vault.group);
    const folder = await drive.mkdir({ name: 'aborted' });
    const aborter = new AbortController();
    async function* endless() {
      for (;;) yield randomBytes(64 * 1024);
    }
    const pending = drive.upload(endless(), {
      name: 'endless',
      parent_id: folder.node_id,
      signal: aborter.signal,
      onProgress: ({ loaded }) => loaded > 3_000_000 && aborter.abort(),
    });
    await expect(pending).rejects.toBeInstanceOf(APIUserAbortError);
    const left = await drive.list({ parent_id: folder.node_id, state: 'all' }).toArray({ limit: 10 });
    expect(left.filter(({ status }) => status === 'ready')).toEqual([]);
  });

  test('an interrupted resumable upload goes on as one node', async () => {
    const drive = client.drive(vault.group);
    const bytes = randomBytes(20 * 1024 * 1024);
    const aborter = new AbortController();
    const started: string[] = [];
    const first = drive.upload(bytes, {
      name: 'resumed',
      signal: aborter.signal,
      onStart: (id) => started.push(id),
      onProgress: ({ loaded }) => loaded >= 9 * 1024 * 1024 && aborter.abort(),
    });
    await expect(first).rejects.toBeInstanceOf(APIUserAbortError);
    const node = await drive.upload(bytes, { name: 'resumed', resume: started[0], verify: true });
    expect(node).toMatchObject({ node_id: started[0], status: 'ready', size: bytes.length });
    const named = await drive.list({}).toArray({ limit: 1000 });
    expect(named.filter(({ name }) => name === 'resumed')).toHaveLength(1);
  });

  test('folders, moving, trash, restore, purge', async () => {
    const drive = client.drive(vault.group);
    const folder = await drive.mkdir({ name: 'folder' });
    const node = await drive.upload(Buffer.from('x'), { name: 'a.txt' });
    const moved = await drive.patch(node.node_id, { parent_id: folder.node_id, name: 'b.txt' });
    expect(moved).toMatchObject({ parent_id: folder.node_id, name: 'b.txt' });
    expect((await drive.delete(folder.node_id)).is_deleted).toBe(true);
    expect((await drive.restore(folder.node_id)).is_deleted).toBe(false);
    await drive.delete(node.node_id);
    await drive.purge(node.node_id);
    await expect(drive.get(node.node_id)).rejects.toMatchObject({ status: 404 });
  });
});

describe('sessions', () => {
  test('a token client opens, locks, and is refused until it opens again', async () => {
    const own = vault.connect();
    expect(own.session.token()).toBeUndefined();
    expect((await own.session.get()).principal.kind).toBe('sdk');
    expect((await own.session.lock()).state).toBe('locked');
    await expect(own.patients.list().page()).rejects.toBeInstanceOf(AuthenticationError);
    await expect(own.patients.list().page()).rejects.toMatchObject({ code: 'session_locked' });
  });

  test('a session ended by the administrator is opened again by the token', async () => {
    const own = vault.connect();
    const { session_id } = await own.session.get();
    await vault.admin.session.end(session_id);
    await expect(own.patients.list({ limit: 1 }).page()).resolves.toHaveProperty('items');
    expect((await own.session.get()).session_id).not.toBe(session_id);
  });

  test('a revoked credential is refused for good', async () => {
    const { profile, credential_id } = await vault.issue('revoked', 'viewer');
    const own = vault.connect({ profile });
    await own.session.get();
    await vault.admin.credentials.revoke(credential_id);
    await expect(own.session.get()).rejects.toMatchObject({ status: 401 });
  });
});
