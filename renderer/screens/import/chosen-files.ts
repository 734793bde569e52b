/** Sorts chosen or dropped files for an import: FHIR by name, DICOM by name or first bytes. */
import { SOURCE_EXTENSIONS } from '#imports/fhir/source/read-source.ts';
import type { ImportSource } from '#imports/import-source.ts';
import { readStream } from '#sdk/drive/upload-source.ts';

export interface ChosenFiles {
  readonly fhir: readonly ImportSource[];
  readonly dicom: readonly ImportSource[];
  /** Names of files that are neither FHIR nor DICOM. */
  readonly others: readonly string[];
}

/** Position of the four magic letters of a DICOM file. */
const MARK = { start: 128, end: 132, text: 'DICM' } as const;

export async function sortFiles(files: readonly File[]): Promise<ChosenFiles> {
  const fhir: ImportSource[] = [];
  const dicom: ImportSource[] = [];
  const others: string[] = [];
  for (const file of files) {
    const name = file.webkitRelativePath || file.name;
    const bytes = async () => new Uint8Array(await file.arrayBuffer());
    const source: ImportSource = { name, bytes, pieces: () => readStream(file.stream()), upload: file };
    const lower = file.name.toLowerCase();
    // Skip a DICOMDIR, because the files it names were chosen with it.
    if (lower === 'dicomdir') continue;
    if (SOURCE_EXTENSIONS.some((extension) => lower.endsWith(extension))) fhir.push(source);
    else if (lower.endsWith('.dcm') || (await isMarked(file))) dicom.push(source);
    else others.push(name);
  }
  return { fhir, dicom, others };
}

/** Returns false also for an unreadable file, which is then listed as skipped. */
async function isMarked(file: File): Promise<boolean> {
  const mark = await file
    .slice(MARK.start, MARK.end)
    .text()
    .catch(() => '');
  return mark === MARK.text;
}
