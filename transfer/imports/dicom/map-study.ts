/** Groups the files of an import by study. */
import type { DicomHeader } from '#contract/drives/dicom.ts';
import type { ImportSource } from '#imports/import-source.ts';

export interface StudyFile {
  readonly source: ImportSource;
  readonly header: DicomHeader;
}

export interface Study {
  readonly study_uid: string;
  readonly files: readonly StudyFile[];
}

/** Groups files by study, in the order of the files. */
export function groupByStudy(files: readonly StudyFile[]): Study[] {
  const studies = new Map<string, StudyFile[]>();
  for (const file of files) {
    const uid = file.header.study_uid ?? '';
    const known = studies.get(uid) ?? [];
    known.push(file);
    studies.set(uid, known);
  }
  return [...studies].map(([study_uid, found]) => ({ study_uid, files: found }));
}
