/** Tests de-identified DICOM files: samples read by external programs, and files built for the worst case. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { concatBytes } from '#bytes/concat-bytes.ts';
import { actionOn } from '#deidentify/dicom/confidentiality-profile.ts';
import { deidentifyFile } from '#deidentify/dicom/deidentify-file.ts';
import { createPseudonyms, type Pseudonyms } from '#deidentify/pseudonyms.ts';
import { knownIdentifiers } from '#deidentify/text/known-identifiers.ts';
import { inflate, openDataset } from '#dicom/open-dataset.ts';
import { part10Head } from '#dicom/part10-header.ts';
import type { DicomDataset } from '#dicom/read-dataset.ts';
import { element, sequence, unsignedShort } from '#dicom/write/encode-elements.ts';
import { completeRecord } from '#records/complete-record.ts';
import { runs } from '#test/support/depth.ts';
import { requirePeer, runPeer } from '#test/support/dicom/peer.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const SAMPLES = join(import.meta.dirname, '..', '..', 'fixtures', 'dicom');
const FOLDERS = ['', 'dicomdir/77654033/CR1', 'dicomdir/77654033/CT2', 'dicomdir/98892003/MR1'];
const NAMES = FOLDERS.flatMap((folder) =>
  readdirSync(join(SAMPLES, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'LICENCE.md')
    .map(({ name }) => join(folder, name)),
);
const NO_PICTURES = ['test-SR.dcm', 'waveform_ecg.dcm'];
/** It states "1A", so later frames are trailing data. */
const MORE_FRAMES_THAN_STATED = 'badVR.dcm';
const DAMAGED = ['MR_truncated.dcm', 'no_meta.dcm'];
/** A film whose stream cannot be parsed. */
const UNCLEARED = 'MPEG2.dcm';
const NOT_PICTURES = [...NO_PICTURES, ...DAMAGED, UNCLEARED];
const PICTURES = NAMES.filter((name) => !NOT_PICTURES.includes(name));
const DAY_MS = 86_400_000;

let pseudonyms: Pseudonyms;
beforeAll(async () => {
  pseudonyms = await createPseudonyms('5a'.repeat(32));
});

const nobody = knownIdentifiers({ custom_attributes: null }, null);
const sample = (name: string) => readFileSync(join(SAMPLES, name));

/** Lower case without generated UIDs, whose digits may match any number. */
const textOf = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString()
    .toLowerCase()
    .replaceAll(/2\.25\.\d+/g, '');

async function cleaned(bytes: Uint8Array, known = nobody) {
  const file = await deidentifyFile(bytes, { pseudonyms, known, inflate, withRisk: true });
  if ('left_out' in file) throw new Error(file.left_out);
  return file;
}

/** Returns the samples as decoded by GDCM. */
async function decoded(path: string, dir: string): Promise<Buffer> {
  const raw = join(dir, 'raw.dcm');
  expect(await runPeer('gdcmconv', ['--raw', path, raw])).toMatchObject({ code: 0 });
  const { parsed, element } = openDataset(readFileSync(raw));
  const { dataOffset = 0, length = 0 } = element('x7fe00010') ?? {};
  return Buffer.from(parsed.byteArray.subarray(dataOffset, dataOffset + length));
}

/** Yields every element at any depth with its path. */
function* elementsOf(dataset: DicomDataset): Generator<[tag: string, text: string | undefined]> {
  for (const { tag, items } of Object.values(dataset.parsed.elements)) {
    if (items === undefined) yield [tag.slice(1), dataset.text(tag)];
    else for (const inner of dataset.items(tag)) yield* elementsOf(inner);
  }
}

describe('deidentifyFile', () => {
  test.each(PICTURES)('%s has nothing left that the profile takes out, and the same pixels', async (name) => {
    const before = openDataset(sample(name));
    const { bytes } = await cleaned(sample(name));
    const after = openDataset(bytes);
    expect(after.isWhole).toBe(true);
    for (const [tag, text] of elementsOf(after)) {
      if (tag.startsWith('0002')) continue;
      const action = actionOn(tag)?.act;
      expect([tag, action]).not.toEqual([tag, 'remove']);
      if (action === 'empty' && tag !== '00100010' && tag !== '00100020')
        expect([tag, text]).toEqual([tag, undefined]);
      if (action === 'uid' && text !== undefined) expect(text).toMatch(/^(?:2\.25\.|1\.2\.840\.10008\.)/);
    }
    const pixels = (dataset: DicomDataset) => {
      const found = dataset.element('x7fe00010');
      const { dataOffset = 0, length = 0 } = found ?? {};
      return Buffer.from(dataset.parsed.byteArray.subarray(dataOffset, dataOffset + length));
    };
    const isPlain = before.element('x7fe00010')?.encapsulatedPixelData !== true;
    const length = name === MORE_FRAMES_THAN_STATED ? pixels(after).length : undefined;
    if (isPlain) expect(pixels(after).equals(pixels(before).subarray(0, length))).toBe(true);
    expect(after.text('x00100010')).toBe(pseudonyms.patient);
    expect(after.text('x00120062')).toBe('YES');
  });

  test.for(PICTURES)(
    '%s is read by dcmdump, and dciodvfy finds no error that was not there',
    async (name, context) => {
      requirePeer(context, 'dcmdump', 'dcmtk');
      requirePeer(context, 'dciodvfy', 'dicom3tools');
      requirePeer(context, 'gdcmconv', 'libgdcm-tools');
      const dir = testTempDir();
      const path = join(dir, 'copy.dcm');
      writeFileSync(path, (await cleaned(sample(name))).bytes);
      expect(await runPeer('dcmdump', ['-q', path])).toMatchObject({ code: 0 });
      const samples = await [await decoded(join(SAMPLES, name), dir), await decoded(path, dir)];
      if (name !== MORE_FRAMES_THAN_STATED) expect(samples[1]?.equals(samples[0] ?? Buffer.of())).toBe(true);
      const errorsOf = async (file: string) => {
        const { output } = await runPeer('dciodvfy', [file]);
        const lines = output.split('\n').filter((line) => line.startsWith('Error'));
        return new Set(lines.map((line) => line.replaceAll(/<[\d.]*>/g, '')));
      };
      const [had, has] = await Promise.all([errorsOf(join(SAMPLES, name)), errorsOf(path)]);
      expect([...has].filter((line) => !had.has(line))).toEqual([]);
    },
  );

  test('the same UID becomes the same one in every file of a patient, another with another secret', async () => {
    const [one, two] = await Promise.all(
      ['15820', '4919'].map((name) => cleaned(sample(`dicomdir/98892003/MR1/${name}`))),
    );
    const before = openDataset(sample('dicomdir/98892003/MR1/15820'));
    expect(one?.header.study_uid === two?.header.study_uid).toBe(
      before.text('x0020000d') === openDataset(sample('dicomdir/98892003/MR1/4919')).text('x0020000d'),
    );
    const other = await createPseudonyms('a5'.repeat(32));
    expect(await other.uid(before.text('x0020000d') ?? '')).not.toBe(one?.header.study_uid);
  });

  test('dates move by the same number of whole days', async () => {
    const before = openDataset(sample('CT_small.dcm'));
    const after = openDataset((await cleaned(sample('CT_small.dcm'))).bytes);
    const dayOf = (dataset: DicomDataset, tag: string) =>
      Date.parse((dataset.text(tag) ?? '').replace(/(....)(..)(..)/, '$1-$2-$3')) / DAY_MS;
    for (const tag of ['x00080020', 'x00080021', 'x00080022'])
      expect(dayOf(after, tag) - dayOf(before, tag)).toBe(pseudonyms.shiftDays);
    expect(pseudonyms.shiftDays).toBeLessThan(-364);
  });

  test.each(NO_PICTURES)('%s is no picture and stays behind', async (name) => {
    const options = { pseudonyms, known: nobody, inflate, withRisk: true };
    expect(await deidentifyFile(sample(name), options)).toEqual({ left_out: 'document' });
  });

  test('a picture cut short, and one that may have writing on it, stay behind', async () => {
    const options = { pseudonyms, known: nobody, inflate, withRisk: false };
    expect(await deidentifyFile(sample('MR_truncated.dcm'), options)).toEqual({ left_out: 'damaged' });
    expect(await deidentifyFile(sample('examples_ybr_color.dcm'), options)).toEqual({
      left_out: 'writing_possible',
    });
    const stated = made([element(0x00080060, 'CS', 'MR'), element(0x00280301, 'CS', 'YES')]);
    expect(await deidentifyFile(stated, options)).toEqual({ left_out: 'writing_stated' });
    expect(await deidentifyFile(sample('CT_small.dcm'), options)).toHaveProperty('header');
    expect(await deidentifyFile(sample(UNCLEARED), { ...options, withRisk: true })).toEqual({
      left_out: 'pixels_not_cleared',
    });
  });

  test('no identifier survives, wherever it was written', async () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyzäéø'];
    // Words of an empty file, which do not count as leaks: "appl" is part of "application".
    const own = textOf((await cleaned(made([element(0x00080060, 'CS', 'CT')]))).bytes);
    const name = fc
      .string({ unit: fc.constantFrom(...letters), minLength: 4, maxLength: 12 })
      .filter((drawn) => !own.includes(drawn));
    await fc.assert(
      fc.asyncProperty(
        name,
        name,
        fc.integer({ min: 100_000, max: 99_999_999 }),
        async (family, given, mrn) => {
          const patient = completeRecord('patients', {
            legal_name: `${family}, ${given}`,
            identifiers: [{ type: 'MRN', value: String(mrn) }],
          });
          const said = `${family.toUpperCase()} ${given} (${mrn})`;
          const file = made([
            element(0x00080005, 'CS', 'ISO_IR 192'),
            element(0x00080060, 'CS', 'CT'),
            // Attribute outside the profile, in which people still write names.
            element(0x00080070, 'LO', said),
            element(0x00081030, 'LO', said),
            sequence(0x00082112, [
              [element(0x00081155, 'UI', `1.2.${mrn}`), element(0x0040a160, 'UT', said)],
            ]),
            element(0x00091001, 'LO', said),
            element(0x00100010, 'PN', `${family}^${given}`),
            element(0x00100020, 'LO', String(mrn)),
            element(0x00104000, 'LT', said),
            sequence(0x0040a730, [[element(0x0040a123, 'PN', said), element(0x00091002, 'UN', said)]]),
          ]);
          const { bytes } = await cleaned(file, knownIdentifiers({ custom_attributes: null }, patient));
          const text = textOf(bytes);
          for (const identifier of [family, given, String(mrn)]) expect(text).not.toContain(identifier);
        },
      ),
      runs(60),
    );
  });
});

/** Builds a file of these elements and two white pixels. */
function made(elements: readonly Uint8Array[]): Uint8Array {
  const head = part10Head({
    sop_class_uid: '1.2.840.10008.5.1.4.1.1.2',
    instance_uid: '1.2.3.4',
    transfer_syntax_uid: '1.2.840.10008.1.2.1',
    source_ae: 'SENDER',
  });
  const own = [
    element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.2'),
    element(0x00080018, 'UI', '1.2.3.4'),
    unsignedShort(0x00280010, 1),
    unsignedShort(0x00280011, 2),
    unsignedShort(0x00280100, 8),
    element(0x7fe00010, 'OB', Uint8Array.of(255, 255)),
  ];
  const tagOf = (bytes: Uint8Array) =>
    ((bytes[1] ?? 0) << 24) + ((bytes[0] ?? 0) << 16) + ((bytes[3] ?? 0) << 8) + (bytes[2] ?? 0);
  return concatBytes([head, ...[...elements, ...own].sort((a, b) => tagOf(a) - tagOf(b))]);
}
