/** Text of an object that is read rather than looked at; undefined for pictures. */
import type { DicomDataset } from '#dicom/read-dataset.ts';
import { hasWaveforms } from '#dicom/waveforms/waveform-groups.ts';
import { waveformText } from '#dicom/waveforms/waveform-text.ts';
import { isReport, reportText } from './report-text.ts';

/** @param maxChars longest text. @throws TextTooLongError */
export function objectText(dataset: DicomDataset, maxChars: number): string | undefined {
  if (isReport(dataset)) return reportText(dataset, maxChars);
  return hasWaveforms(dataset) ? waveformText(dataset, maxChars) : undefined;
}
