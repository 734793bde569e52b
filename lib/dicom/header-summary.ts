/** Builds the header summary of a DICOM file: identification, geometry and measures. Source: DICOM PS3.3 C.7. */
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { cineOf } from './frame/cine.ts';
import { geometries } from './frame/geometry.ts';
import { overlayGroups } from './frame/overlays.ts';
import { pixelAspect } from './frame/spacing.ts';
import type { DicomDataset } from './read-dataset.ts';

const PIXELS = ['x7fe00010', 'x7fe00008', 'x7fe00009'];

export function headerSummary(dataset: DicomDataset): DicomHeader {
  const text = (tag: string) => dataset.text(tag) ?? null;
  const integer = (tag: string) => {
    const value = dataset.number(tag);
    return value === undefined || !Number.isSafeInteger(Math.round(value)) ? null : Math.round(value);
  };
  const frames = framesOf(dataset);
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
    frames,
    photometric_interpretation: text('x00280004'),
    ...geometries(dataset, frames),
    pixel_aspect_ratio: pixelAspect(dataset),
    ...cineOf(dataset, frames),
    overlay_planes: overlayGroups(dataset).length,
  };
}

/** Number of frames. @returns 0 without pixels. */
export function framesOf(dataset: DicomDataset): number {
  if (!PIXELS.some((tag) => dataset.element(tag) !== undefined)) return 0;
  return Math.max(1, Math.trunc(dataset.number('x00280008') ?? 1));
}
