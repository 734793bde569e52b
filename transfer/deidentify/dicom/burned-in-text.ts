/**
 * What does not leave in a copy without identity: objects that are documents, and pictures that may have the patient's
 * name written on them, which no attribute takes off. Source: DICOM PS3.3 C.7.6.1.1.2 (Image Type), C.7.6.1.1.4 (Burned In
 * Annotation), C.8.6.1 (Conversion Type), PS3.15 E.1.1.
 */

import type { DicomDataset } from '#dicom/dataset.ts';
import { framesOf } from '#dicom/header-summary.ts';

/**
 * `damaged`: not read to its end. `document`: a report, a PDF or another object without pictures. `pixels_not_cleared`:
 * nothing says what else their bytes hold. `identifier_found`: the finished copy still had one.
 */
export type LeftOut =
  | 'damaged'
  | 'document'
  | 'writing_stated'
  | 'writing_possible'
  | 'pixels_not_cleared'
  | 'identifier_found';

/** Where devices and people write on pictures as a matter of course: screens, ultrasound, endoscopy, photographs, scans. */
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
/** A screen or a page that was kept as a picture, whatever the device says of it. */
const SAVED_SCREEN = /SCREEN|SAVE|CAPTURE|SNAP|SHOT|PHOTO|PASTE|REPORT|PROTOCOL|\bPROT\b/;
const SAVED_SERIES = /SCREEN[ _-]*(?:SAVE|SHOT|CAP)|SNAPSHOT|DOSE[ _-]*REPORT|PATIENT[ _-]*PROTOCOL/;
const SECONDARY = 'SECONDARY';
/** Digitised, drawn, from a screen or a workstation. */
const CONVERSIONS = new Set(['DV', 'DF', 'WSD', 'SD', 'SI', 'DRW', 'SYN', 'DI']);

/** Undefined for what may leave. @param withRisk a person looked at what may have writing on it. */
export function reasonToExclude(dataset: DicomDataset, withRisk: boolean): LeftOut | undefined {
  if (!dataset.isWhole || dataset.text('x00080018') === undefined) return 'damaged';
  if (framesOf(dataset) === 0) return 'document';
  if (withRisk) return undefined;
  const text = (tag: string) => dataset.text(tag)?.toUpperCase() ?? '';
  const stated = text('x00280301');
  const imageType = text('x00080008');
  if (stated === 'YES') return 'writing_stated';
  // A device that keeps a screen often says so, and says "NO" of writing that it did not add itself.
  if (SAVED_SCREEN.test(imageType) || SAVED_SERIES.test(text('x0008103e'))) return 'writing_possible';
  if (stated === 'NO') return undefined;
  const isRisky =
    RISKY_MODALITIES.has(dataset.text('x00080060') ?? 'OT') ||
    RISKY_CLASSES.test(text('x00080016')) ||
    CONVERSIONS.has(text('x00080064')) ||
    imageType.split('\\')[1]?.trim() === SECONDARY;
  return isRisky ? 'writing_possible' : undefined;
}
