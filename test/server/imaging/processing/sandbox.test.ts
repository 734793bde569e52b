import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MediaKind } from '#contract/drives/node.ts';
import { PROCESSING_MAX_MS } from '#contract/limits.ts';
import { launchChild, type SandboxChild } from '#server/imaging/processing/sandbox/launch-sandbox.ts';
import type { RenditionResult, SandboxTask } from '#server/imaging/processing/sandbox/sandbox-messages.ts';
import { createSandboxPool, type SandboxPool } from '#server/imaging/processing/sandbox/sandbox-pool.ts';
import { readSample, transcode } from './dicom-samples.ts';

/** Long time limit, so that jobs end by their work. */
const PATIENT_MS = 540_000;

let children: SandboxChild[];
let pool: SandboxPool;
const launch = () => {
  const child = launchChild();
  children.push(child);
  return child;
};
beforeEach(() => {
  children = [];
  pool = createSandboxPool(launch, 1, PROCESSING_MAX_MS, PATIENT_MS);
});
afterEach(() => pool.close());

let ids = 0;
async function run(
  task: SandboxTask,
  bytes: Uint8Array,
  options: { signal?: AbortSignal; on?: SandboxPool } = {},
) {
  ids += 1;
  return (options.on ?? pool).run({
    task,
    fileId: String(ids),
    size: bytes.length,
    signal: options.signal ?? new AbortController().signal,
    async *read() {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
    },
  });
}

async function pictures(bytes: Uint8Array, media_kind: MediaKind): Promise<RenditionResult> {
  const result = await run({ kind: 'pictures', media_kind }, bytes);
  if (result.kind !== 'pictures') throw new Error('not pictures');
  return result;
}

const codeOf = (bytes: Uint8Array, media_kind: MediaKind) =>
  pictures(bytes, media_kind).then(
    ({ error }) => error,
    (error: unknown) => (error instanceof Error ? `${error.name} ${error.message}` : ''),
  );

async function sizeOf(webp: Uint8Array | null) {
  const { width, height, format } = await sharp(webp ?? new Uint8Array()).metadata();
  return { width, height, format };
}

/** One page with a red square, written by hand. */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R>>endobj
4 0 obj<</Length 26>>stream
1 0 0 rg 0 0 100 100 re f
endstream endobj
trailer<</Root 1 0 R>>`;

describe('the sandbox', () => {
  test('makes a thumbnail and a preview of a picture, the right way up', async () => {
    const photo = await sharp({ create: { width: 3200, height: 1600, channels: 3, background: '#a04020' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { thumbnail, preview, header, error } = await pictures(photo, 'image');
    expect({ header, error }).toEqual({ header: null, error: null });
    expect(await sizeOf(thumbnail)).toEqual({ width: 128, height: 256, format: 'webp' });
    expect(await sizeOf(preview)).toEqual({ width: 800, height: 1600, format: 'webp' });
  });

  test('shows the first page of a PDF in its colours', async () => {
    const { preview, error } = await pictures(Buffer.from(PDF), 'pdf');
    expect(error).toBeNull();
    expect(await sizeOf(preview)).toEqual({ width: 1600, height: 800, format: 'webp' });
    const { data } = await sharp(preview ?? new Uint8Array())
      .raw()
      .toBuffer({ resolveWithObject: true });
    const [left, right] = [(400 * 1600 + 200) * 3, (400 * 1600 + 1400) * 3];
    expect([...data.subarray(left, left + 3)].map((value) => value > 128)).toEqual([true, false, false]);
    expect([...data.subarray(right, right + 3)].every((value) => value > 240)).toBe(true);
  });

  test('reads the header of a DICOM file, with a picture or without', async () => {
    const ct = await pictures(readSample('CT_small'), 'dicom');
    expect(ct).toMatchObject({ error: null, header: { modality: 'CT', rows: 128, frames: 1 } });
    expect(await sizeOf(ct.preview)).toEqual({ width: 128, height: 128, format: 'webp' });
    const report = await pictures(readSample('test-SR'), 'dicom');
    expect(report).toMatchObject({
      error: 'no_picture',
      thumbnail: null,
      header: { modality: 'SR', frames: 0 },
    });
    expect(await pictures(readSample('MR_truncated'), 'dicom')).toMatchObject({
      error: 'damaged',
      header: { modality: 'MR', patient_name: 'CompressedSamples^MR1' },
    });
  });

  test('keeps the last file, so that further frames need no second copy', async () => {
    const loop = readSample('examples_ybr_color');
    let reads = 0;
    const job = (first: number) =>
      pool.run({
        task: { kind: 'frames', first, count: 2, maxBytes: 1_000_000 },
        fileId: 'loop',
        size: loop.length,
        signal: new AbortController().signal,
        async *read() {
          reads += 1;
          yield loop;
        },
      });
    const first = await job(0);
    const second = await job(28);
    expect([first, second]).toMatchObject([
      { error: null, frames: [{ description: { frames: 30, rows: 240 } }, {}] },
      { error: null, frames: [{}, {}] },
    ]);
    expect(await job(30)).toMatchObject({ error: null, frames: [] });
    expect(reads).toBe(1);
    expect(children).toHaveLength(1);
  });

  test('reads the code and nothing else, writes nothing, starts nothing', async () => {
    const probe = launchChild(new URL('./sandbox-probe.ts', import.meta.url));
    const answer = await new Promise((resolve) => probe.onMessage(resolve));
    probe.kill();
    expect(answer).toEqual({
      read: 'ERR_ACCESS_DENIED',
      write: 'ERR_ACCESS_DENIED',
      spawn: 'ERR_ACCESS_DENIED',
      environment: ['MALLOC_ARENA_MAX'],
    });
  });
});

describe('hostile files', () => {
  test.each([
    [
      'a picture that is none',
      'image',
      Buffer.from('\xff\xd8\xff\xe0 no picture at all', 'latin1'),
      'damaged',
    ],
    [
      'an SVG',
      'image',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'unsupported_syntax',
    ],
    ['an empty picture', 'image', new Uint8Array(), 'damaged'],
    ['a PDF that ends early', 'pdf', Buffer.from(PDF.slice(0, 20)), 'damaged'],
    ['DICOM that is none', 'dicom', Buffer.from('no DICOM'), 'damaged'],
  ] as const)('%s', async (_name, kind, bytes, code) => {
    expect(await codeOf(bytes, kind)).toBe(code);
  });

  test('a picture cut off in its middle is damaged', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
    const whole = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'red', noise } })
      .png()
      .toBuffer();
    expect(await codeOf(whole.subarray(0, whole.length / 2), 'image')).toBe('damaged');
  });

  test('a picture of more pixels than the limit is too large', async () => {
    const bomb = await sharp({ create: { width: 16_000, height: 7_000, channels: 3, background: 'white' } })
      .png({ compressionLevel: 1 })
      .toBuffer();
    expect(await codeOf(bomb, 'image')).toBe('too_large');
  });

  test('a deflated bomb is too large', async () => {
    const meta = Buffer.concat([
      Buffer.alloc(128),
      Buffer.from('DICM'),
      element(0x0002, 0x0010, 'UI', '1.2.840.10008.1.2.1.99'),
    ]);
    const bomb = deflateRawSync(Buffer.alloc(600 * 1024 * 1024), { level: 9 });
    expect(await codeOf(Buffer.concat([meta, bomb]), 'dicom')).toBe('too_large');
  });

  test('any bytes changed anywhere end in a picture or a code, and the next file is shown', async () => {
    const samples = [
      readSample('MR_small_RLE'),
      readSample('MR_small_jp2klossless'),
      readSample('SC_rgb_jpeg_dcmtk'),
      readSample('MR_small_jpeg_ls_lossless'),
      Buffer.from(await transcode('MR_small', '1.2.840.10008.1.2.4.201')),
      Buffer.from(await transcode('MR_small', '1.2.840.10008.1.2.4.110')),
    ];
    const random = seeded(20261121);
    for (const sample of samples) {
      for (let round = 0; round < 12; round += 1) {
        const bytes = Buffer.from(sample);
        for (let change = 0; change <= round; change += 1) {
          bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
        }
        expect(String(await codeOf(bytes, 'dicom'))).toMatch(
          /^(damaged|no_picture|too_large|unsupported_syntax)$|^null$|^ProcessingError (damaged|too_large|timed_out)$/,
        );
      }
    }
    expect(await codeOf(readSample('CT_small'), 'dicom')).toBeNull();
  });

  test('what takes too long is killed, and the next file runs in a fresh process', async () => {
    const hasty = createSandboxPool(launch, 1, 1, PATIENT_MS);
    await expect(
      run({ kind: 'pictures', media_kind: 'dicom' }, readSample('CT_small'), { on: hasty }),
    ).rejects.toMatchObject({ name: 'ProcessingError', code: 'timed_out' });
    hasty.close();
    expect(await codeOf(readSample('CT_small'), 'dicom')).toBeNull();
    expect(children).toHaveLength(2);
  });

  test('what takes more memory than the limit is killed, though it never yields: too large', async () => {
    const glutton = () => launchChild(new URL('./sandbox-glutton.ts', import.meta.url));
    // Long limit, because filling memory takes longer on a busy machine.
    const greedy = createSandboxPool(glutton, 1, 3 * PROCESSING_MAX_MS, PATIENT_MS);
    const endless = { kind: 'pictures', media_kind: 'dicom' } as const;
    const job = greedy.run({
      task: endless,
      fileId: 'never whole',
      size: 2,
      signal: new AbortController().signal,
      async *read() {
        yield Uint8Array.of(1);
      },
    });
    await expect(job).rejects.toMatchObject({ name: 'ProcessingError', code: 'too_large' });
    greedy.close();
  });

  test('a job whose signal aborts ends at once, whether it runs or waits', async () => {
    const abort = new AbortController();
    const jobs = [1, 2].map(() =>
      run({ kind: 'pictures', media_kind: 'dicom' }, readSample('examples_palette'), {
        signal: abort.signal,
      }),
    );
    abort.abort();
    const ends = await Promise.allSettled(jobs);
    expect(ends).toMatchObject([{ reason: { name: 'JobAborted' } }, { reason: { name: 'JobAborted' } }]);
  });
});

/** Builds an explicit little-endian element with a short length. */
function element(group: number, number: number, vr: string, value: string): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16LE(group, 0);
  head.writeUInt16LE(number, 2);
  head.write(vr, 4);
  head.writeUInt16LE(value.length, 6);
  return Buffer.concat([head, Buffer.from(value)]);
}

/** Returns the same random numbers in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
