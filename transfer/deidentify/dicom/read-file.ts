import { type DicomDataset, NotDicomError, readDataset } from '#dicom/dataset.ts';

/** The bytes with everything from `position` on inflated; a page does it in its own time. @throws InflatedTooLargeError */
export type InflateFile = (bytes: Uint8Array, position: number) => Uint8Array | Promise<Uint8Array>;

/**
 * A DICOM file, inflated where it is deflated: the first reading of such a file only finds where that begins.
 * @throws NotDicomError, InflatedTooLargeError
 */
export async function readFile(bytes: Uint8Array, inflate: InflateFile): Promise<DicomDataset> {
  let deflatedFrom: number | undefined;
  let dataset: DicomDataset | undefined;
  try {
    dataset = readDataset(bytes, (_given, position) => {
      deflatedFrom = position;
      throw new NotDicomError();
    });
  } catch (error) {
    if (deflatedFrom === undefined) throw error;
  }
  if (deflatedFrom === undefined && dataset !== undefined) return dataset;
  const inflated = await inflate(bytes, deflatedFrom ?? 0);
  return readDataset(bytes, () => inflated);
}
