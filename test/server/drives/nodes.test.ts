import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DocumentId, NodeId, SecurityGroupId } from '#contract/ids.ts';
import { newId } from '#test/support/ids.ts';
import { createDriveFixture, type DriveFixture } from './drive-fixture.ts';

let drive: DriveFixture;
beforeEach(() => {
  drive = createDriveFixture();
});
afterEach(() => drive.close());

const folder = (name: string, parent_id: NodeId | null = null) =>
  drive.drives.createFolder(drive.owner, drive.group, { name, parent_id });

describe('names', () => {
  test.each([
    ['empty', ''],
    ['a slash', 'a/b'],
    ['a control character', 'a\u0007b'],
    ['a C1 control character', 'a\u0085b'],
    ['256 bytes', 'x'.repeat(256)],
    ['255 characters of two bytes', 'ä'.repeat(255)],
    ['a lone surrogate', 'a\ud800'],
    ['.', '.'],
    ['..', '..'],
    ['a blank', ' \u00a0\u3000'],
    ['a direction override', 'annexe\u202efdp.exe'],
    ['an isolate', '\u2066name'],
  ])('%s is refused', async (_what, name) => {
    await expect(folder(name).catch((error) => Promise.reject(error))).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  test('255 bytes are allowed, and the name is kept in NFC', async () => {
    expect((await folder('x'.repeat(255))).name).toHaveLength(255);
    expect((await folder('Mu\u0308ller')).name).toBe('M\u00fcller');
  });

  test('a folder whose name is taken, in any case or composition, is refused', async () => {
    await folder('M\u00fcller');
    await expect(folder('MU\u0308LLER')).rejects.toMatchObject({ code: 'name_taken' });
    await drive.upload('x', { name: 'Straße' });
    await expect(folder('STRASSE')).rejects.toMatchObject({ code: 'name_taken' });
  });

  test('a file whose name is taken is numbered, or refused on demand', async () => {
    const names = [];
    for (const name of ['scan.png', 'Scan.PNG', 'scan.png'])
      names.push((await drive.upload('x', { name })).name);
    expect(names).toEqual(['scan.png', 'Scan (2).PNG', 'scan (3).png']);
    await expect(drive.upload('x', { name: 'SCAN.png', on_conflict: 'fail' })).rejects.toMatchObject({
      code: 'name_taken',
    });
  });

  test('numbering keeps within 255 bytes', async () => {
    const name = `${'ä'.repeat(125)}.png`;
    await drive.upload('x', { name });
    const second = await drive.upload('x', { name });
    expect(second.name).toMatch(/^ä+ \(2\)\.png$/);
    expect(Buffer.byteLength(second.name ?? '')).toBeLessThanOrEqual(255);
  });

  test('the same name may stand in two folders, and does not show as the same', async () => {
    const [left, right] = [await folder('left'), await folder('right')];
    await drive.upload('x', { name: 'same', parent_id: left.node_id });
    expect((await drive.upload('x', { name: 'same', parent_id: right.node_id })).name).toBe('same');
    const macs = drive.db
      .prepare("SELECT count(DISTINCT name_mac) FROM drive_nodes WHERE kind = 'file'")
      .pluck()
      .get();
    expect(macs).toBe(2);
  });
});

describe('listNodes', () => {
  test('folders come first, then names, case aside', async () => {
    for (const name of ['b.txt', 'A.txt', 'ä.txt', 'c.txt']) await drive.upload('x', { name });
    for (const name of ['zebra', 'Alpha']) await folder(name);
    expect(drive.names()).toEqual(['Alpha', 'zebra', 'A.txt', 'ä.txt', 'b.txt', 'c.txt']);
  });

  test('pages join to the whole list, also while listed nodes go', async () => {
    for (let n = 0; n < 25; n += 1) await drive.upload('x', { name: `file-${String(n).padStart(2, '0')}` });
    const seen = [];
    let cursor: string | null | undefined;
    do {
      const page = drive.drives.listNodes(drive.owner, drive.group, {
        limit: 10,
        ...(cursor ? { cursor } : {}),
      });
      for (const node of page.items) {
        seen.push(node.name);
        await drive.drives.trashNode(drive.owner, drive.group, node.node_id);
        await drive.drives.purgeNode(drive.owner, drive.group, node.node_id);
      }
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen).toEqual([...seen].sort());
    expect(seen).toHaveLength(25);
  });

  test('a cursor that was changed, or belongs to another query or principal, is refused', async () => {
    for (const name of ['Befund Ohlsson.pdf', 'b', 'c']) await drive.upload('x', { name });
    const { next_cursor } = drive.drives.listNodes(drive.owner, drive.group, { limit: 1 });
    const cursor = String(next_cursor);
    expect(Buffer.from(cursor, 'base64url').includes('Befund Ohlsson.pdf')).toBe(false);
    const list =
      (query: object, actor = drive.owner) =>
      () =>
        drive.drives.listNodes(actor, drive.group, query);
    const refused = expect.objectContaining({ code: 'invalid_request' });
    for (let at = 0; at < cursor.length; at += 7) {
      const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
      expect(list({ limit: 1, cursor: changed })).toThrow(refused);
    }
    expect(list({ cursor, kind: 'file' })).toThrow(refused);
    expect(list({ cursor }, drive.principal().actor)).toThrow(refused);
    expect(list({ cursor })().items).toHaveLength(2);
  });

  test('exam_id alone looks through the whole drive; kind, status and state filter', async () => {
    const exam_id: DocumentId = newId();
    drive.exams.set(exam_id, drive.group);
    const inner = await folder('inner');
    await drive.upload('x', { name: 'deep', parent_id: inner.node_id, exam_id });
    await drive.upload('x', { name: 'top', exam_id });
    const other = await drive.upload('x', { name: 'other' });
    await drive.drives.startUpload(drive.owner, drive.group, { name: 'coming', size: 5 });
    expect(drive.names({ exam_id })).toEqual(['deep', 'top']);
    expect(drive.names({ exam_id, parent_id: inner.node_id })).toEqual(['deep']);
    expect(drive.names({ kind: 'folder' })).toEqual(['inner']);
    expect(drive.names({ status: 'pending' })).toEqual(['coming']);
    await drive.drives.trashNode(drive.owner, drive.group, other.node_id);
    expect(drive.names({ kind: 'file', status: 'ready' })).toEqual(['top']);
    expect(drive.names({ state: 'deleted' })).toEqual(['other']);
    expect(drive.names({ state: 'all' })).toEqual(['inner', 'coming', 'other', 'top']);
  });

  test('a parent that is unknown or a file is refused', async () => {
    const file = await drive.upload('x', { name: 'x' });
    expect(() => drive.names({ parent_id: newId() })).toThrow(expect.objectContaining({ code: 'not_found' }));
    expect(() => drive.names({ parent_id: file.node_id })).toThrow(
      expect.objectContaining({ code: 'parent_not_a_folder' }),
    );
  });

  test('a member without key sees rows without names; opening one is refused', async () => {
    const file = await drive.upload('x', { name: 'x' });
    const { actor } = drive.principal({ [drive.group]: 'viewer' }, []);
    const { items } = drive.drives.listNodes(actor, drive.group, {});
    expect(items).toMatchObject([{ node_id: file.node_id, name: null }]);
    expect(() => drive.drives.getNode(actor, drive.group, file.node_id)).toThrow(
      expect.objectContaining({ code: 'group_key_unavailable' }),
    );
  });
});

describe('getNode', () => {
  test('under another group, unknown, or for a stranger it is not found', async () => {
    const file = await drive.upload('x', { name: 'x' });
    const otherGroup: SecurityGroupId = newId();
    const both = drive.principal({ [drive.group]: 'owner', [otherGroup]: 'owner' });
    const stranger = drive.principal({}, []);
    const notFound = expect.objectContaining({ code: 'not_found' });
    expect(() => drive.drives.getNode(both.actor, otherGroup, file.node_id)).toThrow(notFound);
    expect(() => drive.drives.getNode(both.actor, drive.group, newId())).toThrow(notFound);
    expect(() => drive.drives.getNode(stranger.actor, drive.group, file.node_id)).toThrow(notFound);
  });
});

describe('patchNode', () => {
  const patch = (nodeId: NodeId, body: object) =>
    drive.drives.patchNode(drive.owner, drive.group, nodeId, body);

  test('renames, moves and links in one write; what is left out stays', async () => {
    const exam_id: DocumentId = newId();
    drive.exams.set(exam_id, drive.group);
    const target = await folder('target');
    const file = await drive.upload('content', { name: 'old' });
    expect(await patch(file.node_id, { name: 'new', parent_id: target.node_id, exam_id })).toMatchObject({
      name: 'new',
      parent_id: target.node_id,
      exam_id,
    });
    expect(await patch(file.node_id, { parent_id: null })).toMatchObject({
      name: 'new',
      parent_id: null,
      exam_id,
    });
    expect(await patch(file.node_id, { exam_id: null })).toMatchObject({ exam_id: null });
    expect((await drive.download(file.node_id)).toString()).toBe('content');
  });

  test('a change of case alone is no conflict with itself', async () => {
    const made = await folder('report');
    expect((await patch(made.node_id, { name: 'Report' })).name).toBe('Report');
  });

  test('a taken name is numbered for a file and refused for a folder', async () => {
    await drive.upload('x', { name: 'taken' });
    const file = await drive.upload('x', { name: 'file' });
    const other = await folder('other');
    expect((await patch(file.node_id, { name: 'Taken' })).name).toBe('Taken (2)');
    await expect(patch(other.node_id, { name: 'TAKEN' })).rejects.toMatchObject({ code: 'name_taken' });
  });

  test('a folder cannot go into itself or below itself', async () => {
    const outer = await folder('outer');
    const inner = await folder('inner', outer.node_id);
    for (const parent_id of [outer.node_id, inner.node_id]) {
      await expect(patch(outer.node_id, { parent_id })).rejects.toMatchObject({ code: 'invalid_request' });
    }
  });
});

describe('row MAC', () => {
  test.each([
    ['exam_id', `'${newId()}'`],
    ['is_deleted', '1'],
    ['size', '2'],
    ['mime_type', "'text/html'"],
    ['created_by', `'${newId()}'`],
    ['transfer', "'resumable'"],
    ['encrypted_name', "x'00'"],
    ['row_rev', '7'],
  ])('a changed %s is noticed on read', async (column, value) => {
    const file = await drive.upload('x', { name: 'x' });
    drive.db.prepare(`UPDATE drive_nodes SET ${column} = ${value} WHERE node_id = ?`).run(file.node_id);
    expect(() => drive.drives.getNode(drive.owner, drive.group, file.node_id)).toThrow(
      expect.objectContaining({ name: 'CryptoError' }),
    );
  });
});
