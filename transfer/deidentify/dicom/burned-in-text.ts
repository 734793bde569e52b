/**
 * Finds DICOM objects that must be left out of a de-identified copy: documents, and pictures with possibly burned-in
 * text, which removing attributes does not clear. Source: DICOM PS3.3 C.7.6.1.1.2 (Image Type), C.7.6.1.1.4 (Burned In
 * Annotation), C.8.6.1 (Conversion Type), PS3.15 E.1.1.
 */

import { framesOf } from '#dicom/header-summary.ts';
import type { DicomDataset } from '#dicom/read-dataset.ts';

/**
 * `damaged`: incomplete. `document`: a report, a PDF or another object without pictures. `pixels_not_cleared`: pixel
 * bytes that may contain other data. `identifier_found`: the finished copy still had an identifier.
 */
export type LeftOut =
  | 'damaged'
  | 'document'
  | 'writing_stated'
  | 'writing_possible'
  | 'pixels_not_cleared'
  | 'identifier_found';

/** Modalities whose pictures commonly show text: screens, ultrasound, endoscopy, photographs, scans. */
const RISKY_MODALITIES = new Set([
  'US',
  'IVUS',
  'BDUS',
  'ES',
  'XC',
  'OT',
  'SC',
  'GM',
  'OP',
  'DG',
  'HD',
  'ECG',
  'DOC',
  'SM',
  'TG',
  'LS',
  'CF',
  'DF',
  'VF',
]);
/** Secondary captures, ultrasound, visible light. */
const RISKY_CLASSES = /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.(?:7|3|3\.1|6|6\.\d|7\.\d|77\.1\.[\d.]+)$/;
/** Captured screens and scanned pages, which show names even if the device states otherwise. */
const SAVED_SCREEN = /SCREEN|SAVE|CAPTURE|SNAP|SHOT|PHOTO|PASTE|REPORT|PROTOCOL|\bPROT\b/;
const SAVED_SERIES = /SCREEN[ _-]*(?:SAVE|SHOT|CAP)|SNAPSHOT|DOSE[ _-]*REPORT|PATIENT[ _-]*PROTOCOL/;
const SECONDARY = 'SECONDARY';
/** Digitised, drawn, or from a screen or workstation. */
const CONVERSIONS = new Set(['DV', 'DF', 'WSD', 'SD', 'SI', 'DRW', 'SYN', 'DI']);

/**
 * Returns why an object must be left out; undefined for an exportable one. @param withRisk true after a person has
 * checked pictures that may show text.
 */
export function reasonToExclude(dataset: DicomDataset, withRisk: boolean): LeftOut | undefined {
  if (!dataset.isWhole || dataset.text('x00080018') === undefined) return 'damaged';
  if (framesOf(dataset) === 0) return 'document';
  if (withRisk) return undefined;
  const text = (tag: string) => dataset.text(tag)?.toUpperCase() ?? '';
  const stated = text('x00280301');
  const imageType = text('x00080008');
  if (stated === 'YES') return 'writing_stated';
  // Devices often mark saved screens, yet state "NO" for burned-in text they did not add themselves.
  if (SAVED_SCREEN.test(imageType) || SAVED_SERIES.test(text('x0008103e'))) return 'writing_possible';
  if (stated === 'NO') return undefined;
  const isRisky =
    RISKY_MODALITIES.has(dataset.text('x00080060') ?? 'OT') ||
    RISKY_CLASSES.test(text('x00080016')) ||
    CONVERSIONS.has(text('x00080064')) ||
    imageType.split('\\')[1]?.trim() === SECONDARY;
  return isRisky ? 'writing_possible' : undefined;
}
