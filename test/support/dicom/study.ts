/** Builds test studies from a published CT with other names and the same pixels. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import dicomParser from 'dicom-parser';

const CT = join(import.meta.dirname, '..', '..', 'fixtures', 'dicom', 'CT_small.dcm');

/** Values by tag, at most as long as in the file; shorter ones are padded. */
export type Changes = Readonly<Record<string, string>>;

export const TAGS = {
  study: 'x0020000d',
  series: 'x0020000e',
  instance: 'x00080018',
  meta_instance: 'x00020003',
  patient_id: 'x00100020',
  patient_name: 'x00100010',
} as const;

/** Returns the CT with replaced values. */
export function changedCt(changes: Changes): Buffer {
  const bytes = readFileSync(CT);
  const { elements } = dicomParser.parseDicom(bytes);
  for (const [tag, value] of Object.entries(changes)) {
    const element = elements[tag];
    if (element === undefined || value.length > element.length) throw new Error(`${tag} does not fit`);
    const isUid =
      tag === TAGS.study || tag === TAGS.series || tag.endsWith('0018') || tag.startsWith('x0002');
    bytes.write(value.padEnd(element.length, isUid ? '\0' : ' '), element.dataOffset, 'latin1');
  }
  return bytes;
}

/** Writes `count` instances of one study into a folder. */
export function writeStudy(folder: string, study: string, count: number, changes: Changes = {}): string[] {
  mkdirSync(folder, { recursive: true });
  return Array.from({ length: count }, (_, index) => {
    const instance = `${study}.1.${index + 1}`;
    const file = join(folder, `${index + 1}.dcm`);
    const uids = {
      [TAGS.study]: study,
      [TAGS.series]: `${study}.1`,
      [TAGS.instance]: instance,
      [TAGS.meta_instance]: instance,
    };
    writeFileSync(file, changedCt({ ...uids, ...changes }));
    return file;
  });
}

/** Offset of the length of the file meta information, and its size. */
const META_LENGTH_AT = 140;
const META_STARTS = 144;

/** Returns the data set after the file meta information. */
export function dataSetOf(file: Buffer): Buffer {
  return file.subarray(META_STARTS + file.readUInt32LE(META_LENGTH_AT));
}
