/** Saves the DICOM files of an exam as one zip: unchanged files, their annotations and a DICOMDIR. */
import { vault } from '#renderer/api/vault-client.ts';
import { saveStream } from '#renderer/components/files/save-file.ts';
import { type DicomMedia, zipOf } from '#sdk/index.ts';

/** A constant name, because the name of a patient or exam would identify someone. */
const FILE_NAME = 'dicom.zip';
/** Assumed size of a picture, to choose between a download and a streamed file. */
const PICTURE_BYTES = 512 * 1024;

/** Saves nothing if the exam has no files. Undefined if the person cancelled the save dialog. */
export async function saveDicom(examId: string): Promise<DicomMedia | undefined> {
  const media = await vault().exchange.dicom([examId]);
  if (media.images === 0) return media;
  const isSaved = await saveStream(FILE_NAME, 'application/zip', media.images * PICTURE_BYTES, () =>
    Promise.resolve(zipOf(media.files)),
  );
  return isSaved ? media : undefined;
}
