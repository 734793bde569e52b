/** The files a DICOMDIR names, in its order. Source: DICOM PS3.3 F, PS3.10 8. */
import type { DicomDataset } from './dataset.ts';

const MEDIA_STORAGE_DIRECTORY = '1.2.840.10008.1.3.10';

export function isDicomdir(dataset: DicomDataset): boolean {
  return dataset.text('x00020002') === MEDIA_STORAGE_DIRECTORY || dataset.element('x00041220') !== undefined;
}

/** Each as the components of a path below the folder the DICOMDIR lies in; one that leaves it is left out. */
export function referencedFiles(dataset: DicomDataset): string[][] {
  return dataset.items('x00041220').flatMap((record) => {
    const path = record.text('x00041500')?.split('\\') ?? [];
    const parts = path.map((part) => part.trim());
    const isInside = parts.length > 0 && parts.every((part) => /^[\w-]+(\.[\w-]+)?$/.test(part));
    return isInside ? [parts] : [];
  });
}
