import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { COPIED_AT_ONCE, copyHashed, linkFile } from '#server/integrity/backup/copy-sealed-file.ts';
import { mapWithConcurrency } from '#server/system/concurrency/map-with-concurrency.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const FILES = 200;
const LARGE = 1024 * 1024;

test('many small files are copied with the buffers of a few, each into its folder', async () => {
  const root = testTempDir();
  const names = Array.from({ length: FILES }, (_, n) => String(n));
  for (const name of names) writeFileSync(join(root, name), name === '7' ? '' : randomBytes(100));
  const allocated = vi.spyOn(Buffer, 'allocUnsafeSlow');
  onTestFinished(() => allocated.mockRestore());
  const to = (name: string) => join(root, 'copies', String(Number(name) % 3), name);
  await mapWithConcurrency(
    names,
    (name) => copyHashed(join(root, name), to(name), () => undefined),
    COPIED_AT_ONCE,
  );
  expect(allocated.mock.calls.filter(([bytes]) => bytes >= LARGE).length).toBeLessThanOrEqual(COPIED_AT_ONCE);
  for (const name of names) expect(readFileSync(to(name))).toEqual(readFileSync(join(root, name)));
  expect(readdirSync(join(root, 'copies'))).toHaveLength(3);
  await expect(copyHashed(join(root, '1'), to('1'), () => undefined)).rejects.toMatchObject({
    code: 'EEXIST',
  });
});

test('buffers are given up once nobody copies any more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const root = testTempDir();
  writeFileSync(join(root, 'one'), 'content');
  const allocated = vi.spyOn(Buffer, 'allocUnsafeSlow');
  onTestFinished(() => allocated.mockRestore());
  const large = () => allocated.mock.calls.filter(([bytes]) => bytes >= LARGE).length;
  const copyTo = (name: string) => copyHashed(join(root, 'one'), join(root, name), () => undefined);
  await copyTo('two');
  const before = large();
  await copyTo('three');
  expect(large()).toBe(before);
  vi.advanceTimersByTime(60_000);
  await copyTo('four');
  expect(large()).toBe(before + 1);
});

test('a file is linked into a folder that is not there yet; one that is gone is not', async () => {
  const root = testTempDir();
  writeFileSync(join(root, 'one'), 'content');
  expect(await linkFile(join(root, 'one'), join(root, 'a', 'b', 'one'))).toBe(true);
  expect(readFileSync(join(root, 'a', 'b', 'one'), 'utf8')).toBe('content');
  expect(await linkFile(join(root, 'none'), join(root, 'a', 'b', 'none'))).toBe(false);
});
