/** Tests the bundled sandbox: its entry, worker and WebAssembly are separate files beside it. */
import { fork } from 'node:child_process';
import { join, sep } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildCommandLine } from '#scripts/build/build.ts';
import type { FromSandbox, ToSandbox } from '#server/imaging/processing/sandbox/sandbox-messages.ts';
import { readSample } from '#test/server/imaging/processing/dicom-samples.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDER = join(ROOT, 'dist', 'main');

beforeAll(() => buildCommandLine());

function picturesOf(bytes: Uint8Array, mediaKind: 'dicom' | 'pdf'): Promise<FromSandbox> {
  const readable = [FOLDER + sep, join(ROOT, 'node_modules') + sep, join(ROOT, 'package.json')];
  const child = fork(join(FOLDER, 'sandbox-main.js'), [], {
    execArgv: [
      '--permission',
      ...readable.map((path) => `--allow-fs-read=${path}`),
      '--allow-addons',
      '--allow-worker',
    ],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const job: ToSandbox = {
    type: 'job',
    task: { kind: 'pictures', media_kind: mediaKind },
    size: bytes.length,
  };
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('The sandbox ended.')));
    child.once('message', (message: FromSandbox) => {
      resolve(message);
      child.kill('SIGKILL');
    });
    child.send(job);
    child.send({ type: 'data', bytes } satisfies ToSandbox);
  });
}

describe('the bundled sandbox', () => {
  test('decodes compressed DICOM', async () => {
    expect(await picturesOf(readSample('MR_small_RLE'), 'dicom')).toMatchObject({
      result: { error: null, header: { modality: 'MR' }, thumbnail: expect.any(Uint8Array) },
    });
  });

  test('shows a PDF', async () => {
    const pdf = Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
        '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj\ntrailer<</Root 1 0 R>>',
    );
    expect(await picturesOf(pdf, 'pdf')).toMatchObject({
      result: { error: null, thumbnail: expect.any(Uint8Array) },
    });
  });
});
