/**
 * Tests that an identifier planted anywhere in a DICOM object never leaves: any attribute, depth or encoding, unused
 * bits, trailing bytes, codec data. The copy is clean, or there is none.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { concatBytes } from '#bytes/concat-bytes.ts';
import { deidentifyFile } from '#deidentify/dicom/deidentify-file.ts';
import { writeElement, writeItem } from '#deidentify/dicom/write/write-element.ts';
import { createPseudonyms, type Pseudonyms } from '#deidentify/pseudonyms.ts';
import { knownIdentifiers } from '#deidentify/text/known-identifiers.ts';
import { inflate, openDataset } from '#dicom/open-dataset.ts';
import { part10Head } from '#dicom/part10-header.ts';
import { runs } from '#test/support/depth.ts';
import { requirePeer, runPeer } from '#test/support/dicom/peer.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const RUNS = 300;
const FAMILY = 'Quavlen';
const GIVEN = 'Brímola';
const MRN = '73519264';
const STUDY = '1.2.826.99.4711.20240102.815';
const TERMS = [FAMILY, GIVEN, MRN, STUDY, `${FAMILY}^${GIVEN}`];
const EXPLICIT = '1.2.840.10008.1.2.1';
const IMPLICIT = '1.2.840.10008.1.2';
const BIG_ENDIAN = '1.2.840.10008.1.2.2';
const VRS =
  'AE AS AT CS DA DS DT FD FL IS LO LT OB OD OF OL OV OW PN SH SL SS ST SV TM UC UI UL UN UR US UT UV'.split(
    ' ',
  );
const PIXEL_COUNT = 64;

let pseudonyms: Pseudonyms;
beforeAll(async () => {
  pseudonyms = await createPseudonyms('5a'.repeat(32));
});
const nobody = knownIdentifiers({ custom_attributes: null }, null);

const ENCODERS = {
  utf8: (text: string) => Buffer.from(text),
  latin1: (text: string) => Buffer.from(text, 'latin1'),
  utf16le: (text: string) => Buffer.from(text, 'utf16le'),
  utf16be: (text: string) => Buffer.from(text, 'utf16le').swap16(),
};

/** Spellings of an identifier. */
const written = fc
  .record({
    term: fc.constantFrom(...TERMS),
    encoding: fc.constantFrom('utf8', 'latin1', 'utf16le', 'utf16be'),
    spelling: fc.constantFrom('as it is', 'small', 'capital'),
    before: fc.constantFrom('', 'Patient: ', '/', '0'),
  } as const)
  .map(({ term, encoding, spelling, before }) => {
    const spelled =
      spelling === 'small' ? term.toLowerCase() : spelling === 'capital' ? term.toUpperCase() : term;
    return ENCODERS[encoding](before === '0' && /^\d/.test(term) ? spelled : before + spelled);
  });

const group = fc.constantFrom(0x0008, 0x0009, 0x0010, 0x0018, 0x0020, 0x0040, 0x0054, 0x5000, 0x6000, 0x6002);
const hex = (value: number) => value.toString(16).padStart(4, '0');
const place = fc.record({
  tag: fc
    .tuple(group, fc.integer({ min: 0x0011, max: 0xffff }))
    .map(([first, second]) => hex(first) + hex(second))
    .filter((tag) => !OWN_TAGS.has(tag)),
  vr: fc.constantFrom(...VRS),
  depth: fc.integer({ min: 0, max: 2 }),
});

const OWN_TAGS = new Set([
  '00080016',
  '00080018',
  '00080060',
  '00100010',
  '00100020',
  '0020000d',
  '0020000e',
]);

interface Encoding {
  readonly isExplicit: boolean;
  readonly isLittleEndian: boolean;
}

const SYNTAXES: readonly { uid: string; encoding: Encoding }[] = [
  { uid: EXPLICIT, encoding: { isExplicit: true, isLittleEndian: true } },
  { uid: IMPLICIT, encoding: { isExplicit: false, isLittleEndian: true } },
  { uid: BIG_ENDIAN, encoding: { isExplicit: true, isLittleEndian: false } },
];

function made(
  uid: string,
  encoding: Encoding,
  planted: readonly [tag: string, bytes: Uint8Array][],
  pixels: Uint8Array = new Uint8Array(PIXEL_COUNT * 2),
): Uint8Array {
  const text = (tag: string, vr: string, value: string): [string, Uint8Array] => [
    tag,
    writeElement(encoding, tag, vr, new TextEncoder().encode(value)),
  ];
  const short = (tag: string, value: number): [string, Uint8Array] => {
    const bytes = new DataView(new ArrayBuffer(2));
    bytes.setUint16(0, value, encoding.isLittleEndian);
    return [tag, writeElement(encoding, tag, 'US', new Uint8Array(bytes.buffer))];
  };
  const elements = new Map([
    ...planted,
    text('00080005', 'CS', 'ISO_IR 192'),
    text('00080016', 'UI', '1.2.840.10008.5.1.4.1.1.2'),
    text('00080018', 'UI', `${STUDY}.3`),
    text('00080060', 'CS', 'CT'),
    text('00100010', 'PN', `${FAMILY}^${GIVEN}`),
    text('00100020', 'LO', MRN),
    text('0020000d', 'UI', STUDY),
    text('0020000e', 'UI', `${STUDY}.2`),
    short('00280002', 1),
    text('00280004', 'CS', 'MONOCHROME2'),
    short('00280010', 8),
    short('00280011', 8),
    short('00280100', 16),
    short('00280101', 12),
    short('00280102', 11),
    short('00280103', 0),
    ['7fe00010', writeElement(encoding, '7fe00010', 'OW', pixels)] as [string, Uint8Array],
  ]);
  const head = part10Head({
    ...{ sop_class_uid: '1.2.840.10008.5.1.4.1.1.2', instance_uid: `${STUDY}.3` },
    ...{ transfer_syntax_uid: uid, source_ae: MRN },
  });
  head.set(new TextEncoder().encode(FAMILY), 3);
  const body = [...elements].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, bytes]) => bytes);
  return concatBytes([head, ...body]);
}

function nested(
  encoding: Encoding,
  { tag, vr, depth }: { tag: string; vr: string; depth: number },
  value: Buffer,
) {
  let inner: [string, Uint8Array] = [tag, writeElement(encoding, tag, vr, value)];
  for (let level = 0; level < depth; level += 1) {
    const sequence = hex(0x0040) + hex(0xa170 + level);
    inner = [sequence, writeElement(encoding, sequence, 'SQ', writeItem(encoding, inner[1]))];
  }
  return inner;
}

/** Every spelling in lower case. */
const FORBIDDEN = TERMS.flatMap((term) =>
  [term, term.toUpperCase(), term.toLowerCase()].flatMap((spelled) =>
    Object.values(ENCODERS).map((encode) => encode(spelled).toString('latin1').toLowerCase()),
  ),
);

function foundIn(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('latin1').toLowerCase();
  return FORBIDDEN.filter((term) => text.includes(term));
}

const deidentify = (file: Uint8Array) =>
  deidentifyFile(file, { pseudonyms, known: nobody, inflate, withRisk: true });

function pixelsOf(bytes: Uint8Array): Buffer {
  const { parsed, element } = openDataset(bytes);
  const { dataOffset = 0, length = 0 } = element('x7fe00010') ?? {};
  return Buffer.from(parsed.byteArray.subarray(dataOffset, dataOffset + length));
}

describe('deidentifyFile', () => {
  test('an identifier in any attribute is not in the copy', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...SYNTAXES), place, written, async ({ uid, encoding }, at, value) => {
        const copy = await deidentify(made(uid, encoding, [nested(encoding, at, value)]));
        if ('left_out' in copy) expect(copy.left_out).toMatch(/damaged|identifier_found/);
        else {
          expect(foundIn(copy.bytes)).toEqual([]);
          expect(pixelsOf(copy.bytes).equals(Buffer.alloc(PIXEL_COUNT * 2))).toBe(true);
        }
      }),
      runs(RUNS),
    );
  });

  test('plain text in any attribute is emptied or left out, and the picture leaves', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SYNTAXES),
        place.filter(({ vr }) => vr !== 'UN'),
        fc.constantFrom(...TERMS),
        async ({ uid, encoding }, at, term) => {
          const copy = await deidentify(made(uid, encoding, [nested(encoding, at, Buffer.from(term))]));
          expect(copy).toHaveProperty('bytes');
        },
      ),
      runs(RUNS),
    );
  });

  test('bits above the samples and bytes behind the frames are not in the copy, the samples are', async () => {
    const sample = fc.integer({ min: 0, max: 0xffff });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...SYNTAXES),
        fc.array(sample, { minLength: PIXEL_COUNT, maxLength: PIXEL_COUNT }),
        written,
        async ({ uid, encoding }, samples, value) => {
          const pixels = new DataView(new ArrayBuffer(PIXEL_COUNT * 2));
          for (const [index, one] of samples.entries())
            pixels.setUint16(index * 2, one, encoding.isLittleEndian);
          const copy = await deidentify(
            made(uid, encoding, [], concatBytes([new Uint8Array(pixels.buffer), value])),
          );
          if ('left_out' in copy) throw new Error(copy.left_out);
          expect(foundIn(copy.bytes)).toEqual([]);
          const left = pixelsOf(copy.bytes);
          const read = samples.map((_, index) =>
            encoding.isLittleEndian ? left.readUInt16LE(index * 2) : left.readUInt16BE(index * 2),
          );
          expect(read).toEqual(samples.map((one) => one & 0xfff));
        },
      ),
      runs(RUNS),
    );
  });

  test('a name that the pixels themselves spell keeps the file behind', async () => {
    const encoding = { isExplicit: true, isLittleEndian: true };
    const pixels = new Uint8Array(PIXEL_COUNT * 2);
    // One letter per sample.
    for (const [index, letter] of [...FAMILY].entries()) pixels[10 + index * 2] = letter.charCodeAt(0);
    expect(await deidentify(made(EXPLICIT, encoding, [], pixels))).toEqual({ left_out: 'identifier_found' });
  });

  test('dcmdump reads the copy of an object with a name in fifty attributes, and finds none', async (context) => {
    requirePeer(context, 'dcmdump', 'dcmtk');
    const path = join(testTempDir(), 'copy.dcm');
    for (const { uid, encoding } of SYNTAXES) {
      const places = fc.sample(place, { numRuns: 50, seed: 7 });
      const planted = places.map((at) => nested(encoding, at, Buffer.from(`${FAMILY} ${MRN}`)));
      const copy = await deidentify(made(uid, encoding, planted));
      if ('left_out' in copy) throw new Error(copy.left_out);
      writeFileSync(path, copy.bytes);
      const dump = await runPeer('dcmdump', ['+L', path]);
      expect(dump.code).toBe(0);
      expect(dump.output.toLowerCase()).not.toMatch(/quavlen|73519264|1\.2\.826\.99/);
      expect(foundIn(readFileSync(path))).toEqual([]);
    }
  });
});
