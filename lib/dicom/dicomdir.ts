/** Lists the files a DICOMDIR references, in its order. Source: DICOM PS3.3 F, PS3.10 8. */

import type { DicomDataset } from './read-dataset.ts';
import { textDecoderFor } from './text/character-set.ts';

const MEDIA_STORAGE_DIRECTORY = '1.2.840.10008.1.3.10';
const FILE_ID = 'x00041500';

export function isDicomdir(dataset: DicomDataset): boolean {
  return dataset.text('x00020002') === MEDIA_STORAGE_DIRECTORY || dataset.element('x00041220') !== undefined;
}

/**
 * Each path as components below the DICOMDIR's folder, unchecked: a path that would leave the folder keeps its `..`.
 */
export function referencedFiles(dataset: DicomDataset): string[][] {
  const inherited = dataset.text('x00080005');
  return dataset.items('x00041220').flatMap((record) => {
    const bytes = record.bytes(FILE_ID);
    if (bytes === undefined) return [];
    // Code strings are ASCII by the standard, but files contain umlauts.
    const text = textDecoderFor(record.text('x00080005') ?? inherited)(bytes).replaceAll('\0', '');
    const parts = text.split(/[\\/]/).map((part) => part.trim());
    const path = parts.filter((part) => part !== '' && part !== '.');
    return path.length > 0 ? [path] : [];
  });
}
