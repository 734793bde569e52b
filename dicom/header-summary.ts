/** The header summary of a DICOM file: what names it, places it and measures it. Source: DICOM PS3.3 C.7. */
import type { DicomHeader } from '#contract/drives/dicom.ts';
import type { DicomDataset } from './dataset.ts';

const PIXELS = ['x7fe00010', 'x7fe00008', 'x7fe00009'];

export function headerSummary(dataset: DicomDataset): DicomHeader {
  const text = (tag: string) => dataset.text(tag) ?? null;
  const integer = (tag: string) => {
    const value = dataset.number(tag);
    return value === undefined || !Number.isSafeInteger(Math.round(value)) ? null : Math.round(value);
  };
  return {
    transfer_syntax_uid: dataset.transferSyntaxUid,
    sop_class_uid: text('x00080016'),
    instance_uid: text('x00080018'),
    series_uid: text('x0020000e'),
    study_uid: text('x0020000d'),
    modality: text('x00080060'),
    study_date: text('x00080020'),
    study_time: text('x00080030'),
    study_id: text('x00200010'),
    study_description: text('x00081030'),
    accession_number: text('x00080050'),
    series_number: integer('x00200011'),
    series_description: text('x0008103e'),
    body_part: text('x00180015'),
    instance_number: integer('x00200013'),
    patient_name: text('x00100010'),
    patient_id: text('x00100020'),
    patient_birth_date: text('x00100030'),
    patient_sex: text('x00100040'),
    referring_physician: text('x00080090'),
    institution: text('x00080080'),
    rows: integer('x00280010'),
    columns: integer('x00280011'),
    frames: framesOf(dataset),
    photometric_interpretation: text('x00280004'),
    ...geometryOf(dataset),
  };
}

/** @returns 0 where there are no pixels. */
export function framesOf(dataset: DicomDataset): number {
  if (!PIXELS.some((tag) => dataset.element(tag) !== undefined)) return 0;
  return Math.max(1, Math.trunc(dataset.number('x00280008') ?? 1));
}

/** Enhanced objects keep their geometry in functional groups: what all frames share, else the first frame's. */
function geometryOf(dataset: DicomDataset) {
  const groups = [...dataset.items('x52009229'), ...dataset.items('x52009230').slice(0, 1)];
  const inGroups = (sequence: string, tag: string) =>
    groups.flatMap((group) => group.items(sequence)).find((item) => item.element(tag) !== undefined);
  const numbers = (tag: string, count: number, ...from: (DicomDataset | undefined)[]) => {
    for (const source of from) {
      const values = source?.numbers(tag);
      if (values?.length === count) return values;
    }
    return null;
  };
  const measures = inGroups('x00289110', 'x00280030');
  const region = regionSpacing(dataset);
  return {
    pixel_spacing: numbers('x00280030', 2, dataset, measures) ?? numbers('x00181164', 2, dataset) ?? region,
    slice_thickness: dataset.number('x00180050') ?? measures?.number('x00180050') ?? null,
    image_position: numbers('x00200032', 3, dataset, inGroups('x00209113', 'x00200032')),
    image_orientation: numbers('x00200037', 6, dataset, inGroups('x00209116', 'x00200037')),
    frame_time: dataset.number('x00181063') ?? null,
  };
}

/** Ultrasound calibrates regions; one that is in centimetres both ways holds for the picture. */
function regionSpacing(dataset: DicomDataset): number[] | null {
  const regions = dataset.items('x00186011');
  const [region] = regions;
  if (regions.length !== 1 || region === undefined) return null;
  const inCentimetres = region.number('x00186024') === 3 && region.number('x00186026') === 3;
  const x = region.number('x0018602c');
  const y = region.number('x0018602e');
  if (!inCentimetres || x === undefined || y === undefined) return null;
  return [Math.abs(y) * 10, Math.abs(x) * 10];
}
