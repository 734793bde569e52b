/**
 * What does not leave in a copy without identity: objects that are documents, and pictures that may have the patient's
 * name written on them, which no attribute takes off. Source: DICOM PS3.3 C.7.6.1.1.4 (Burned In Annotation), PS3.15 E.1.1.
 */

import type { DicomDataset } from '#dicom/dataset.ts';
import { framesOf } from '#dicom/header-summary.ts';

/** `damaged`: not read to its end. `document`: a report, a PDF or another object without pictures. */
export type LeftOut = 'damaged' | 'document' | 'writing_stated' | 'writing_possible';

/** Where devices and people write on pictures as a matter of course: screens, ultrasound, endoscopy, photographs, scans. */
const RISKY_MODALITIES = new Set(['US', 'IVUS', 'ES', 'XC', 'OT', 'SC', 'GM', 'OP', 'DG', 'HD', 'ECG']);
const SECONDARY_CAPTURE = /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.7(?:\.|$)/;

/** Undefined for what may leave. @param withRisk a person looked at what may have writing on it. */
export function leftOut(dataset: DicomDataset, withRisk: boolean): LeftOut | undefined {
  if (!dataset.isWhole || dataset.text('x00080018') === undefined) return 'damaged';
  if (framesOf(dataset) === 0) return 'document';
  if (withRisk) return undefined;
  const stated = dataset.text('x00280301')?.toUpperCase();
  if (stated === 'YES') return 'writing_stated';
  if (stated === 'NO') return undefined;
  const isRisky =
    RISKY_MODALITIES.has(dataset.text('x00080060') ?? 'OT') ||
    SECONDARY_CAPTURE.test(dataset.text('x00080016') ?? '');
  return isRisky ? 'writing_possible' : undefined;
}
