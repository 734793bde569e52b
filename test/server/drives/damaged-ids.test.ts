import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NodeId } from '#contract/ids.ts';
import { PART_SIZE_BYTES, RESUMABLE_RETENTION_MS } from '#contract/limits.ts';
import { makeTempDir } from '#test/support/temp-dir.ts';
import { createDriveFixture, type DriveFixture } from './drive-fixture.ts';

const OUTSIDE = '../../../victim.txt';

let drive: DriveFixture;
let victim: string;
let folder: ReturnType<typeof makeTempDir>;
beforeEach(() => {
  folder = makeTempDir();
  mkdirSync(join(folder.path, 'vault'));
  drive = createDriveFixture(join(folder.path, 'vault'));
  victim = join(folder.path, 'victim.txt');
  writeFileSync(victim, 'not of the vault');
});
afterEach(() => {
  drive.close();
  folder.remove();
});

async function damagedTransfer(): Promise<NodeId> {
  const size = PART_SIZE_BYTES + 1;
  const upload = await drive.drives.startUpload(drive.owner, drive.group, { name: 'big.bin', size });
  const body = Readable.from([Buffer.alloc(1)]);
  await drive.drives.putPart(drive.owner, drive.group, upload.node_id, 2, body);
  drive.db.prepare('UPDATE drive_parts SET attempt_id = ?').run(OUTSIDE);
  return upload.node_id;
}

describe('an id in a row that is none', () => {
  test('names no file: a transfer given up at start deletes nothing outside the folder', async () => {
    await damagedTransfer();
    drive.time.now += RESUMABLE_RETENTION_MS + 1;
    await drive.drives.sweepAtStart();
    expect(readFileSync(victim, 'utf8')).toBe('not of the vault');
  });

  test('names no file: a part sent again and a purge leave what lies outside', async () => {
    const nodeId = await damagedTransfer();
    const body = Readable.from([Buffer.alloc(1)]);
    await drive.drives.putPart(drive.owner, drive.group, nodeId, 2, body);
    drive.db.prepare('UPDATE drive_parts SET attempt_id = ?').run(OUTSIDE);
    await drive.drives.trashNode(drive.owner, drive.group, nodeId);
    await drive.drives.purgeNode(drive.owner, drive.group, nodeId);
    expect(existsSync(victim)).toBe(true);
  });

  test('a picture whose row points outside does not open, and nothing is read there', async () => {
    const node = await drive.upload('content', { name: 'a.txt' });
    drive.db
      .prepare('INSERT INTO drive_variants (node_id, kind, blob_id, size, created_at) VALUES (?, ?, ?, ?, ?)')
      .run(node.node_id, 'thumbnail', OUTSIDE, 16, node.created_at);
    await expect(
      drive.drives.content(drive.owner, drive.group, node.node_id, { variant: 'thumbnail' }),
    ).rejects.toMatchObject({ code: 'protocol_error' });
    await drive.drives.trashNode(drive.owner, drive.group, node.node_id);
    await drive.drives.purgeNode(drive.owner, drive.group, node.node_id);
    expect(existsSync(victim)).toBe(true);
  });
});
