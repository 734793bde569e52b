/** Text of an object that is read rather than looked at; undefined for pictures. */
import { framesOf } from '#dicom/header-summary.ts';
import type { DicomDataset } from '#dicom/read-dataset.ts';
import { hasWaveforms } from '#dicom/waveforms/waveform-groups.ts';
import { waveformText } from '#dicom/waveforms/waveform-text.ts';
import { isEncapsulated } from './encapsulated-document.ts';
import { referencesText } from './references-text.ts';
import { isReport, reportText } from './report-text.ts';
import { sopClassName } from './sop-class-names.ts';

/** @param maxChars longest text. @throws TextTooLongError */
export function objectText(dataset: DicomDataset, maxChars: number): string | undefined {
  if (isReport(dataset)) return reportText(dataset, maxChars);
  if (framesOf(dataset) > 0 || isEncapsulated(dataset)) return undefined;
  if (hasWaveforms(dataset)) return waveformText(dataset, maxChars);
  const title = sopClassName(dataset.text('x00080016'));
  return title && referencesText(dataset, title, maxChars);
}
