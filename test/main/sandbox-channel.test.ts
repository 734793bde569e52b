import { afterEach, describe, expect, test } from 'vitest';
import { createChannelLauncher, relaySandbox } from '#main/host/sandbox-channel.ts';
import { StarvedJobError } from '#server/imaging/processing/processing-error.ts';
import { launchChild, type SandboxChild } from '#server/imaging/processing/sandbox/launch-sandbox.ts';
import { createSandboxPool, type SandboxPool } from '#server/imaging/processing/sandbox/sandbox-pool.ts';
import { readSample } from '#test/server/imaging/processing/dicom-samples.ts';

let pool: SandboxPool | undefined;
afterEach(() => pool?.close());

function start(maxMs?: number) {
  const children: SandboxChild[] = [];
  const launcher = createChannelLauncher((port) => {
    const child = launchChild();
    children.push(child);
    relaySandbox(port, child);
  });
  pool = createSandboxPool(launcher, 1, maxMs);
  return { children, pool };
}

const job = (bytes: Uint8Array) => ({
  task: { kind: 'pictures', media_kind: 'dicom' } as const,
  fileId: 'file',
  size: bytes.length,
  signal: new AbortController().signal,
  async *read() {
    yield bytes;
  },
});

describe('a sandbox behind a message port', () => {
  test('makes the same pictures', async () => {
    const { pool: sandboxes } = start();
    expect(await sandboxes.run(job(readSample('MR_small_RLE')))).toMatchObject({
      kind: 'pictures',
      error: null,
      header: { modality: 'MR' },
      thumbnail: expect.any(Uint8Array),
    });
  });

  test('is killed from the other side, and its end is told', async () => {
    const { children, pool: sandboxes } = start(1);
    // The port does not report the work time; only the clock ends the job.
    await expect(sandboxes.run(job(readSample('CT_small')))).rejects.toBeInstanceOf(StarvedJobError);
    expect(await new Promise((resolve) => children[0]?.onEnd(resolve))).toBe('killed');
  });
});
