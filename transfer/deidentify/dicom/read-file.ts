import { type DicomDataset, NotDicomError, readDataset } from '#dicom/read-dataset.ts';

/** Returns the bytes with everything from `position` inflated; asynchronous in a page. @throws InflatedTooLargeError */
export type InflateFile = (bytes: Uint8Array, position: number) => Uint8Array | Promise<Uint8Array>;

/**
 * Reads a DICOM file; a deflated one twice, first to find where the deflated part begins.
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
