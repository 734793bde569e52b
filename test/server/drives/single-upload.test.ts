import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DocumentId, NodeId, SecurityGroupId } from '#contract/ids.ts';
import { randomBytes } from '#crypto/random.ts';
import { newId } from '#test/support/ids.ts';
import { createDriveFixture, type DriveFixture, filesHolding } from './drive-fixture.ts';

let drive: DriveFixture;
beforeEach(() => {
  drive = createDriveFixture();
});
afterEach(() => drive.close());

describe('upload in one request', () => {
  test.each([0, 1, 16_383, 16_384, 16_385, 262_144, 1_000_003])(
    '%i bytes come back as they went in',
    async (size) => {
      const content = randomBytes(size);
      const node = await drive.upload(content, { name: 'scan.bin' });
      expect(node).toMatchObject({
        status: 'ready',
        kind: 'file',
        size,
        total_size: size,
        name: 'scan.bin',
        is_deleted: false,
      });
      expect((await drive.download(node.node_id)).equals(content)).toBe(true);
    },
  );

  test('the node on the wire is the one a later read answers', async () => {
    const { sha256, ...node } = await drive.upload('%PDF-1.7 …', { name: 'Befund Müller.pdf' });
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(node).toMatchObject({
      mime_type: 'application/pdf',
      media_kind: 'pdf',
      parent_id: null,
      exam_id: null,
    });
    expect(drive.drives.getNode(drive.owner, drive.group, node.node_id)).toEqual(node);
  });

  test('neither name nor content lies anywhere on the disk in clear', async () => {
    await drive.upload('canary-content-4711 '.repeat(5000), { name: 'canary-name-4711.txt' });
    drive.commits.checkpoint();
    expect(filesHolding(drive.dataDir, 'canary-content-4711')).toEqual([]);
    expect(filesHolding(drive.dataDir, 'canary-name-4711')).toEqual([]);
  });

  test('chunks may be freed as they pass: what arrives is whole, pieces of a shared buffer are wiped and stay', async () => {
    const chunks = Array.from({ length: 40 }, () => Buffer.from(randomBytes(16_384).slice().buffer));
    const shared = Buffer.from(randomBytes(60_000).slice().buffer);
    const mixed = chunks.flatMap((chunk, n) => [chunk, shared.subarray(n * 1500, (n + 1) * 1500)]);
    const expected = Buffer.concat(mixed);
    const received = await drive.drives.receiveFile(drive.owner, drive.group, Readable.from(mixed), {
      freeChunks: true,
    });
    const { node_id } = await drive.drives.commitFile(drive.owner, received, { name: 'freed' });
    expect((await drive.download(node_id)).equals(expected)).toBe(true);
    expect(chunks.every((chunk) => chunk.length === 0)).toBe(true);
    expect(shared.length).toBe(60_000);
    expect(shared.every((byte) => byte === 0)).toBe(true);
  });

  test('two uploads of the same bytes have nothing in common on the disk', async () => {
    const content = randomBytes(100);
    await drive.upload(content, { name: 'a' });
    await drive.upload(content, { name: 'b' });
    expect(drive.blobFiles()).toHaveLength(2);
  });

  test('a source that breaks off leaves nothing', async () => {
    async function* broken() {
      yield randomBytes(500_000);
      throw new Error('connection reset');
    }
    await expect(
      drive.drives.receiveFile(drive.owner, drive.group, Readable.from(broken())),
    ).rejects.toMatchObject({ code: 'malformed_request' });
    expect(drive.blobFiles()).toEqual([]);
    expect(drive.names()).toEqual([]);
  });

  test('locking the session aborts it at once and leaves nothing', async () => {
    const { actor, lock } = drive.principal();
    const source = new PassThrough();
    const receiving = drive.drives.receiveFile(actor, drive.group, source);
    source.write(randomBytes(300_000), () => setImmediate(lock));
    await expect(receiving).rejects.toMatchObject({ code: 'session_locked' });
    expect(drive.blobFiles()).toEqual([]);
  });

  test('a refused place leaves nothing: unknown parent, file as parent, unknown exam, bad name', async () => {
    const file = await drive.upload('x', { name: 'x' });
    const foreignGroup: SecurityGroupId = newId();
    const foreignExam: DocumentId = newId();
    drive.exams.set(foreignExam, foreignGroup);
    const cases = [
      [{ parent_id: newId<NodeId>() }, 'not_found'],
      [{ parent_id: file.node_id }, 'parent_not_a_folder'],
      [{ exam_id: newId<DocumentId>() }, 'not_found'],
      [{ exam_id: foreignExam }, 'not_found'],
      [{ name: 'a/b' }, 'invalid_request'],
      [{ mime_type: 'nonsense' }, 'invalid_request'],
    ] as const;
    for (const [fields, code] of cases) {
      await expect(drive.upload('y', { name: 'y', ...fields })).rejects.toMatchObject({ code });
    }
    const both = drive.principal({ [drive.group]: 'editor', [foreignGroup]: 'viewer' });
    await expect(drive.upload('y', { name: 'y', exam_id: foreignExam }, both.actor)).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(drive.blobFiles()).toHaveLength(1);
  });

  test('a viewer may not upload, a stranger neither, and a member without key cannot', async () => {
    const viewer = drive.principal({ [drive.group]: 'viewer' });
    const stranger = drive.principal({}, []);
    const keyless = drive.principal({ [drive.group]: 'owner' }, []);
    await expect(drive.upload('x', { name: 'x' }, viewer.actor)).rejects.toMatchObject({
      code: 'permission_denied',
    });
    await expect(drive.upload('x', { name: 'x' }, stranger.actor)).rejects.toMatchObject({
      code: 'permission_denied',
    });
    await expect(drive.upload('x', { name: 'x' }, keyless.actor)).rejects.toMatchObject({
      code: 'group_key_unavailable',
    });
  });
});

describe('limits of an upload', () => {
  test('a file above max_file_bytes is refused as soon as it gets there', async () => {
    drive.settings.max_file_bytes = 1000;
    await drive.upload(randomBytes(1000), { name: 'fits' });
    await expect(drive.upload(randomBytes(1001), { name: 'not' })).rejects.toMatchObject({
      code: 'request_too_large',
    });
    expect(drive.blobFiles()).toHaveLength(1);
  });

  test('the storage credit counts the trash, and purging frees it', async () => {
    drive.settings.storage_credit_bytes = 100;
    const first = await drive.upload(randomBytes(60), { name: 'first' });
    await expect(drive.upload(randomBytes(41), { name: 'second' })).rejects.toMatchObject({
      code: 'insufficient_credit',
    });
    await drive.drives.trashNode(drive.owner, drive.group, first.node_id);
    await expect(drive.upload(randomBytes(41), { name: 'second' })).rejects.toMatchObject({
      code: 'insufficient_credit',
    });
    await drive.drives.purgeNode(drive.owner, drive.group, first.node_id);
    await drive.upload(randomBytes(100), { name: 'second' });
    expect(drive.blobFiles()).toHaveLength(1);
  });
});
