/** Writes the de-identified copy as one zip, and collects the files left out from its statement. */
import {
  type CopyPlan,
  deidentifiedCopy,
  type LeftBehind,
  STATEMENT_NAME,
} from '#deidentify/deidentified-export.ts';
import type { Decisions } from '#deidentify/text/review-report.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { saveStream } from '#renderer/components/files/save-file.ts';
import { type MediaFile, zipOf } from '#sdk/index.ts';
import { inflateFile } from './inflate-file.ts';

export interface SavedCopy {
  readonly pictures: number;
  /** Number of pictures left out because text may be burned into them. */
  readonly risky: number;
  /** Number of files left out because the patient's name could not be removed from them. */
  readonly uncleared: number;
  readonly leftBehind: readonly LeftBehind[];
}

/** A constant name, because the name of a patient or exam would identify someone. */
const FILE_NAME = 'deidentified.zip';
/** Assumed size of a picture, to choose between a download and a streamed file. */
const PICTURE_BYTES = 512 * 1024;

/** Writes the de-identified copy to a chosen file; undefined if the person cancelled the dialog. */
export async function saveCopy(
  plan: CopyPlan,
  decisions: Decisions,
  withRisk: boolean,
): Promise<SavedCopy | undefined> {
  const leftBehind: LeftBehind[] = [];
  const saved = { pictures: 0, risky: 0, uncleared: 0, leftBehind };
  async function* heard(): AsyncGenerator<MediaFile> {
    for await (const file of deidentifiedCopy(vault(), plan, {
      decisions,
      withRisk,
      inflate: inflateFile,
      onLeftBehind: (file) => leftBehind.push(file),
    })) {
      if (file.path[0] === STATEMENT_NAME) Object.assign(saved, await countsOf(file));
      yield file;
    }
  }
  const isSaved = await saveStream(FILE_NAME, 'application/zip', plan.pictures * PICTURE_BYTES, () =>
    Promise.resolve(zipOf(heard())),
  );
  return isSaved ? saved : undefined;
}

async function countsOf(file: MediaFile): Promise<Omit<SavedCopy, 'leftBehind'>> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of file.content()) text += decoder.decode(piece, { stream: true });
  const { pictures, left_out } = JSON.parse(text);
  return {
    pictures,
    risky: left_out.writing_stated + left_out.writing_possible,
    uncleared: left_out.pixels_not_cleared + left_out.identifier_found,
  };
}
