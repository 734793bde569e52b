import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DriveNode } from '#contract/drives/node.ts';
import { createDriveClient, type DriveClient } from '#test/server/drives/routes/drive-client.ts';
import { CDA_CLASS, encapsulated, PDF_CLASS, STL_CLASS } from '#test/support/dicom/encapsulated.ts';
import { item, report, text } from '#test/support/dicom/report.ts';
import { type InitialisedServer, startInitialisedServer } from '#test/support/start-tls-server.ts';
import { smallPdf } from '#test/ui/support/sample-files.ts';
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

const send = (node: DriveNode, variant: string, headers = {}) =>
  drive.send(`/nodes/${node.node_id}/content?variant=${variant}`, { headers });

describe('GET …/content?variant=text', () => {
  test('a report is text, whatever its pictures, and ranges of it too', async () => {
    const node = await processed(await drive.upload(readSample('test-SR'), 'report.dcm'));
    expect(node).toMatchObject({ processing_status: 'failed', processing_error: 'no_picture' });
    const got = await send(node, 'text');
    expect(got).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'content-length': String(got.bytes.length),
        'content-disposition': "attachment; filename*=UTF-8''report.dcm.txt",
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    });
    expect(got.bytes.toString()).toContain('Verified by: Riesmeier, Jörg, OFFIS e.V.');
    const part = await send(node, 'text', { range: 'bytes=0-8' });
    expect([part.status, part.bytes.toString()]).toEqual([206, 'Diagnosis']);
  });

  test('404 for a picture, a file that is not DICOM, and a report that ends early', async () => {
    const picture = await drive.upload(readSample('CT_small'), 'ct.dcm');
    const note = await drive.upload('just words', 'note.txt');
    for (const node of [picture, note]) {
      const { status, json } = await send(node, 'text');
      expect([status, json.error.code]).toEqual([404, 'not_found']);
    }
    const cut = await drive.upload(readSample('test-SR').subarray(0, 3000), 'cut.dcm');
    const { status, headers } = await send(cut, 'text');
    expect([status, headers['x-processing-error']]).toEqual([404, 'damaged']);
  });

  test('a report too large to read ends itself alone, with its reason', async () => {
    const long = 'x'.repeat(1_000_000);
    const items = Array.from({ length: 9 }, () => item({ type: 'CONTAINER', items: [text('T', long)] }));
    const bomb = await drive.upload(report('Bomb', items), 'bomb.dcm');
    const good = await drive.upload(report('Good', [text('Finding', 'Clear.')]), 'good.dcm');
    const { status, headers } = await send(bomb, 'text');
    expect([status, headers['x-processing-error']]).toEqual([404, 'too_large']);
    expect((await send(good, 'text')).bytes.toString()).toContain('Finding: Clear.');
  });
});

describe('an ECG', () => {
  test('has pictures of its traces, its text, and no frames', async () => {
    const node = await processed(await drive.upload(readSample('waveform_ecg'), 'ecg.dcm'));
    expect(node).toMatchObject({ processing_status: 'done', processing_error: null });
    const { channels } = await sharp((await send(node, 'preview')).bytes).stats();
    expect(channels.some(({ min, max }) => min !== max)).toBe(true);
    expect((await send(node, 'text')).bytes.toString()).toContain('RR Interval: 982 ms (milliseconds)');
    const frame = await drive.send(`/nodes/${node.node_id}/frames/1`);
    expect([frame.status, frame.headers['x-processing-error']]).toEqual([404, 'no_picture']);
    expect((await send(node, 'document')).status).toBe(404);
  });
});

describe('GET …/content?variant=document', () => {
  const model = Buffer.concat([randomBytes(84), Buffer.alloc(50)]);
  test.each([
    ['a CDA of an odd length', CDA_CLASS, 'text/XML', Buffer.from('<ClinicalDocument/>'), 'text/xml', 'xml'],
    ['a model that ends in zeros', STL_CLASS, 'model/stl', model, 'model/stl', 'stl'],
    [
      'a PDF that says it is a page',
      PDF_CLASS,
      'text/html',
      Buffer.from('%PDF-1.4 odd'),
      'application/pdf',
      'pdf',
    ],
  ])('%s is its exact bytes', async (_, sopClass, stated, document, type, ending) => {
    const file = encapsulated(sopClass, stated, document);
    const node = await processed(await drive.upload(file, `${ending}.dcm`));
    const got = await send(node, 'document');
    expect(got).toMatchObject({
      status: 200,
      headers: {
        'content-type': type,
        'content-length': String(document.length),
        'content-disposition': `attachment; filename*=UTF-8''${ending}.dcm.${ending}`,
      },
    });
    expect(got.bytes.equals(document)).toBe(true);
    const part = await send(node, 'document', { range: `bytes=2-5` });
    expect([part.status, part.bytes.equals(document.subarray(2, 6))]).toEqual([206, true]);
    expect((await send(node, 'text')).status).toBe(404);
  });

  test('one of a deflated file is inflated', async () => {
    const document = Buffer.from('<ClinicalDocument>deflated</ClinicalDocument>');
    const file = encapsulated(CDA_CLASS, 'text/XML', document, document.length, true);
    const got = await send(await drive.upload(file, 'deflated.dcm'), 'document');
    expect(got.bytes.equals(document)).toBe(true);
  });

  test('without a stated length, padding is left out', async () => {
    const document = Buffer.from('<ClinicalDocument/>');
    const got = await send(
      await drive.upload(encapsulated(CDA_CLASS, 'text/XML', document, null), 'old.dcm'),
      'document',
    );
    expect(got.bytes.equals(document)).toBe(true);
  });

  test('404 for a report, for a picture, and for a document shorter than it says', async () => {
    for (const sample of ['test-SR', 'CT_small']) {
      expect((await send(await drive.upload(readSample(sample), `${sample}.dcm`), 'document')).status).toBe(
        404,
      );
    }
    const short = encapsulated(CDA_CLASS, 'text/XML', Buffer.from('<ClinicalDocument/>'), 5_000);
    const { status, headers } = await send(await drive.upload(short, 'short.dcm'), 'document');
    expect([status, headers['x-processing-error']]).toEqual([404, 'damaged']);
  });
});

describe('an encapsulated PDF', () => {
  test('has pictures of its first page, its number of pages, and no frames', async () => {
    const pdf = smallPdf('Letter', 3);
    const file = encapsulated(PDF_CLASS, 'application/pdf', pdf);
    const node = await processed(await drive.upload(file, 'letter.dcm'));
    expect(node).toMatchObject({ media_kind: 'dicom', processing_status: 'done', page_count: 3 });
    expect(node.optimized_variants.map(({ kind }) => kind)).toEqual(['thumbnail', 'preview']);
    const preview = (await send(node, 'preview')).bytes;
    const { channels } = await sharp(preview).stats();
    expect(channels.some(({ min, max }) => min !== max)).toBe(true);
    expect((await send(node, 'document')).bytes.equals(pdf)).toBe(true);
    const frame = await drive.send(`/nodes/${node.node_id}/frames/1`);
    expect([frame.status, frame.headers['x-processing-error']]).toEqual([404, 'no_picture']);
  });

  test('that cannot be read says so, and is still given out', async () => {
    const broken = Buffer.from('%PDF-1.4 and nothing else');
    const node = await processed(
      await drive.upload(encapsulated(PDF_CLASS, 'application/pdf', broken), 'broken.dcm'),
    );
    expect(node).toMatchObject({
      processing_status: 'failed',
      processing_error: 'damaged',
      page_count: null,
    });
    expect((await send(node, 'document')).bytes.equals(broken)).toBe(true);
  });

  test('a CDA has no picture and no pages', async () => {
    const file = encapsulated(CDA_CLASS, 'text/XML', Buffer.from('<ClinicalDocument/>'));
    expect(await processed(await drive.upload(file, 'cda.dcm'))).toMatchObject({
      processing_status: 'failed',
      processing_error: 'no_picture',
      page_count: null,
    });
  });
});
