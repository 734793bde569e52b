import { renameSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NodeId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import type { KeyRing } from '#crypto/keys/key-ring.ts';
import { generateGroupKey } from '#crypto/keys/key-types.ts';
import { createFileBlobs } from '#server/drives/blobs/on-disk/file-blobs.ts';
import { BucketUnavailableError } from '#server/drives/bucket/bucket-error.ts';
import { StarvedJobError } from '#server/imaging/processing/processing-error.ts';
import {
  createProcessingService,
  type ProcessingDeps,
  type ProcessingService,
} from '#server/imaging/processing/processing-service.ts';
import type { SandboxChild } from '#server/imaging/processing/sandbox/launch-sandbox.ts';
import type { FromSandbox } from '#server/imaging/processing/sandbox/sandbox-messages.ts';
import { createIdleGate } from '#server/system/concurrency/idle-gate.ts';
import { createDriveFixture, type DriveFixture } from '#test/server/drives/drive-fixture.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { smallPdf } from '#test/ui/support/sample-files.ts';
import { readSample } from './dicom-samples.ts';

let drive: DriveFixture;
let services: ProcessingService[];
beforeEach(() => {
  drive = createDriveFixture();
  services = [];
});
afterEach(async () => {
  for (const service of services) await service.close();
  drive.close();
});

/** Starts the service as one member unlocks; undefined means that nobody is unlocked. */
function start(keyRing: KeyRing | undefined, parts: Partial<ProcessingDeps> = {}): ProcessingService {
  const service = createProcessingService({
    work: drive.drives.processing,
    openGroups: () => (keyRing?.hasGroupKey(drive.group) ? [drive.group] : []),
    keyRingFor: () => keyRing,
    idleGate: createIdleGate(),
    onFailure: (error) => {
      throw error;
    },
    ...parts,
  });
  services.push(service);
  return service;
}

const node = (nodeId: NodeId, actor = drive.owner) => drive.drives.getNode(actor, drive.group, nodeId);
const used = () => drive.db.prepare('SELECT used_bytes FROM drive_usage').pluck().get();

async function process(service: ProcessingService): Promise<void> {
  service.wake();
  await service.whenIdle();
}

const NO_PICTURE: FromSandbox = {
  type: 'result',
  result: { kind: 'pictures', header: null, thumbnail: null, preview: null, error: 'no_picture' },
};

describe('the queue', () => {
  test('waits while nobody holds the group, and goes on at the next unlock', async () => {
    const { node_id } = await drive.upload(readSample('MR_small'), { name: 'mr.dcm' });
    await process(start(undefined));
    expect(node(node_id).processing_status).toBe('queued');
    await process(start(drive.owner.keyRing));
    expect(node(node_id)).toMatchObject({
      ...{ processing_status: 'done', page_count: null },
      optimized_variants: [{}, {}],
    });
  });

  test('what was cut off by a crash waits again, but not for ever', async () => {
    const { node_id } = await drive.upload(readSample('MR_small'), { name: 'mr.dcm' });
    for (let crash = 1; crash <= 3; crash += 1) {
      expect(node(node_id).processing_status).toBe('queued');
      await drive.drives.processing.begin(node_id);
      expect(node(node_id).processing_status).toBe('running');
      await drive.drives.sweepAtStart();
    }
    expect(node(node_id)).toMatchObject({ processing_status: 'failed', processing_error: 'damaged' });
    await drive.drives.reprocessNode(drive.owner, drive.group, node_id);
    await process(start(drive.owner.keyRing));
    expect(node(node_id)).toMatchObject({ processing_status: 'done', processing_error: null });
  });

  describe('a computer too busy to give a picture its processor time', () => {
    let launched = 0;
    beforeEach(() => {
      launched = 0;
    });
    /** A process that starts only after `answersAt` tries. */
    const starved =
      (answersAt = Number.POSITIVE_INFINITY) =>
      (): SandboxChild => {
        launched += 1;
        const isFed = launched >= answersAt;
        let answer: Parameters<SandboxChild['onMessage']>[0] | undefined;
        return {
          async send() {
            if (isFed) answer?.(NO_PICTURE);
          },
          onMessage(listener) {
            answer = listener;
          },
          onEnd: () => undefined,
          workedMs: () => 0,
          kill: () => undefined,
        };
      };

    test('says nothing about the file: it is tried again, and told as timed out only after three tries', async () => {
      const { node_id } = await drive.upload(readSample('MR_small'), { name: 'mr.dcm' });
      await process(start(drive.owner.keyRing, { launch: starved(), jobMaxMs: 1 }));
      expect(launched).toBe(3);
      expect(node(node_id)).toMatchObject({ processing_status: 'failed', processing_error: 'timed_out' });
    });

    test('that has time again is asked again by itself, and believed', async () => {
      const { node_id } = await drive.upload(readSample('MR_small'), { name: 'mr.dcm' });
      await process(start(drive.owner.keyRing, { launch: starved(2), jobMaxMs: 20 }));
      expect(launched).toBe(2);
      expect(node(node_id)).toMatchObject({ processing_status: 'failed', processing_error: 'no_picture' });
    });

    test('refuses a frame that somebody waits for as one to ask for again', async () => {
      const { node_id } = await drive.upload(readSample('MR_small'), { name: 'mr.dcm' });
      const service = start(drive.owner.keyRing, { launch: starved(), jobMaxMs: 1 });
      const file = drive.drives.openFrames(drive.owner, drive.group, node_id);
      await expect(service.frame(drive.owner, file, 1)).rejects.toBeInstanceOf(StarvedJobError);
    });
  });

  test('a file whose content is gone is told as missing, not as damaged, and made once it is back', async () => {
    const { node_id } = await drive.upload(readSample('MR_small'), { name: 'mr.dcm' });
    const file = String(drive.blobFiles()[0]);
    renameSync(file, `${file}.away`);
    const service = start(drive.owner.keyRing);
    await process(service);
    expect(node(node_id)).toMatchObject({
      processing_status: 'failed',
      ...{ processing_error: 'damaged', content_missing: true },
    });
    renameSync(`${file}.away`, file);
    await drive.drives.reprocessNode(drive.owner, drive.group, node_id);
    await process(service);
    expect(node(node_id)).toMatchObject({ processing_status: 'done', processing_error: null });
    expect(node(node_id)).not.toHaveProperty('content_missing');
  });

  test('locking the last holder stops what runs; it waits again and nothing is left', async () => {
    const { node_id } = await drive.upload(readSample('examples_palette'), { name: 'palette.dcm' });
    const holder = drive.principal();
    const service = start(holder.actor.keyRing);
    service.wake();
    await expect.poll(() => node(node_id).processing_status).toBe('running');
    holder.lock();
    service.onGroupKeysGone(drive.group);
    await service.whenIdle();
    expect(node(node_id)).toMatchObject({ processing_status: 'queued', optimized_variants: [] });
    expect(drive.blobFiles()).toHaveLength(1);
  });

  test('locking the last holder while pictures are stored leaves none of them', async () => {
    drive.close();
    const dataDir = testTempDir();
    const files = createFileBlobs(dataDir);
    let onStore: (() => void) | undefined;
    const create: typeof files.create = async (blobId) => {
      const file = await files.create(blobId);
      onStore?.();
      return file;
    };
    drive = createDriveFixture(dataDir, { ...files, create });
    const { node_id } = await drive.upload(readSample('MR_small'), { name: 'mr.dcm' });
    const holder = drive.principal();
    const service = start(holder.actor.keyRing);
    let locks = 0;
    onStore = () => {
      locks += 1;
      holder.lock();
      service.onGroupKeysGone(drive.group);
    };
    await process(service);
    onStore = undefined;
    expect(locks).toBeGreaterThan(0);
    expect(node(node_id)).toMatchObject({ processing_status: 'queued', optimized_variants: [] });
    expect(drive.blobFiles()).toHaveLength(1);
    await process(start(drive.owner.keyRing));
    expect(drive.blobFiles()).toHaveLength(3);
  });

  test('a storage of files that is away leaves the file waiting, undamaged', async () => {
    drive.close();
    const dataDir = testTempDir();
    const files = createFileBlobs(dataDir);
    let asked = 0;
    let isAway = true;
    const open: typeof files.open = async (blobId) => {
      asked += 1;
      if (isAway) throw new BucketUnavailableError();
      return files.open(blobId);
    };
    drive = createDriveFixture(dataDir, { ...files, open });
    const { node_id } = await drive.upload(readSample('MR_small'), { name: 'mr.dcm' });
    const service = start(drive.owner.keyRing);
    service.wake();
    await expect.poll(() => asked).toBe(1);
    await service.close();
    expect(node(node_id)).toMatchObject({ processing_status: 'queued', processing_error: null });
    isAway = false;
    await process(start(drive.owner.keyRing));
    expect(node(node_id).processing_status).toBe('done');
  });

  test('a file in parts is processed when it is complete', async () => {
    const bytes = readSample('CT_small');
    const { drives, owner, group } = drive;
    const started = await drives.startUpload(owner, group, { name: 'ct.dcm', size: bytes.length });
    expect(started.processing_status).toBe('none');
    await drives.putPart(owner, group, started.node_id, 1, Readable.from([bytes]));
    expect((await drives.completeUpload(owner, group, started.node_id)).processing_status).toBe('queued');
    await process(start(owner.keyRing));
    expect(node(started.node_id).processing_status).toBe('done');
  });

  test('variants count towards the credit, survive a sweep and go with a purge', async () => {
    const { node_id, size } = await drive.upload(readSample('MR_small'), { name: 'mr.dcm' });
    await process(start(drive.owner.keyRing));
    const { total_size } = node(node_id);
    expect(total_size).toBeGreaterThan(size ?? 0);
    expect(used()).toBe(total_size);
    await drive.drives.sweepAtStart();
    expect(drive.blobFiles()).toHaveLength(3);
    await drive.drives.trashNode(drive.owner, drive.group, node_id);
    await drive.drives.purgeNode(drive.owner, drive.group, node_id);
    expect([used(), drive.blobFiles()]).toEqual([0, []]);
  });

  test('after a rotation the new key opens the pictures and the header, the old one nothing', async () => {
    const { node_id } = await drive.upload(readSample('MR_small'), { name: 'mr.dcm' });
    await process(start(drive.owner.keyRing));
    const next = generateGroupKey();
    const roles = { [drive.group]: 'owner' } as const;
    const both = drive.principal(roles, [
      [drive.group, 1, drive.groupKey],
      [drive.group, 2, next],
    ]).actor;
    const batch = {
      security_group_id: drive.group,
      generation: 2,
      keyRing: both.keyRing,
      limit: 10,
      after: '',
    };
    drive.commits.writeNow(() => drive.drives.rewrapBatch(batch));
    const { actor } = drive.principal(roles, [[drive.group, 2, next]]);
    const content = await drive.drives.content(actor, drive.group, node_id, { variant: 'thumbnail' });
    expect(content.mime_type).toBe('image/webp');
    await content.close();
    expect(() => node(node_id)).toThrow(CryptoError);
  });

  test('one picture put in the place of another does not open', async () => {
    const { node_id } = await drive.upload(readSample('MR_small'), { name: 'mr.dcm' });
    await process(start(drive.owner.keyRing));
    drive.db.exec(`
      CREATE TEMP TABLE other AS SELECT blob_id, size FROM drive_variants WHERE kind = 'thumbnail';
      DELETE FROM drive_variants WHERE kind = 'thumbnail';
      UPDATE drive_variants SET blob_id = (SELECT blob_id FROM other), size = (SELECT size FROM other);`);
    await expect(
      drive.drives.content(drive.owner, drive.group, node_id, { variant: 'preview' }),
    ).rejects.toMatchObject({ name: 'CryptoError' });
  });
});

describe('the pages of a PDF', () => {
  test('are counted, sealed, and no entry of the index of DICOM files', async () => {
    const { node_id, page_count } = await drive.upload(smallPdf('Referral', 3), { name: 'letter.pdf' });
    expect(page_count).toBeNull();
    await process(start(drive.owner.keyRing));
    expect(node(node_id)).toMatchObject({ processing_status: 'done', page_count: 3 });
    const [stored] = drive.db
      .prepare<[], Buffer>('SELECT encrypted_header FROM drive_processing')
      .pluck()
      .all();
    expect(stored?.length).toBeGreaterThan(0);
    expect(String(stored)).not.toContain('page_count');
    await drive.drives.completeDicomIndex(drive.owner);
    expect(drive.db.prepare('SELECT count(*) FROM dicom_index').pluck().get()).toBe(0);
  });

  test('a count put in the place of another is not told, and takes nothing of the file away', async () => {
    const one = await drive.upload(smallPdf('One'), { name: 'one.pdf' });
    const two = await drive.upload(smallPdf('Two', 2), { name: 'two.pdf' });
    await process(start(drive.owner.keyRing));
    drive.db
      .prepare(
        `UPDATE drive_processing SET encrypted_header =
           (SELECT encrypted_header FROM drive_processing WHERE node_id = ?) WHERE node_id = ?`,
      )
      .run(two.node_id, one.node_id);
    expect(node(one.node_id)).toMatchObject({ name: 'one.pdf', page_count: null });
    expect(node(two.node_id)).toMatchObject({ name: 'two.pdf', page_count: 2 });
  });
});
