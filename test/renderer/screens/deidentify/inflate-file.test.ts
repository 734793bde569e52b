/** Tests inflating of deflated files in a page: same result as Node, size limit, damaged files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { deidentifyFile } from '#deidentify/dicom/deidentify-file.ts';
import { createPseudonyms } from '#deidentify/pseudonyms.ts';
import { knownIdentifiers } from '#deidentify/text/known-identifiers.ts';
import { inflate, openDataset } from '#dicom/open-dataset.ts';
import { part10Head } from '#dicom/part10-header.ts';
import { InflatedTooLargeError, NotDicomError } from '#dicom/read-dataset.ts';
import { inflateFile } from '#renderer/screens/deidentify/inflate-file.ts';

const SAMPLE = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'dicom', 'CT_small.dcm');
const DEFLATED = '1.2.840.10008.1.2.1.99';
/** Length of tag, value representation and length. */
const ELEMENT_HEAD_BYTES = 8;
const HEAD = new Uint8Array([1, 2, 3]);
const TEXT = new TextEncoder().encode('0123456789'.repeat(1_000));

const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** CT_small with a header that says deflated. */
function deflatedSample(): Uint8Array {
  const bytes = readFileSync(SAMPLE);
  const { parsed, text } = openDataset(bytes);
  const first = parsed.elements['x00080005'] ?? parsed.elements['x00080008'];
  const body = bytes.subarray((first?.dataOffset ?? 0) - ELEMENT_HEAD_BYTES);
  const meta = {
    sop_class_uid: text('x00080016') ?? '',
    instance_uid: text('x00080018') ?? '',
    transfer_syntax_uid: DEFLATED,
    source_ae: '',
  };
  return joined(part10Head(meta), deflateRawSync(body));
}

describe('inflateFile', () => {
  test('a deflated sample is the same copy as by Node', async () => {
    const options = {
      pseudonyms: await createPseudonyms('5a'.repeat(32)),
      known: knownIdentifiers({ custom_attributes: null }, null),
      withRisk: true,
    };
    const bytes = deflatedSample();
    const copy = await deidentifyFile(bytes, { ...options, inflate: inflateFile });
    expect(copy).toHaveProperty('header');
    expect(copy).toEqual(await deidentifyFile(bytes, { ...options, inflate }));
  });

  test.each([0, 1])('what stands before it stays, with %i byte of padding behind it', async (padding) => {
    const bytes = joined(HEAD, deflateRawSync(TEXT), new Uint8Array(padding));
    expect(await inflateFile(bytes, HEAD.length)).toEqual(joined(HEAD, TEXT));
  });

  test('what grows too far, and what is cut short, is refused', async () => {
    const bytes = joined(HEAD, deflateRawSync(TEXT));
    await expect(inflateFile(bytes, HEAD.length, 9_999)).rejects.toBeInstanceOf(InflatedTooLargeError);
    await expect(inflateFile(bytes.slice(0, -9), HEAD.length)).rejects.toBeInstanceOf(NotDicomError);
    await expect(inflateFile(HEAD, HEAD.length)).rejects.toBeInstanceOf(NotDicomError);
  });
});
