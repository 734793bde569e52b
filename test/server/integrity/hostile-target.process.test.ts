/** Tests a backup target that others may write to: invalid files are refused and never block. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FILE_LIST, MANIFEST_FILE, readManifest } from '#server/integrity/backup/snapshot-manifest.ts';
import { listSnapshots } from '#server/integrity/backup/snapshots.ts';
import { readCopyMarker } from '#server/system/config/folder/copy-marker.ts';
import { dataDirLayout } from '#server/system/config/folder/data-dir.ts';
import { readRunFile } from '#server/system/config/folder/run-file.ts';
import { readWholeFile } from '#server/system/files/open-regular-file.ts';
import { onlyWhere } from '#test/support/left-out.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const WORKSPACE = '01a21d5a-4de0-709e-8295-a5079d5c8a8e';
const LIST = { format: 2, files: { count: 0, bytes: 0, sha256: '' } };
const MANIFEST = { ...LIST, workspace_id: WORKSPACE, created_at: '', created_by: '', source: '' };
const NAME = '20261127T020000Z';

/** Opening a pipe for reading waits for a writer. */
function pipe(path: string): void {
  execFileSync('mkfifo', [path]);
}

describe('a pipe', onlyWhere(process.platform !== 'win32', 'Windows has no pipes among its files'), () => {
  test('in the place of a manifest, or of its list, makes it no backup', async () => {
    const target = testTempDir();
    const snapshot = join(target, NAME);
    mkdirSync(snapshot);
    pipe(join(snapshot, MANIFEST_FILE));
    expect(listSnapshots(target, undefined)).toEqual([NAME]);
    await expect(readManifest(snapshot)).rejects.toMatchObject({ code: 'protocol_error' });
    rmSync(join(snapshot, MANIFEST_FILE));
    writeFileSync(join(snapshot, MANIFEST_FILE), JSON.stringify(MANIFEST));
    pipe(join(snapshot, FILE_LIST));
    await expect(readManifest(snapshot)).rejects.toMatchObject({ code: 'protocol_error' });
  });

  test('in the place of a mark of the folder is none', () => {
    const layout = dataDirLayout(testTempDir());
    pipe(layout.copyFile);
    expect(() => readCopyMarker(layout)).toThrow('The marker file of this travelling copy is damaged.');
    pipe(layout.runFile);
    expect(readRunFile(layout.runFile)).toBeUndefined();
  });

  test('behind a link, and a device without an end, are no files', () => {
    const folder = testTempDir();
    pipe(join(folder, 'pipe'));
    symlinkSync(join(folder, 'pipe'), join(folder, 'link'));
    symlinkSync('/dev/zero', join(folder, 'zero'));
    for (const name of ['link', 'zero'])
      expect(() => readWholeFile(join(folder, name), 1000)).toThrow('This is not a regular file.');
  });
});

test.each([-5, 0.5, 1e300])('a list with a file of %d bytes is none', async (bytes) => {
  const snapshot = join(testTempDir(), NAME);
  mkdirSync(snapshot);
  const files = [{ path: 'vault.sqlite', sha256: '0'.repeat(64), bytes }];
  writeFileSync(join(snapshot, MANIFEST_FILE), JSON.stringify({ ...MANIFEST, format: 1, files }));
  await expect(readManifest(snapshot)).rejects.toMatchObject({ code: 'protocol_error' });
});

test('a file larger than it may be is not read', () => {
  const file = join(testTempDir(), 'file');
  writeFileSync(file, 'twelve bytes');
  expect(readWholeFile(file, 12).toString('utf8')).toBe('twelve bytes');
  expect(() => readWholeFile(file, 11)).toThrow('The file is too large.');
});
