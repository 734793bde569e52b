/**
 * Regression tests of files that once kept a patient's name: in unused bits, after frames, in comments, links and
 * bytes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { deidentifyFile } from '#deidentify/dicom/deidentify-file.ts';
import { createPseudonyms, type Pseudonyms } from '#deidentify/pseudonyms.ts';
import { knownIdentifiers } from '#deidentify/text/known-identifiers.ts';
import { inflate, openDataset } from '#dicom/open-dataset.ts';
import { completeRecord } from '#records/complete-record.ts';
import { requirePeer, runPeer } from '#test/support/dicom/peer.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', 'fixtures', 'deidentify');
const IDENTIFIERS = /zyxwvut|qrstuvab|81726354|1\.2\.3\.4\.5\.\d\d|2\.25\.99000000000/i;

let pseudonyms: Pseudonyms;
beforeAll(async () => {
  pseudonyms = await createPseudonyms('5a'.repeat(32));
});

const known = knownIdentifiers(
  { custom_attributes: null },
  completeRecord('patients', {
    legal_name: 'Zyxwvut, Qrstuvab',
    identifiers: [{ type: 'MRN', value: '81726354' }],
  }),
);
const nobody = knownIdentifiers({ custom_attributes: null }, null);
const file = (name: string) => readFileSync(join(FIXTURES, name));
const deidentify = (name: string, record = known) =>
  deidentifyFile(file(name), { pseudonyms, known: record, inflate, withRisk: false });

async function copyOf(name: string, record = known): Promise<Uint8Array> {
  const copy = await deidentify(name, record);
  if ('left_out' in copy) throw new Error(copy.left_out);
  return copy.bytes;
}

function pixelsOf(bytes: Uint8Array): Uint8Array {
  const { parsed, element } = openDataset(bytes);
  const { dataOffset = 0, length = 0 } = element('x7fe00010') ?? {};
  return Uint8Array.from(parsed.byteArray.subarray(dataOffset, dataOffset + length));
}

describe('deidentifyFile', () => {
  test.each([
    '13a-overlay-bits.dcm',
    '13b-uids-and-link.dcm',
    '13c-bytes-behind-frames.dcm',
    '13d-jpeg-comment.dcm',
    '13f-name-in-bytes.dcm',
    '02e-rle-overlay-bits.dcm',
  ])('%s leaves without an identifier, by the record and by the file alone', async (name) => {
    for (const record of [known, nobody]) {
      const bytes = Buffer.from(await copyOf(name, record));
      expect(bytes.toString('latin1')).not.toMatch(IDENTIFIERS);
      expect(openDataset(bytes).isWhole).toBe(true);
    }
  });

  test('bits above the samples are cleared, the samples are not', async () => {
    const before = new Uint16Array(pixelsOf(file('13a-overlay-bits.dcm')).buffer);
    const after = new Uint16Array(pixelsOf(await copyOf('13a-overlay-bits.dcm')).buffer);
    expect(before.some((sample) => sample > 0xfff)).toBe(true);
    expect(after).toEqual(before.map((sample) => sample & 0xfff));
  });

  test('a saved screen stays behind though nothing says that something is written on it', async () => {
    expect(await deidentify('13e-saved-screen.dcm')).toEqual({ left_out: 'writing_possible' });
  });

  test.for([
    '13a-overlay-bits.dcm',
    '13c-bytes-behind-frames.dcm',
    '13d-jpeg-comment.dcm',
    '02e-rle-overlay-bits.dcm',
  ])('%s shows the same picture in DCMTK', async (name, context) => {
    requirePeer(context, 'dcm2pnm', 'dcmtk');
    const dir = testTempDir();
    const copy = join(dir, 'copy.dcm');
    writeFileSync(copy, await copyOf(name));
    const shown = async (path: string) => {
      const out = join(dir, 'shown.pgm');
      // Without overlays, which the copy does not have.
      const run = await runPeer('dcmj2pnm', ['+Wm', '+opw', '-O', path, out]);
      expect(run).toMatchObject({ code: 0 });
      return readFileSync(out);
    };
    expect((await shown(copy)).equals(await shown(join(FIXTURES, name)))).toBe(true);
    expect((await runPeer('dcmdump', ['-q', '+L', copy])).output).not.toMatch(/\(60..,/);
  });
});
