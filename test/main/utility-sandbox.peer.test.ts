import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startUtilitySandbox } from '#main/host/utility-sandbox.ts';
import { buildAll } from '#scripts/build.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { createSandboxPool } from '#server/processing/sandbox/pool.ts';
import { readSample } from '#test/server/processing/dicom-samples.ts';

vi.mock('electron', () => import('./electron/index.ts'));

test('the desktop’s sandbox makes pictures of a file, and ends when it is killed', async () => {
  await buildAll();
  const bytes = readSample('MR_small_jp2klossless');
  const child = startUtilitySandbox(join(ROOT, 'dist', 'main'));
  const end = new Promise((resolve) => child.onEnd(resolve));
  const pool = createSandboxPool(() => child, 1);
  const result = await pool.run({
    task: { kind: 'pictures', media_kind: 'dicom' },
    fileId: 'mr',
    size: bytes.length,
    signal: new AbortController().signal,
    async *read() {
      yield bytes;
    },
  });
  expect(result).toMatchObject({ error: null, header: { modality: 'MR' }, preview: expect.any(Uint8Array) });
  pool.close();
  expect(await end).toBe('killed');
});

test('one that ended before it was told to is left alone', async () => {
  const child = startUtilitySandbox(join(ROOT, 'no-such-folder'));
  const end = new Promise((resolve) => child.onEnd(resolve));
  await end;
  expect(() => child.kill()).not.toThrow();
});
