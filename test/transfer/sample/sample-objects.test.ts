/** The drawn pictures: the same each time, marked in picture and header, read by our own reader. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { headerSummary } from '#dicom/header-summary.ts';
import { openDataset } from '#dicom/open-dataset.ts';
import { drawPhantom } from '#sample/pictures/draw-phantom.ts';
import { PHANTOMS, phantomsOf } from '#sample/pictures/phantoms.ts';
import { sampleObjects } from '#sample/pictures/sample-objects.ts';
import { SAMPLE_STUDY } from './sample-study.ts';

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.each(PHANTOMS)('the pictures of %s', (kind) => {
  test('are the same from the same study, and their own from another', () => {
    const hashes = (seed: number) =>
      sampleObjects({ ...SAMPLE_STUDY, kind, seed }).map(({ file }) => hashOf(file));
    expect(hashes(1)).toEqual(hashes(1));
    expect(new Set([...hashes(1), ...hashes(2)]).size).toBe(hashes(1).length * 2);
  });

  test('say SAMPLE in the picture itself', () => {
    for (const phantom of phantomsOf(kind, 1)) {
      const values = drawPhantom(phantom);
      const corner = [...values.subarray(0, phantom.columns * 16)];
      expect(corner.filter((value) => value === phantom.white).length).toBeGreaterThan(60);
    }
  });

  test('are read with patient, study and place of each slice', () => {
    const objects = sampleObjects({ ...SAMPLE_STUDY, kind });
    expect(new Set(objects.map(({ instance_uid }) => instance_uid)).size).toBe(objects.length);
    for (const { file } of objects) {
      expect(headerSummary(openDataset(file))).toMatchObject({
        patient_name: 'Sample^Anna',
        patient_id: 'SAMPLE-01',
        accession_number: 'SAMPLE-101',
      });
    }
  });
});
