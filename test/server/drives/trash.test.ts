import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DocumentId, NodeId } from '#contract/ids.ts';
import { newId } from '#test/support/ids.ts';
import { createDriveFixture, type DriveFixture } from './drive-fixture.ts';

let drive: DriveFixture;
beforeEach(() => {
  drive = createDriveFixture();
});
afterEach(() => drive.close());

const folder = (name: string, parent_id: NodeId | null = null) =>
  drive.drives.createFolder(drive.owner, drive.group, { name, parent_id });
const trash = (nodeId: NodeId) => drive.drives.trashNode(drive.owner, drive.group, nodeId);
const restore = (nodeId: NodeId) => drive.drives.restoreNode(drive.owner, drive.group, nodeId);
const purge = (nodeId: NodeId, actor = drive.owner) => drive.drives.purgeNode(actor, drive.group, nodeId);

describe('trashNode', () => {
  test('takes a folder with its content, repeatably, and keeps the content readable', async () => {
    const outer = await folder('outer');
    const file = await drive.upload('text', { name: 'file', parent_id: outer.node_id });
    expect(await trash(outer.node_id)).toMatchObject({ is_deleted: true, name: 'outer' });
    expect(await trash(outer.node_id)).toMatchObject({ is_deleted: true });
    expect(drive.drives.getNode(drive.owner, drive.group, file.node_id).is_deleted).toBe(true);
    expect((await drive.download(file.node_id)).toString()).toBe('text');
    expect(drive.names()).toEqual([]);
    expect(drive.names({ state: 'deleted' })).toEqual(['outer']);
    expect(drive.names({ state: 'deleted', parent_id: outer.node_id })).toEqual(['file']);
  });

  test('frees the name, and nothing can be put into or changed in the trash', async () => {
    const gone = await folder('name');
    await trash(gone.node_id);
    await folder('name');
    await expect(folder('inner', gone.node_id)).rejects.toMatchObject({ code: 'document_deleted' });
    await expect(drive.upload('x', { name: 'x', parent_id: gone.node_id })).rejects.toMatchObject({
      code: 'document_deleted',
    });
    await expect(
      drive.drives.patchNode(drive.owner, drive.group, gone.node_id, { name: 'y' }),
    ).rejects.toMatchObject({ code: 'document_deleted' });
  });
});

describe('restoreNode', () => {
  test('brings back a folder with exactly what went with it', async () => {
    const outer = await folder('outer');
    const before = await drive.upload('x', { name: 'trashed before', parent_id: outer.node_id });
    await drive.upload('x', { name: 'trashed along', parent_id: outer.node_id });
    await trash(before.node_id);
    await trash(outer.node_id);
    expect(await restore(outer.node_id)).toMatchObject({ is_deleted: false });
    expect(drive.names({ parent_id: outer.node_id })).toEqual(['trashed along']);
    expect(drive.names({ state: 'deleted' })).toEqual(['trashed before']);
  });

  test('a name taken meanwhile is numbered for a file and refused for a folder', async () => {
    const file = await drive.upload('x', { name: 'file' });
    const dir = await folder('dir');
    await trash(file.node_id);
    await trash(dir.node_id);
    await drive.upload('x', { name: 'file' });
    await folder('dir');
    expect((await restore(file.node_id)).name).toBe('file (2)');
    await expect(restore(dir.node_id)).rejects.toMatchObject({ code: 'name_taken' });
  });

  test('goes to the root when its folder is in the trash itself', async () => {
    const outer = await folder('outer');
    const file = await drive.upload('x', { name: 'file', parent_id: outer.node_id });
    await trash(outer.node_id);
    expect(await restore(file.node_id)).toMatchObject({ parent_id: null, is_deleted: false });
    await restore(outer.node_id);
    expect(drive.names({ parent_id: outer.node_id })).toEqual([]);
  });

  test('what is not in the trash is refused', async () => {
    const file = await drive.upload('x', { name: 'file' });
    await expect(restore(file.node_id)).rejects.toMatchObject({ code: 'document_not_deleted' });
  });
});

describe('purgeNode', () => {
  test('removes rows and sealed files of a folder, parts of transfers too', async () => {
    const outer = await folder('outer');
    await drive.upload('x', { name: 'file', parent_id: outer.node_id });
    const upload = await drive.drives.startUpload(drive.owner, drive.group, {
      name: 'big',
      size: 3,
      parent_id: outer.node_id,
    });
    await drive.drives.putPart(
      drive.owner,
      drive.group,
      upload.node_id,
      1,
      Readable.from([Buffer.from('abc')]),
    );
    const files = drive.blobFiles();
    expect(files).toHaveLength(2);
    await trash(outer.node_id);
    expect(await purge(outer.node_id)).toMatchObject({ node_id: outer.node_id, name: 'outer' });
    expect(files.filter((file) => existsSync(file))).toEqual([]);
    expect(drive.db.prepare('SELECT count(*) FROM drive_nodes').pluck().get()).toBe(0);
    expect(drive.db.prepare('SELECT count(*) FROM drive_parts').pluck().get()).toBe(0);
    expect(drive.db.prepare('SELECT used_bytes FROM drive_usage').pluck().get()).toBe(0);
  });

  test('only from the trash, and only by an owner', async () => {
    const file = await drive.upload('x', { name: 'file' });
    await expect(purge(file.node_id)).rejects.toMatchObject({ code: 'document_not_deleted' });
    await trash(file.node_id);
    const editor = drive.principal({ [drive.group]: 'editor' });
    await expect(purge(file.node_id, editor.actor)).rejects.toMatchObject({ code: 'permission_denied' });
  });
});

describe('a row that was tampered with', () => {
  test('does not stop its folder from being trashed and purged, and stays itself until an owner purges it', async () => {
    const outer = await folder('outer');
    const bad = await drive.upload('x', { name: 'bad', parent_id: outer.node_id });
    drive.db.prepare("UPDATE drive_nodes SET mime_type = 'text/html' WHERE node_id = ?").run(bad.node_id);
    await trash(outer.node_id);
    await restore(outer.node_id);
    expect(() => drive.drives.getNode(drive.owner, drive.group, bad.node_id)).toThrow(
      expect.objectContaining({ name: 'CryptoError' }),
    );
    await trash(outer.node_id);
    await purge(outer.node_id);
    expect(drive.blobFiles()).toHaveLength(1);
    const { items } = drive.drives.listNodes(drive.owner, drive.group, {});
    expect(items).toMatchObject([{ node_id: bad.node_id, name: null, damaged: true }]);
    const editor = drive.principal({ [drive.group]: 'editor' });
    await expect(purge(bad.node_id, editor.actor)).rejects.toMatchObject({ code: 'permission_denied' });
    expect(await purge(bad.node_id)).toMatchObject({ node_id: bad.node_id, damaged: true });
    expect(drive.blobFiles()).toEqual([]);
  });
});

describe('ofExams.unlink', () => {
  test('leaves the files of a purged exam where they are, without the link', async () => {
    const exam_id: DocumentId = newId();
    drive.exams.set(exam_id, drive.group);
    const file = await drive.upload('x', { name: 'file', exam_id });
    await drive.commits.write(() => drive.drives.ofExams.unlink(exam_id, drive.owner.keyRing));
    expect(drive.drives.getNode(drive.owner, drive.group, file.node_id)).toMatchObject({ exam_id: null });
  });
});
