/** Writes the copy as one zip; what was left behind is heard from its statement on the way. */
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
  /** Stayed behind, since something may be written on them. */
  readonly risky: number;
  /** Something in them that names the patient could not be taken out. */
  readonly uncleared: number;
  readonly leftBehind: readonly LeftBehind[];
}

/** Of nobody: a name of a patient or an exam says too much. */
const FILE_NAME = 'deidentified.zip';
/** What a picture is taken to be, to tell a download from a file that is streamed. */
const PICTURE_BYTES = 512 * 1024;

/** Undefined when the person closed the dialog that asks where. */
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
