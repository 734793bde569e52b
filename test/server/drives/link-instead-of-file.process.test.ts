/** Tests links put into the folder of sealed files while the vault runs: nothing outside is read, written or deleted. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { blobFolder } from '#server/drives/blobs/blob-store.ts';
import { createFileBlobs } from '#server/drives/blobs/on-disk/file-blobs.ts';
import { openBlockCache } from '#server/drives/bucket/block-cache.ts';
import { newId } from '#test/support/ids.ts';
import { onlyWhere } from '#test/support/left-out.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const onLinks = onlyWhere(process.platform !== 'win32', 'Windows makes links for administrators alone.');
const CONTENT = Buffer.from('sealed');

async function storedFile() {
  const dataDir = testTempDir();
  const blobs = createFileBlobs(dataDir);
  const id: string = newId();
  const part = await blobs.create(id);
  await part.write(CONTENT);
  await part.finish();
  return { blobs, id, path: join(dataDir, 'blobs', blobFolder(id), id) };
}

test('a link in the place of a sealed file is not read through', onLinks, async () => {
  const { blobs, id, path } = await storedFile();
  const outside = join(testTempDir(), 'outside');
  writeFileSync(outside, CONTENT);
  rmSync(path);
  symlinkSync(outside, path);
  await expect(blobs.open(id)).rejects.toMatchObject({ code: 'ENOENT' });
  await blobs.remove([id]);
  expect(readFileSync(outside)).toEqual(CONTENT);
});

test('a link in the place of a folder is neither written nor deleted through', onLinks, async () => {
  const { blobs, id, path } = await storedFile();
  const outside = testTempDir();
  writeFileSync(join(outside, id), CONTENT);
  rmSync(dirname(path), { recursive: true });
  symlinkSync(outside, dirname(path));
  const refused = { code: 'protocol_error', message: expect.stringContaining('is a link') };
  await expect(blobs.create(id)).rejects.toMatchObject(refused);
  await expect(blobs.remove([id])).rejects.toMatchObject(refused);
  expect(readdirSync(outside)).toEqual([id]);
});

test.each(['pipe', 'folder', 'link'])(
  'a %s in the place of a cached block is taken away, and the block fetched again',
  onLinks,
  async (what) => {
    const folder = testTempDir();
    const cache = await openBlockCache(folder, 1024 * 1024);
    const id = newId();
    const range = { bytes: CONTENT, size: CONTENT.length };
    await cache.put(id, 0, range);
    const block = join(folder, `${id}.0`);
    rmSync(block);
    const outside = join(testTempDir(), 'outside');
    writeFileSync(outside, CONTENT);
    if (what === 'pipe') execFileSync('mkfifo', [block]);
    else if (what === 'folder') mkdirSync(join(block, 'inner'), { recursive: true });
    else symlinkSync(outside, block);
    expect(await cache.get(id, 0)).toBeUndefined();
    expect(existsSync(block)).toBe(false);
    expect(readFileSync(outside)).toEqual(CONTENT);
    await cache.put(id, 0, range);
    expect(await cache.get(id, 0)).toEqual(range);
  },
);
