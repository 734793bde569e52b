import { PassThrough, Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CryptoError } from '#crypto/crypto-error.ts';
import { generateGroupKey } from '#crypto/keys/key-types.ts';
import type { Actor } from '#server/identity/actor/actor.ts';
import { createDriveFixture, type DriveFixture } from './drive-fixture.ts';

let drive: DriveFixture;
const next = generateGroupKey();
beforeEach(() => {
  drive = createDriveFixture();
});
afterEach(() => drive.close());

const rewrap = (keyRing = holderOfBoth().keyRing, limit = 500, after = '') =>
  drive.commits.writeNow(() =>
    drive.drives.rewrapBatch({ security_group_id: drive.group, generation: 2, keyRing, limit, after }),
  );
const holderOfBoth = () =>
  drive.principal({ [drive.group]: 'owner' }, [
    [drive.group, 1, drive.groupKey],
    [drive.group, 2, next],
  ]).actor;
const holderOfNext = () => drive.principal({ [drive.group]: 'owner' }, [[drive.group, 2, next]]).actor;

describe('what is under way when the old key goes', () => {
  /** Rotates keys: those unwrapped now replace the available ones. */
  function rotate({ keyRing }: Actor): void {
    rewrap(keyRing);
    keyRing.forgetGenerationsBefore(drive.group, 2);
    const ids = drive.db.prepare<[], string>('SELECT node_id FROM drive_nodes').pluck().all();
    for (const id of ids) keyRing.forgetDek(id);
  }

  test('a part is kept, and the transfer goes on', async () => {
    const actor = holderOfBoth();
    const size = 40_000;
    // Started under the first generation, before the second existed.
    const { node_id } = await drive.drives.startUpload(drive.owner, drive.group, { name: 'big', size });
    const source = new PassThrough();
    const putting = drive.drives.putPart(actor, drive.group, node_id, 1, source);
    source.write(Buffer.alloc(size / 2, 'a'));
    rotate(actor);
    source.end(Buffer.alloc(size / 2, 'b'));
    expect(await putting).toMatchObject({ n: 1, size });
    await drive.drives.completeUpload(actor, drive.group, node_id);
    expect((await drive.download(node_id, undefined, actor)).length).toBe(size);
  });

  test('a download is answered', async () => {
    const { node_id } = await drive.upload('content', { name: 'file' });
    const actor = holderOfBoth();
    const downloading = drive.download(node_id, undefined, actor);
    rotate(actor);
    expect((await downloading).toString()).toBe('content');
  });

  test('the pictures of a file are kept, and those before them go', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const { node_id } = await drive.upload(png, { name: 'file.png' });
    const actor = holderOfBoth();
    const made = { header: null, variants: { thumbnail: Buffer.from('webp') }, error: null };
    await drive.drives.processing.begin(node_id);
    await drive.drives.processing.finish(actor.keyRing, node_id, made);
    await drive.drives.reprocessNode(actor, drive.group, node_id);
    await drive.drives.processing.begin(node_id);
    const finishing = drive.drives.processing.finish(actor.keyRing, node_id, made);
    rotate(actor);
    await finishing;
    expect(drive.blobFiles()).toHaveLength(2);
  });

  test('all files of a purged folder go', async () => {
    const actor = holderOfBoth();
    const folder = await drive.drives.createFolder(drive.owner, drive.group, { name: 'folder' });
    for (const name of ['one', 'two']) {
      const size = 10;
      const parent_id = folder.node_id;
      const { node_id } = await drive.drives.startUpload(drive.owner, drive.group, { name, size, parent_id });
      await drive.drives.putPart(drive.owner, drive.group, node_id, 1, Readable.from([Buffer.alloc(size)]));
      await drive.drives.completeUpload(drive.owner, drive.group, node_id);
    }
    await drive.drives.trashNode(drive.owner, drive.group, folder.node_id);
    const purging = drive.drives.purgeNode(actor, drive.group, folder.node_id);
    rotate(actor);
    await purging;
    expect(drive.blobFiles()).toEqual([]);
  });
});

describe('rewrapBatch', () => {
  test('in batches, until nothing is left: the new key opens all, the old one nothing', async () => {
    const files = [];
    for (let n = 0; n < 5; n += 1) files.push(await drive.upload(`content ${n}`, { name: `file ${n}` }));
    const { keyRing } = holderOfBoth();
    const ends = [];
    for (let after: string | null = ''; after !== null; ends.push(after)) {
      after = rewrap(keyRing, 2, after).last;
    }
    const ids = files.map(({ node_id }) => node_id);
    expect(ends).toEqual([ids[1], ids[3], ids[4], null]);
    const actor = holderOfNext();
    for (const [n, file] of files.entries()) {
      expect(drive.drives.getNode(actor, drive.group, file.node_id)).toMatchObject({
        name: `file ${n}`,
        encrypted_keys: { group_key_generation: 2 },
      });
      expect((await drive.download(file.node_id, undefined, actor)).toString()).toBe(`content ${n}`);
      expect(() => drive.drives.getNode(drive.owner, drive.group, file.node_id)).toThrow(CryptoError);
    }
  });

  test('a name taken under the old generation is taken for the new one while the rotation runs', async () => {
    await drive.upload('x', { name: 'same' });
    expect(await drive.upload('y', { name: 'SAME' }, holderOfBoth())).toMatchObject({
      name: 'SAME (2)',
      encrypted_keys: { group_key_generation: 2 },
    });
    rewrap();
    await expect(
      drive.upload('z', { name: 'Same', on_conflict: 'fail' }, holderOfNext()),
    ).rejects.toMatchObject({
      code: 'name_taken',
    });
  });

  test('a row that was tampered with is left as it is, and opens once it is put right', async () => {
    const good = await drive.upload('x', { name: 'good' });
    const bad = await drive.upload('kept', { name: 'bad' });
    const setType = drive.db.prepare('UPDATE drive_nodes SET mime_type = ? WHERE node_id = ?');
    setType.run('text/html', bad.node_id);
    expect(rewrap().left).toEqual([bad.node_id]);
    expect(drive.drives.getNode(holderOfNext(), drive.group, good.node_id).name).toBe('good');
    const both = holderOfBoth();
    expect(() => drive.drives.getNode(both, drive.group, bad.node_id)).toThrow(CryptoError);
    setType.run(bad.mime_type, bad.node_id);
    expect((await drive.download(bad.node_id, undefined, both)).toString()).toBe('kept');
  });

  test('a member whose key is older than a row sees it in the list without its name', async () => {
    await drive.upload('x', { name: 'rewrapped' });
    rewrap();
    const { items } = drive.drives.listNodes(drive.owner, drive.group, {});
    expect(items).toMatchObject([{ name: null, encrypted_keys: { group_key_generation: 2 } }]);
  });
});
