/** Generates CT slices as a scanner sends them: 512 × 512 pixels of 16 bits, 0.5 MiB each, with different noise. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bytes, element } from '#dicom/write/encode-elements.ts';
import { syntheticDicomObject } from '#scripts/samples/synthetic-dicom.ts';

export const SIDE = 512;
const CT_IMAGE_STORAGE = '1.2.840.10008.5.1.4.1.1.2';
const ROOT = '1.2.826.0.1.3680043.10.95';
const SOFT_TISSUE = 1064;
const AIR = 24;
const NOISE = 64;

/** Generates one CT slice as a DICOM file. `study` and `number` start at 1. */
export function ctSlice(study: number, number: number): Bytes {
  const study_uid = `${ROOT}.${study}`;
  const { file } = syntheticDicomObject(
    {
      ...{ sop_class_uid: CT_IMAGE_STORAGE, modality: 'CT', study_uid, number },
      ...{ patient_name: 'BENCH^PATIENT', patient_id: `B${study}` },
      ...{ side: SIDE, bits: { allocated: 16, stored: 12 }, pixels: pixels(study, number) },
    },
    [
      element(0x00080008, 'CS', 'ORIGINAL\\PRIMARY\\AXIAL'),
      element(0x0008103e, 'LO', 'Thorax 1.0'),
      element(0x00200032, 'DS', `-180\\-180\\${number}`),
      element(0x00200037, 'DS', '1\\0\\0\\0\\1\\0'),
      element(0x00200052, 'UI', `${study_uid}.2`),
      element(0x00280030, 'DS', '0.703125\\0.703125'),
      element(0x00281050, 'DS', '40'),
      element(0x00281051, 'DS', '400'),
      element(0x00281052, 'DS', '-1024'),
      element(0x00281053, 'DS', '1'),
    ],
  );
  return file;
}

/** Draws a body in air, whose width depends on the slice. */
function pixels(study: number, number: number): Uint8Array {
  const words = new Uint16Array(SIDE * SIDE);
  const width = SIDE * (0.3 + 0.1 * Math.sin(number / 20));
  let noise = study * 7919 + number;
  for (let y = 0; y < SIDE; y += 1) {
    const down = (y - SIDE / 2) / (SIDE * 0.3);
    for (let x = 0; x < SIDE; x += 1) {
      const across = (x - SIDE / 2) / width;
      noise = (Math.imul(noise, 1_664_525) + 1_013_904_223) >>> 0;
      const tissue = across * across + down * down < 1 ? SOFT_TISSUE : AIR;
      words[y * SIDE + x] = tissue + ((noise >>> 16) % NOISE);
    }
  }
  return new Uint8Array(words.buffer);
}

/** Writes `count` slices of a study, distributed over one folder per association. */
export function writeSlices(root: string, study: number, count: number, folders: number): string[] {
  const paths = Array.from({ length: folders }, (_, at) => join(root, String(at)));
  for (const path of paths) mkdirSync(path, { recursive: true });
  for (let number = 1; number <= count; number += 1) {
    writeFileSync(join(paths[number % folders] ?? root, `${number}.dcm`), ctSlice(study, number));
  }
  return paths;
}
