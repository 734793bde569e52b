/**
 * Tests an erasure interrupted at every step. The disk is copied after each commit and each removed file, then served
 * by another server. There the erasure has not begun, has ended, or is reported and continues. Finally the statement
 * names everything removed, and nothing of the person remains: quarantine, inbox and outbox included.
 */
import { cpSync, existsSync, promises as fs, readdirSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, expect, test, vi } from 'vitest';
import type { SecurityGroupId } from '#contract/ids.ts';
import { studyUidOfExam } from '#records/studies/imaging-study.ts';
import { desktopClient } from '#scripts/desktop-client.ts';
import type { VaultClient } from '#sdk/client.ts';
import { startServer } from '#server/app/start-server.ts';
import { examineFolder } from '#server/integrity/doctor/examine-folder.ts';
import { changedCt, TAGS } from '#test/support/dicom/study.ts';
import { FOUNDING } from '#test/support/live-vault.ts';
import { copyPreparedVault } from '#test/support/prepared-vault.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const WAIT = { timeout: 240_000, interval: 50 };

const undo: (() => void)[] = [];
afterEach(() => {
  for (const each of undo.splice(0)) each();
});

/** Runs `look` in this process after each commit and each removed file. */
function afterEachStep(look: () => void): void {
  const db = new SqliteDatabase(':memory:');
  const statement = Object.getPrototypeOf(db.prepare('COMMIT'));
  db.close();
  const { run } = statement;
  statement.run = function (this: { source: string }, ...args: unknown[]) {
    const answer = Reflect.apply(run, this, args);
    if (this.source === 'COMMIT') look();
    return answer;
  };
  const { unlink } = fs;
  fs.unlink = async (path) => {
    await unlink(path);
    look();
  };
  syncBuiltinESMExports();
  undo.push(() => {
    statement.run = run;
    fs.unlink = unlink;
    syncBuiltinESMExports();
  });
}

function sealedFiles(dataDir: string): string[] {
  return ['blobs', 'quarantine'].flatMap((place) => {
    const folder = join(dataDir, place);
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  });
}

function messagesIn(dataDir: string): unknown[] {
  const db = new SqliteDatabase(join(dataDir, 'vault.sqlite'), { readonly: true });
  try {
    return db.prepare('SELECT message_id FROM outbox_messages').all();
  } finally {
    db.close();
  }
}

async function serve(root: string, device_secret: string) {
  const dataDir = join(root, 'vault');
  const server = await startServer({ dataDir, port: 0, stateDir: join(root, 'state'), rateLimit: 'off' });
  const client = desktopClient(server.url, dataDir);
  await client.session.open({ device_secret });
  return {
    client,
    dataDir,
    /** Leaves a received picture waiting: it is filed only once the filing is woken. */
    async receive(group: SecurityGroupId, picture: Uint8Array): Promise<string> {
      const incoming = await server.services.receiver.begin(group, 'CT_NORTH_2');
      await incoming.write(picture);
      return (await incoming.finish()).node_id;
    },
    async stop() {
      await client.close();
      await server.close();
    },
  };
}

function found(root: string): string[] {
  const { findings } = examineFolder({
    dataDir: join(root, 'vault'),
    stateDir: join(root, 'state'),
    nowMs: Date.now(),
  });
  return findings.map(({ code, id }) => `${code} ${id}`);
}

async function somebody(client: VaultClient, group: string) {
  const record = { legal_name: 'Doe, Peter', birth_date: '1951-02-03', identifiers: [{ value: 'P-77' }] };
  const id = (await client.patients.create({ security_group_id: group, record })).index.document_id;
  const exam = { security_group_id: group, patient_id: id, record: { title: 'CT chest' } };
  const examId = (await client.exams.create(exam)).index.document_id;
  await client.exams.draft.put(examId, { record: { title: 'draft' }, base_version_id: null });
  const drive = client.drive(group);
  const folder = await drive.mkdir({ name: 'DICOM 1.2.3', exam_id: examId });
  const bytes = changedCt({ [TAGS.patient_name]: 'Doe^Peter' });
  const inFolder = { name: 'slice.dcm', exam_id: examId, parent_id: folder.node_id };
  const picture = await drive.upload(bytes, inFolder);
  await vi.waitFor(
    async () => expect((await drive.get(picture.node_id)).processing_status).toBe('done'),
    WAIT,
  );
  const note = await drive.upload(Buffer.from('a note'), { name: 'note.txt', exam_id: examId });
  return { id, examId, nodes: [folder.node_id, picture.node_id, note.node_id] };
}

test('an erasure cut off after any step is told, goes on when it is said again, and leaves nothing', async () => {
  const root = testTempDir();
  const { security_group_id: group, device_secret } = await copyPreparedVault(root, FOUNDING);
  const first = await serve(root, device_secret);
  const others = await first.client.drive(group).upload(Buffer.from('of nobody'), { name: 'kept.txt' });
  const { id, examId, nodes } = await somebody(first.client, group);
  await first.client.settings.patch({ hl7_receivers: 'ris=127.0.0.1:9' });
  const { message_id } = await first.client.exchange.hl7.queue(examId, { receiver: 'ris' });
  const waiting = changedCt({
    ...{ [TAGS.patient_name]: 'Doe^Peter', [TAGS.study]: studyUidOfExam(examId) },
    [TAGS.instance]: '1.2.3.4.5',
  });
  const received = await first.receive(group, waiting);

  const cut: string[] = [];
  const into = testTempDir();
  afterEachStep(() => {
    const image = join(into, String(cut.length));
    for (const part of ['vault', 'state'])
      if (existsSync(join(root, part))) cpSync(join(root, part), join(image, part), { recursive: true });
    rmSync(join(image, 'vault', 'run.json'), { force: true });
    cut.push(image);
  });
  await first.client.patients.erase(id, { reason: 'Asked in writing' });
  for (const each of undo.splice(0)) each();
  expect(sealedFiles(first.dataDir)).toEqual([others.node_id]);
  await first.stop();
  expect(cut.length).toBeGreaterThan(4);

  const told: boolean[] = [];
  for (const image of cut) {
    const before = found(image).filter((line) => !line.startsWith('blob_unknown'));
    const isBegun = before.includes(`erasure_unfinished ${id}`);
    told.push(isBegun);
    expect(before).toEqual(isBegun ? [`erasure_unfinished ${id}`] : []);

    const again = await serve(image, device_secret);
    const isThere = await again.client.patients.get(id).then(
      () => true,
      () => false,
    );
    const isWhole = isThere && sealedFiles(again.dataDir).length > 5;
    // A partly erased person is always reported.
    if (isThere && !isWhole) expect(isBegun).toBe(true);
    const { items } = await again.client.findings.list();
    expect(items.some(({ code }) => code === 'erasure_unfinished')).toBe(isBegun);

    const { statement } = await again.client.patients.erase(id, { reason: 'Asked in writing' });
    // Another server files what waits, into a folder it makes, unless it is erased first; either way it is named.
    const named = [...statement.files, ...statement.received];
    expect(named).toEqual(expect.arrayContaining([...nodes, received]));
    const gone = { exams: [examId], drafts: 1, messages: [message_id], left: [] };
    expect(statement).toMatchObject(gone);
    expect(messagesIn(again.dataDir)).toEqual([]);
    // Work on a picture that was filed just now discards what it has made.
    await vi.waitFor(() => expect(sealedFiles(again.dataDir)).toEqual([others.node_id]), WAIT);
    await again.stop();
    expect(found(image)).toEqual([]);
  }
  expect(told).toContain(true);
});
