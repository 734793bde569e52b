/** Tests compressed streams: comments are removed and samples kept; streams that cannot be cleaned are rewritten. */
import { beforeAll, describe, expect, test } from 'vitest';
import { concatBytes } from '#bytes/concat-bytes.ts';
import { deidentifyFile } from '#deidentify/dicom/deidentify-file.ts';
import { clearJpeg } from '#deidentify/pixels/jpeg-stream.ts';
import { clearJpeg2000 } from '#deidentify/pixels/jpeg2000-stream.ts';
import { createPseudonyms, type Pseudonyms } from '#deidentify/pseudonyms.ts';
import { knownIdentifiers } from '#deidentify/text/known-identifiers.ts';
import { inflate, openDataset } from '#dicom/open-dataset.ts';
import type { DicomFrame } from '#sdk/index.ts';
import { decodeCompressed } from '#server/imaging/processing/dicom/codecs.ts';
import { pixelFormat } from '#server/imaging/processing/dicom/pixel-format.ts';
import { runFrames } from '#server/imaging/processing/sandbox/run-frames.ts';
import { transcode } from '#test/server/imaging/processing/dicom-samples.ts';
import { decoded } from '#test/server/imaging/processing/pixels/decoded.ts';

const JPEG_LS = '1.2.840.10008.1.2.4.80';
const JPEG_2000 = '1.2.840.10008.1.2.4.90';
const JPEG_XL = '1.2.840.10008.1.2.4.110';
const NAME = Buffer.from('Zyxwvut^Qrstuvab');

let pseudonyms: Pseudonyms;
beforeAll(async () => {
  pseudonyms = await createPseudonyms('5a'.repeat(32));
});

async function streamOf(file: Uint8Array): Promise<Buffer> {
  const { parsed, element } = openDataset(file);
  const [fragment] = element('x7fe00010')?.fragments ?? [];
  const { position = 0, length = 0 } = fragment ?? {};
  return Buffer.from(parsed.byteArray.subarray(position, position + length));
}

function segment(marker: number, body: Uint8Array): Uint8Array {
  return concatBytes([Uint8Array.of(0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff), body]);
}

function box(kind: string, body: Uint8Array): Uint8Array {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(kind, 4, 'latin1');
  return concatBytes([head, body]);
}

async function samplesOf(file: Uint8Array, syntax: string, stream: Uint8Array): Promise<Uint8Array> {
  return (await decodeCompressed(syntax, pixelFormat(openDataset(file)), stream)).data;
}

describe('clearJpeg', () => {
  test('a JPEG-LS stream loses comments, application data and what follows it, and no sample', async () => {
    const file = await transcode('CT_small', JPEG_LS);
    const stream = await streamOf(file);
    const named = concatBytes([
      ...[stream.subarray(0, 2), segment(0xfe, NAME), segment(0xe9, NAME), stream.subarray(2)],
      NAME,
    ]);
    const cleared = clearJpeg(named)?.bytes ?? new Uint8Array();
    expect(Buffer.from(cleared).includes('Zyxwvut')).toBe(false);
    expect(await samplesOf(file, JPEG_LS, cleared)).toEqual(await samplesOf(file, JPEG_LS, stream));
  });
});

describe('clearJpeg2000', () => {
  const jp2 = (stream: Uint8Array, ...header: Uint8Array[]) =>
    concatBytes([
      box('jP  ', Uint8Array.of(0x0d, 0x0a, 0x87, 0x0a)),
      box('ftyp', Buffer.from('jp2 \0\0\0\0jp2 ', 'latin1')),
      box('jp2h', concatBytes(header)),
      box('xml ', NAME),
      box('jp2c', stream),
      box('uuid', NAME),
    ]);

  test('a codestream loses its comments and what follows it, and no sample', async () => {
    const file = await transcode('CT_small', JPEG_2000);
    const stream = await streamOf(file);
    // After SIZ, which comes first.
    const at = 4 + stream.readUInt16BE(4);
    const comment = segment(0x64, concatBytes([Uint8Array.of(0, 1), NAME]));
    const named = concatBytes([stream.subarray(0, at), comment, stream.subarray(at), NAME]);
    const cleared = clearJpeg2000(named)?.bytes ?? new Uint8Array();
    expect(Buffer.from(cleared).includes('Zyxwvut')).toBe(false);
    expect(await samplesOf(file, JPEG_2000, cleared)).toEqual(await samplesOf(file, JPEG_2000, stream));
  });

  test('a JP2 file leaves as its codestream, and not at all where a palette makes another picture of it', async () => {
    const file = await transcode('CT_small', JPEG_2000);
    const stream = await streamOf(file);
    const cleared = clearJpeg2000(jp2(stream, box('ihdr', new Uint8Array(14))))?.bytes ?? new Uint8Array();
    expect(Buffer.from(cleared).includes('Zyxwvut')).toBe(false);
    expect(await samplesOf(file, JPEG_2000, cleared)).toEqual(await samplesOf(file, JPEG_2000, stream));
    expect(clearJpeg2000(jp2(stream, box('pclr', new Uint8Array(6))))).toBeUndefined();
  });
});

describe('a stream nobody here can clear', () => {
  const frameOf = (file: Uint8Array) => async (n: number) => {
    const { frames } = await runFrames(file, { kind: 'frames', first: n - 1, count: 1, maxBytes: 1 << 24 });
    const [frame] = frames;
    // Display settings do not matter for a copy.
    const shown = { windows: [], is_window_from_file: true, overlay: new Uint32Array() };
    return frame && { ...frame.description, ...shown, data: Uint8Array.from(frame.data) };
  };
  const deidentify = (file: Uint8Array, decode?: (n: number) => Promise<DicomFrame | undefined>) =>
    deidentifyFile(file, {
      ...{ pseudonyms, known: knownIdentifiers({ custom_attributes: null }, null), inflate },
      ...{ withRisk: true, ...(decode === undefined ? {} : { decode }) },
    });

  test('stays behind where nobody decodes it', async () => {
    expect(await deidentify(await transcode('CT_small', JPEG_XL))).toEqual({
      left_out: 'pixels_not_cleared',
    });
  });

  test.each(['CT_small', 'SC_rgb_jpeg_dcmtk'])('is written as the samples it holds: %s', async (name) => {
    const file = await transcode(name, JPEG_XL);
    const copy = await deidentify(file, frameOf(file));
    if ('left_out' in copy) throw new Error(copy.left_out);
    expect(copy.is_decompressed).toBe(true);
    expect(copy.header.transfer_syntax_uid).toBe('1.2.840.10008.1.2.1');
    const [before, after] = [await decoded(file), await decoded(copy.bytes)];
    expect(after.samples).toEqual(before.samples);
    expect(after.greys).toEqual(before.greys);
    expect(after.rescaleIntercept).toBe(before.rescaleIntercept);
  });

  test('stays behind after a modality table, which would be asked twice', async () => {
    const file = await transcode('CT_small', JPEG_XL);
    const table = frameOf(file);
    const { parsed } = openDataset(file);
    const item = parsed.elements['x00281052'];
    // Turn RescaleIntercept (0028,1052) into a ModalityLUTSequence (0028,3000), which needs review.
    const patched = Buffer.from(file);
    patched.writeUInt16LE(0x3000, (item?.dataOffset ?? 0) - 6);
    expect(await deidentify(patched, table)).toEqual({ left_out: 'pixels_not_cleared' });
  });
});
