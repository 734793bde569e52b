/** Tests drive rows damaged or edited outside the vault: no file is lost, and the rest of the drive works. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NodeId, SecurityGroupId } from '#contract/ids.ts';
import { RESUMABLE_RETENTION_MS } from '#contract/limits.ts';
import { newId } from '#test/support/ids.ts';
import { createDriveFixture, type DriveFixture } from './drive-fixture.ts';

let drive: DriveFixture;
beforeEach(() => {
  drive = createDriveFixture();
});
afterEach(() => drive.close());

const run = (sql: string, ...values: unknown[]) => drive.db.prepare(sql).run(...values);
const quarantined = () => {
  const folder = join(drive.dataDir, 'quarantine');
  return existsSync(folder) ? readdirSync(folder) : [];
};

async function uploadInParts(content: string, name = 'big') {
  const { owner, group, drives } = drive;
  const { node_id } = await drives.startUpload(owner, group, { name, size: content.length });
  await drives.putPart(owner, group, node_id, 1, Readable.from([Buffer.from(content)]));
  return drives.completeUpload(owner, group, node_id);
}

async function later(): Promise<void> {
  drive.time.now += 2 * RESUMABLE_RETENTION_MS;
  await drive.drives.sweepAtStart();
  await drive.drives.expireTransfers(drive.owner.keyRing);
}

describe('the sweep', () => {
  test.each(['transfer', 'size', 'completed_at', 'exam_id'])(
    'leaves the bytes of a file whose %s was cleared',
    async (column) => {
      const file = await drive.upload('the only copy', { name: 'file' });
      const kept = drive.db.prepare(`SELECT ${column} FROM drive_nodes`).pluck().get();
      run(`UPDATE drive_nodes SET ${column} = NULL`);
      await later();
      run(`UPDATE drive_nodes SET ${column} = ?`, kept);
      expect((await drive.download(file.node_id)).toString()).toBe('the only copy');
    },
  );

  test('moves a file no row knows into quarantine, tells of it, and puts it back once its row is', async () => {
    const file = await drive.upload('the only copy', { name: 'file' });
    const row = drive.db.prepare('SELECT * FROM drive_nodes').get();
    run('DELETE FROM drive_nodes');
    await later();
    expect(drive.blobFiles()).toEqual([]);
    expect(quarantined()).toEqual([file.node_id]);
    await drive.health.whenIdle();
    expect(drive.health.findings()).toMatchObject([{ code: 'quarantined', id: file.node_id }]);
    const columns = Object.keys(row ?? {});
    run(
      `INSERT INTO drive_nodes (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      ...Object.values(row ?? {}),
    );
    expect((await drive.download(file.node_id)).toString()).toBe('the only copy');
    await drive.drives.sweepAtStart();
    expect(quarantined()).toEqual([]);
    await drive.health.whenIdle();
    expect(drive.health.findings()).toEqual([]);
    expect((await drive.download(file.node_id)).toString()).toBe('the only copy');
  });

  test('keeps the parts of a complete file whose part rows are gone', async () => {
    const file = await uploadInParts('the only copy');
    run('DELETE FROM drive_parts');
    await later();
    expect((await drive.download(file.node_id)).toString()).toBe('the only copy');
  });

  test('gives up no complete file because its state says pending', async () => {
    const file = await uploadInParts('the only copy');
    run("UPDATE drive_nodes SET status = 'pending', created_at = created_at");
    await later();
    expect((await drive.download(file.node_id)).toString()).toBe('the only copy');
    run("UPDATE drive_nodes SET status = 'failed'");
    expect((await drive.download(file.node_id)).toString()).toBe('the only copy');
  });
});

describe('a purge', () => {
  const purge = async (nodeId: NodeId) => {
    await drive.drives.trashNode(drive.owner, drive.group, nodeId);
    return drive.drives.purgeNode(drive.owner, drive.group, nodeId);
  };

  test("removes no other file that the purged one's rows name", async () => {
    const victim = await drive.upload('the only copy', { name: 'victim' });
    const big = await uploadInParts('goes');
    run('INSERT INTO drive_parts VALUES (?, 2, ?, 1, NULL)', big.node_id, victim.node_id);
    run("INSERT INTO drive_variants VALUES (?, 'preview', ?, 1, '')", big.node_id, victim.node_id);
    await purge(big.node_id);
    expect((await drive.download(victim.node_id)).toString()).toBe('the only copy');
    expect(drive.blobFiles()).toHaveLength(1);
  });

  test('takes along nothing that was moved into the folder outside the vault', async () => {
    const folder = await drive.drives.createFolder(drive.owner, drive.group, { name: 'folder' });
    const victim = await drive.upload('the only copy', { name: 'victim' });
    run('UPDATE drive_nodes SET parent_id = ? WHERE node_id = ?', folder.node_id, victim.node_id);
    await purge(folder.node_id);
    expect((await drive.download(victim.node_id)).toString()).toBe('the only copy');
  });

  test('of a damaged folder leaves what lies in it, at the root', async () => {
    const folder = await drive.drives.createFolder(drive.owner, drive.group, { name: 'folder' });
    const file = await drive.upload('kept', { name: 'file', parent_id: folder.node_id });
    await drive.upload('taken', { name: 'file' });
    run('UPDATE drive_nodes SET deleted_at = ? WHERE node_id = ?', '', folder.node_id);
    await drive.drives.purgeNode(drive.owner, drive.group, folder.node_id);
    expect(drive.names()).toEqual(['file', 'file (2)']);
    expect((await drive.download(file.node_id)).toString()).toBe('kept');
  });
});

describe('a damaged row', () => {
  test.each([
    ['MAC', 'row_mac = zeroblob(33)'],
    ['name', "encrypted_name = x'00'"],
    ['generation', 'gk_gen = 7'],
    ['key', "encrypted_dek = x'00'"],
  ])('(%s) stands in the list, marked, beside the sound ones', async (_what, set) => {
    const bad = await drive.upload('x', { name: 'bad' });
    await drive.upload('x', { name: 'good' });
    run(`UPDATE drive_nodes SET ${set} WHERE node_id = ?`, bad.node_id);
    const { items } = drive.drives.listNodes(drive.owner, drive.group, {});
    expect(items.map(({ name, damaged = false }) => [name, damaged])).toEqual([
      [null, true],
      ['good', false],
    ]);
    expect(() => drive.drives.getNode(drive.owner, drive.group, bad.node_id)).toThrow(
      expect.objectContaining({ name: 'CryptoError' }),
    );
    await drive.drives.purgeNode(drive.owner, drive.group, bad.node_id);
    expect(drive.names()).toEqual(['good']);
    expect(drive.blobFiles()).toHaveLength(1);
  });

  test('an unknown node, a foreign one and a foreign drive answer the same', async () => {
    const file = await drive.upload('x', { name: 'file' });
    const stranger = drive.principal({}).actor;
    const other: SecurityGroupId = newId();
    const messageOf = (work: () => unknown) => {
      try {
        work();
      } catch (error) {
        return error instanceof Error ? error.message : '';
      }
      return 'no error';
    };
    const { drives, group, owner } = drive;
    const messages = [
      messageOf(() => drives.getNode(stranger, group, file.node_id)),
      messageOf(() => drives.getNode(owner, group, newId())),
      messageOf(() => drives.getNode(owner, other, file.node_id)),
      messageOf(() => drives.getNode(stranger, other, newId())),
    ];
    expect(new Set(messages)).toEqual(
      new Set(['Nothing with this id was found, or you have no access to it.']),
    );
  });
});
