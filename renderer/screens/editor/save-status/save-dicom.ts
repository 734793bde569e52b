/** The DICOM files of an exam as one zip: as they came, with what was marked on them and a DICOMDIR. */
import { vault } from '#renderer/api/vault-client.ts';
import { saveStream } from '#renderer/components/files/save-file.ts';
import { type DicomMedia, zipOf } from '#sdk/index.ts';

/** Of nobody: a name of a patient or an exam says too much. */
const FILE_NAME = 'dicom.zip';
/** What a picture is taken to be, to tell a download from a file that is streamed. */
const PICTURE_BYTES = 512 * 1024;

/** Nothing is saved where there are no files. Undefined when the person closed the dialog that asks where. */
export async function saveDicom(examId: string): Promise<DicomMedia | undefined> {
  const media = await vault().exchange.dicom([examId]);
  if (media.images === 0) return media;
  const isSaved = await saveStream(FILE_NAME, 'application/zip', media.images * PICTURE_BYTES, () =>
    Promise.resolve(zipOf(media.files)),
  );
  return isSaved ? media : undefined;
}
