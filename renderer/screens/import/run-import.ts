/** One import of chosen files: the dry run that counts, and the run that sends. */

import type { Sha256Hex } from '#bytes/sha256-hex.ts';
import { NotDicomError } from '#dicom/dataset.ts';
import { type DicomImportReport, runDicomImport } from '#imports/dicom/run-dicom-import.ts';
import type { ImportReport } from '#imports/fhir/import-report.ts';
import { runFhirImport } from '#imports/fhir/run-fhir-import.ts';
import type { ImportTarget } from '#imports/import-source.ts';
import type { ChosenFiles } from './chosen-files.ts';

export interface ImportedFiles {
  readonly fhir: ImportReport;
  readonly dicom: DicomImportReport;
  /** What ended it early, if something did. */
  readonly error: unknown;
}

/** `looksOnly`: read, counted, and asked what would change in the vault; nothing is sent. */
export async function runImport(
  chosen: ChosenFiles,
  target: ImportTarget | undefined,
  looksOnly: boolean,
  onProgress: (done: number, total: number) => void,
): Promise<ImportedFiles> {
  const fhirSteps = chosen.fhir.length * 2;
  const total = fhirSteps + chosen.dicom.length * 2;
  const fhir = await runFhirImport({
    files: chosen.fhir,
    skipped: [],
    target,
    looksOnly,
    sha256Hex,
    onProgress: (done) => onProgress(done, total),
  });
  const dicom = await runDicomImport({
    files: chosen.dicom,
    missing: [],
    inflate: cannotInflate,
    target: looksOnly ? undefined : target,
    onProgress: (done) => onProgress(fhirSteps + done, total),
  });
  return { fhir: fhir.report, dicom: dicom.report, error: fhir.firstError ?? dicom.firstError };
}

const sha256Hex: Sha256Hex = async (text) => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** A deflated data set is for the command line: a page inflates nothing without a limit. */
function cannotInflate(): never {
  throw new NotDicomError();
}
