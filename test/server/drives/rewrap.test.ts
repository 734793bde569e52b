import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { generateGroupKey } from '#crypto/keys/keys.ts';
import { createDriveFixture, type DriveFixture } from './drive-fixture.ts';

let drive: DriveFixture;
const next = generateGroupKey();
beforeEach(() => {
  drive = createDriveFixture();
});
afterEach(() => drive.close());

const rewrap = (keyRing = holderOfBoth().keyRing, limit = 500) =>
  drive.commits.writeNow(() => drive.drives.rewrapBatch(drive.group, 2, keyRing, limit));
const holderOfBoth = () =>
  drive.principal({ [drive.group]: 'owner' }, [
    [drive.group, 1, drive.groupKey],
    [drive.group, 2, next],
  ]).actor;
const holderOfNext = () => drive.principal({ [drive.group]: 'owner' }, [[drive.group, 2, next]]).actor;

describe('rewrapBatch', () => {
  test('in batches, until nothing is left: the new key opens all, the old one nothing', async () => {
    const files = [];
    for (let n = 0; n < 5; n += 1) files.push(await drive.upload(`content ${n}`, { name: `file ${n}` }));
    const { keyRing } = holderOfBoth();
    expect([rewrap(keyRing, 2), rewrap(keyRing, 2), rewrap(keyRing, 2), rewrap(keyRing, 2)]).toEqual([
      2, 2, 1, 0,
    ]);
    const actor = holderOfNext();
    for (const [n, file] of files.entries()) {
      expect(drive.drives.getNode(actor, drive.group, file.node_id)).toMatchObject({
        name: `file ${n}`,
        encrypted_keys: { group_key_generation: 2 },
      });
      expect((await drive.download(file.node_id, undefined, actor)).toString()).toBe(`content ${n}`);
      expect(() => drive.drives.getNode(drive.owner, drive.group, file.node_id)).toThrow(
        expect.objectContaining({ code: 'group_key_unavailable' }),
      );
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

  test('a row that was tampered with is carried along and stays invalid', async () => {
    const good = await drive.upload('x', { name: 'good' });
    const bad = await drive.upload('x', { name: 'bad' });
    drive.db.prepare("UPDATE drive_nodes SET mime_type = 'text/html' WHERE node_id = ?").run(bad.node_id);
    expect(rewrap()).toBe(2);
    expect(rewrap()).toBe(0);
    expect(drive.drives.getNode(holderOfNext(), drive.group, good.node_id).name).toBe('good');
    expect(() => drive.drives.getNode(holderOfNext(), drive.group, bad.node_id)).toThrow(
      expect.objectContaining({ name: 'CryptoError' }),
    );
  });

  test('a member whose key is older than a row sees it in the list without its name', async () => {
    await drive.upload('x', { name: 'rewrapped' });
    rewrap();
    const { items } = drive.drives.listNodes(drive.owner, drive.group, {});
    expect(items).toMatchObject([{ name: null, encrypted_keys: { group_key_generation: 2 } }]);
  });
});
