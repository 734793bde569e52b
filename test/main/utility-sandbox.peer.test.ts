import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startSandboxOnceReady } from '#main/host/command-line-sandbox.ts';
import { startUtilitySandbox } from '#main/host/utility-sandbox.ts';
import { buildAll } from '#scripts/build/build.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import {
  launchSandbox,
  type SandboxChild,
  setHostLauncher,
} from '#server/imaging/processing/sandbox/launch-sandbox.ts';
import { createSandboxPool } from '#server/imaging/processing/sandbox/sandbox-pool.ts';
import { readSample } from '#test/server/imaging/processing/dicom-samples.ts';

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

test('that of the command line waits until Electron is ready, and one killed before is never started', async () => {
  const folder = join(ROOT, 'dist', 'main');
  const bytes = readSample('MR_small_RLE');
  const early = startSandboxOnceReady(folder);
  const ended = new Promise((resolve) => early.onEnd(resolve));
  early.kill();
  expect(await ended).toBe('killed');
  const pool = createSandboxPool(() => startSandboxOnceReady(folder), 1);
  onTestFinished(pool.close);
  const result = await pool.run({
    task: { kind: 'pictures', media_kind: 'dicom' },
    fileId: 'mr',
    size: bytes.length,
    signal: new AbortController().signal,
    async *read() {
      yield bytes;
    },
  });
  expect(result).toMatchObject({ error: null, header: { modality: 'MR' } });
});

test('the command line of the desktop starts no sandbox by itself', async () => {
  const started: string[] = [];
  const child: SandboxChild = {
    send: async () => undefined,
    onMessage: () => undefined,
    onEnd: () => undefined,
    kill: () => undefined,
  };
  setHostLauncher(() => {
    started.push('by the host');
    return child;
  });
  onTestFinished(() => {
    Reflect.deleteProperty(globalThis, Symbol.for('sealed-records-vault/launch-sandbox'));
  });
  expect(launchSandbox()).toBe(child);
  expect(started).toEqual(['by the host']);
});
