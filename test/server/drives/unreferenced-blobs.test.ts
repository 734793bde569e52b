import { describe, expect, test } from 'vitest';
import { createFileBlobs } from '#server/drives/blobs/on-disk/file-blobs.ts';
import { unreferencedOf } from '#server/drives/blobs/unreferenced-blobs.ts';
import { createFindReferencedBlobs } from '#server/storage/drives/find-referenced-blobs.ts';
import { newId } from '#test/support/ids.ts';
import { createDriveFixture } from './drive-fixture.ts';

describe('unreferencedOf', () => {
  test('asks for a page at a time, and serves others between two', async () => {
    const names = Array.from({ length: 1_001 }, (_, number) => `name-${number}`);
    const asked: number[] = [];
    let turns = 0;
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        await new Promise(setImmediate);
        turns += 1;
      }
    })();
    const unknown: string[] = [];
    const knownOf = (page: readonly string[]) => {
      asked.push(page.length);
      return new Set(page.filter((name) => !name.endsWith('0')));
    };
    for await (const name of unreferencedOf(names, knownOf)) unknown.push(name);
    isOver = true;
    await others;
    expect(asked).toEqual([200, 200, 200, 200, 200, 1]);
    expect(unknown).toEqual(names.filter((name) => name.endsWith('0')));
    expect(turns).toBeGreaterThanOrEqual(5);
  });
});

describe('a sweep of a folder', () => {
  test('asks once for all files of a page, wherever they lie', async () => {
    const drive = createDriveFixture();
    try {
      for (let number = 0; number < 30; number += 1)
        await drive.upload(Buffer.from(`content ${number}`), { name: `file ${number}.txt` });
      const files = drive.blobFiles();
      const knownOf = createFindReferencedBlobs(drive.db);
      const asked: number[] = [];
      const counted = (names: readonly string[]) => {
        asked.push(names.length);
        return knownOf(names);
      };
      const swept = await createFileBlobs(drive.dataDir).sweep(counted);
      expect(asked).toEqual([30]);
      expect(swept).toEqual({ quarantined: [], back: [] });
      expect(drive.blobFiles()).toEqual(files);
      const unknown = newId();
      expect(knownOf([unknown, 'no id at all'])).toEqual(new Set());
    } finally {
      drive.close();
    }
  });
});
