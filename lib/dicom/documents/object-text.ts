/** Text of an object that is read rather than looked at; undefined for pictures. */
import type { DicomDataset } from '#dicom/read-dataset.ts';
import { isReport, reportText } from './report-text.ts';

/** @param maxChars longest text. @throws TextTooLongError */
export function objectText(dataset: DicomDataset, maxChars: number): string | undefined {
  return isReport(dataset) ? reportText(dataset, maxChars) : undefined;
}
