/** Runs an import of chosen files: a dry run that counts, then a run that sends. */

import type { Sha256Hex } from '#bytes/sha256-hex.ts';
import type { DicomHeader } from '#contract/drives/dicom.ts';
import { NotDicomError } from '#dicom/read-dataset.ts';
import { type DicomImportReport, runDicomImport } from '#imports/dicom/run-dicom-import.ts';
import type { ImportReport } from '#imports/fhir/import-report.ts';
import { runFhirImport } from '#imports/fhir/run-fhir-import.ts';
import type { ImportTarget } from '#imports/import-source.ts';
import { dicomDay, studyPatient } from '#records/studies/imaging-study.ts';
import { studyFacts } from '#records/studies/study-title-and-modality.ts';
import type { ChosenFiles } from './chosen-files.ts';

/** Patient as named in the files. */
export interface NamedRecord {
  readonly name: string;
  /** Birth date, `YYYY-MM-DD`. */
  readonly birthDate: string | null;
  /** Study of imported pictures: title, date and number of pictures. */
  readonly study?: { readonly title: string; readonly day: string | null; readonly images: number };
}

export interface ImportedFiles {
  readonly named: readonly NamedRecord[];
  readonly fhir: ImportReport;
  readonly dicom: DicomImportReport;
  /** Error that ended the import early, if any. */
  readonly error: unknown;
}

/** Runs the import. With `looksOnly` it reads, counts and asks for the changes, and sends nothing. */
export async function runImport(
  chosen: ChosenFiles,
  target: ImportTarget | undefined,
  looksOnly: boolean,
  onProgress: (done: number, total: number) => void,
): Promise<ImportedFiles> {
  const fhirSteps = chosen.fhir.length * 2;
  const total = fhirSteps + chosen.dicom.length * 2;
  const named: NamedRecord[] = [];
  const fhir = await runFhirImport({
    files: chosen.fhir,
    skipped: [],
    target,
    looksOnly,
    sha256Hex,
    onProgress: (done) => onProgress(done, total),
    onPatient: (name, birthDate) => named.push({ name, birthDate }),
  });
  const dicom = await runDicomImport({
    files: chosen.dicom,
    missing: [],
    inflate: cannotInflate,
    target: looksOnly ? undefined : target,
    onProgress: (done) => onProgress(fhirSteps + done, total),
    onStudy: (headers) => named.push(namedStudy(headers)),
  });
  return { named, fhir: fhir.report, dicom: dicom.report, error: fhir.firstError ?? dicom.firstError };
}

function namedStudy(headers: readonly DicomHeader[]): NamedRecord {
  const { name, id, birth_date } = studyPatient(headers);
  const { title } = studyFacts(headers);
  const day = dicomDay(headers.find(({ study_date }) => study_date !== null)?.study_date ?? null) ?? null;
  return {
    name: [nameInWords(name), id].filter(Boolean).join(', '),
    birthDate: birth_date,
    study: { title: title ?? '', day, images: headers.length },
  };
}

/** Formats `Family^Given` for reading. */
function nameInWords(name: string | null): string {
  const [family = '', given = ''] = (name ?? '').split('=')[0]?.split('^') ?? [];
  return [family.trim(), given.trim()].filter(Boolean).join(', ');
}

const sha256Hex: Sha256Hex = async (text) => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Refuses deflated data, because a page must not inflate without a limit; the command line can. */
function cannotInflate(): never {
  throw new NotDicomError();
}
