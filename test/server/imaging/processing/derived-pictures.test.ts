import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DriveNode } from '#contract/drives/node.ts';
import { createDriveClient, type DriveClient } from '#test/server/drives/routes/drive-client.ts';
import { type InitialisedServer, startInitialisedServer } from '#test/support/start-tls-server.ts';
import { readSample } from './dicom-samples.ts';

let vault: InitialisedServer;
let drive: DriveClient;
beforeAll(async () => {
  vault = await startInitialisedServer();
  drive = createDriveClient(vault);
});
afterAll(() => vault.stop());

async function processed(node: DriveNode): Promise<DriveNode> {
  await vault.server.services.processing.whenIdle();
  return (await drive.send(`/nodes/${node.node_id}`)).json;
}

const usedBytes = async () => {
  const { items } = (await drive.send('/nodes?state=all')).json as { items: DriveNode[] };
  return items.reduce((sum, { total_size }) => sum + (total_size ?? 0), 0);
};

/** Builds a complete PDF of these objects; the first is its root. */
function pdfOf(objects: readonly string[]): string {
  let body = '%PDF-1.4\n';
  const rows = objects.map((object, at) => {
    const row = `${String(body.length).padStart(10, '0')} 00000 n \n`;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return row;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`;
  return `${body}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
}

describe('GET …/content?variant=', () => {
  test('a picture gets a thumbnail and a preview, counted in its total size', async () => {
    const photo = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#336699' } })
      .png()
      .toBuffer();
    const uploaded = await drive.upload(photo, 'photo.png');
    expect(['queued', 'running', 'done']).toContain(uploaded.processing_status);
    const node = await processed(uploaded);
    expect(node).toMatchObject({ processing_status: 'done', processing_error: null });
    expect(node.optimized_variants.map(({ kind }) => kind)).toEqual(['thumbnail', 'preview']);
    const extra = node.optimized_variants.reduce((sum, { storage_size }) => sum + storage_size, 0);
    expect(node.total_size).toBe(photo.length + extra);

    const thumbnail = await drive.send(`/nodes/${node.node_id}/content?variant=thumbnail`);
    expect(thumbnail).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/webp',
        'content-length': String(node.optimized_variants[0]?.storage_size),
        'cache-control': 'no-store',
      },
    });
    expect(await sharp(thumbnail.bytes).metadata()).toMatchObject({
      width: 256,
      height: 128,
      format: 'webp',
    });
    const part = await drive.send(`/nodes/${node.node_id}/content?variant=preview`, {
      headers: { range: 'bytes=0-3' },
    });
    expect([part.status, part.bytes.toString()]).toEqual([206, 'RIFF']);
  });

  test('a text has none: 404; an unknown variant: 422', async () => {
    const node = await processed(await drive.upload('just words', 'note.txt'));
    expect(node).toMatchObject({ processing_status: 'none', optimized_variants: [], total_size: 10 });
    expect((await drive.send(`/nodes/${node.node_id}/content?variant=thumbnail`)).json.error.code).toBe(
      'not_found',
    );
    expect((await drive.send(`/nodes/${node.node_id}/content?variant=huge`)).status).toBe(422);
  });

  test('DICOM without a picture says why, and still shows its header', async () => {
    const node = await processed(await drive.upload(readSample('test-SR'), 'report.dcm'));
    expect(node).toMatchObject({
      media_kind: 'dicom',
      status: 'ready',
      processing_status: 'failed',
      processing_error: 'no_picture',
      optimized_variants: [],
    });
    expect((await drive.send(`/nodes/${node.node_id}/frames/1`)).json.error.code).toBe('not_found');
  });

  test.each([
    ['Count 0', '/Kids [] /Count 0'],
    ['a page it does not hold', '/Kids [] /Count 1'],
    ['a page that leads nowhere', '/Kids [9 0 R] /Count 3'],
  ])('a PDF with %s has no picture and says why', async (_, pages) => {
    const objects = ['<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages ${pages} >>`];
    const file = pdfOf(objects);
    const node = await processed(await drive.upload(file, 'empty.pdf'));
    expect(node).toMatchObject({
      media_kind: 'pdf',
      processing_status: 'failed',
      processing_error: 'no_picture',
      page_count: null,
      optimized_variants: [],
    });
  });

  test('pictures and headers are nowhere in clear, and go with their file', async () => {
    const node = await processed(await drive.upload(readSample('MR_small'), 'mr.dcm'));
    const variant = node.optimized_variants[0];
    const blobs = join(vault.dataDir, 'blobs');
    const files = () => readdirSync(blobs, { recursive: true, encoding: 'utf8' });
    expect(files()).toContain(variant?.storage_path);
    const picture = (await drive.send(`/nodes/${node.node_id}/content?variant=preview`)).bytes;
    // Long enough that random bytes or key text never contain one.
    const clears = [picture.subarray(0, 16), 'CompressedSamples', '1.3.6.1.4.1.5962'];
    for (const file of [...files().map((name) => join('blobs', name)), 'vault.sqlite', 'vault.sqlite-wal']) {
      const bytes = /\/.*\/|sqlite/.test(file) ? readFileSync(join(vault.dataDir, file)) : Buffer.alloc(0);
      for (const clear of clears) expect(bytes.includes(clear)).toBe(false);
    }
    const before = await usedBytes();
    await drive.send(`/nodes/${node.node_id}`, { method: 'DELETE' });
    expect((await drive.send(`/nodes/${node.node_id}/content?variant=preview`)).status).toBe(200);
    expect((await drive.send(`/nodes/${node.node_id}?purge=true`, { method: 'DELETE' })).status).toBe(200);
    expect(await usedBytes()).toBe(before - (node.total_size ?? 0));
    expect(files().filter((name) => name.includes(node.node_id) || name === variant?.storage_path)).toEqual(
      [],
    );
  });
});

describe('POST …/reprocess', () => {
  test('202: queued again, and new pictures take the place of the old', async () => {
    const node = await processed(await drive.upload(readSample('CT_small'), 'ct.dcm'));
    const again = await drive.send(`/nodes/${node.node_id}/reprocess`, { method: 'POST' });
    expect(again.status).toBe(202);
    expect(again.json.optimized_variants).toHaveLength(2);
    const after = await processed(node);
    expect(after.processing_status).toBe('done');
    expect(after.total_size).toBe(node.total_size);
    expect(after.optimized_variants[0]?.storage_path).not.toBe(node.optimized_variants[0]?.storage_path);
    expect((await drive.send(`/nodes/${node.node_id}/content?variant=preview`)).status).toBe(200);
  });

  test('a file of a kind without pictures stays as it is; a folder has none', async () => {
    const note = await drive.upload('words', 'again.txt');
    const answer = await drive.send(`/nodes/${note.node_id}/reprocess`, { method: 'POST' });
    expect([answer.status, answer.json.processing_status]).toEqual([202, 'none']);
    const folder = await drive.send('/folders', { method: 'POST', body: { name: 'folder' } });
    expect((await drive.send(`/nodes/${folder.json.node_id}/reprocess`, { method: 'POST' })).status).toBe(
      422,
    );
  });
});

describe('GET …/frames/{n}', () => {
  test('raw little-endian samples, described by headers', async () => {
    const sample = readSample('CT_small');
    const node = await drive.upload(sample, 'frame.dcm');
    const frame = await drive.send(`/nodes/${node.node_id}/frames/1`);
    expect(frame).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/octet-stream',
        'cache-control': 'no-store',
        'x-frame-rows': '128',
        'x-frame-columns': '128',
        'x-frame-count': '1',
        'x-frame-samples-per-pixel': '1',
        'x-frame-bits-allocated': '16',
        'x-frame-bits-stored': '16',
        'x-frame-signed': 'true',
        'x-frame-photometric-interpretation': 'MONOCHROME2',
        'x-frame-rescale-slope': '1',
        'x-frame-rescale-intercept': '-1024',
        'x-frame-window-center': '136',
        'x-frame-window-width': '2064',
        'x-frame-window-source': 'pixels',
      },
    });
    expect(frame.bytes).toHaveLength(128 * 128 * 2);
    expect(sample.includes(frame.bytes)).toBe(true);
  });

  test('every frame of a loop, forwards and backwards; past the last: 404; below the first: 422', async () => {
    const node = await drive.upload(readSample('examples_ybr_color'), 'loop.dcm');
    const frame = (n: number | string) => drive.send(`/nodes/${node.node_id}/frames/${n}`);
    const forwards = [];
    for (let n = 1; n <= 30; n += 1) forwards.push((await frame(n)).bytes);
    expect(new Set(forwards.map((bytes) => bytes.length))).toEqual(new Set([240 * 320 * 3]));
    for (let n = 30; n >= 1; n -= 1)
      expect((await frame(n)).bytes.equals(forwards[n - 1] ?? Buffer.of())).toBe(true);
    expect((await frame(31)).json.error.code).toBe('not_found');
    expect((await frame(0)).status).toBe(422);
  });

  test('says why there is none; only DICOM has frames', async () => {
    const video = await drive.upload(readSample('MPEG2'), 'video.dcm');
    const answer = await drive.send(`/nodes/${video.node_id}/frames/1`);
    expect([answer.status, answer.headers['x-processing-error']]).toEqual([404, 'unsupported_syntax']);
    const note = await drive.upload('words', 'words.txt');
    expect((await drive.send(`/nodes/${note.node_id}/frames/1`)).status).toBe(422);
  });
});

describe('GET /v1/drives/{sg}/series', () => {
  test('the series of an exam in reading order, with what their headers say', async () => {
    const exam = await vault.desktop.send('/v1/exams', {
      method: 'POST',
      token: vault.token,
      body: { security_group_id: vault.security_group_id, record: { title: 'Series' } },
    });
    const examId: string = exam.json.index.document_id;
    for (const name of ['MR_small', 'CT_small', 'test-SR']) {
      const node = await drive.upload(readSample(name), `series ${name}.dcm`);
      await drive.send(`/nodes/${node.node_id}`, { method: 'PATCH', body: { exam_id: examId } });
    }
    await vault.server.services.processing.whenIdle();
    const { status, json } = await drive.send(`/series?exam_id=${examId}`);
    expect(status).toBe(200);
    expect(json.waiting).toBe(0);
    expect(json.items.map(({ modality }: { modality: string }) => modality).toSorted()).toEqual([
      'CT',
      'MR',
      'SR',
    ]);
    const ct = json.items.find(({ modality }: { modality: string }) => modality === 'CT');
    expect(ct.instances[0].header).toMatchObject({
      patient_name: 'CompressedSamples^CT1',
      pixel_spacing: [0.661468, 0.661468],
      frames: 1,
    });
    expect((await drive.send('/series')).status).toBe(422);
  });
});
