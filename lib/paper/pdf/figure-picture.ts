/** Types of a figure's picture on paper: rendered, with its annotations. */
import type { PaperMark } from '#paper/annotation-outline.ts';
import { type PictureMeta, pictureAttributes } from '#report/state/picture-meta.ts';

export interface PaperPicture {
  /** Name of the picture, read aloud before the caption. */
  readonly name: string;
  readonly columns: number;
  readonly rows: number;
  /** Bytes per pixel: grey, or red, green, blue. */
  readonly channels: 1 | 3;
  /** Row by row from the top left, without gaps. */
  readonly data: Uint8Array;
  /** Height of a pixel relative to its width. */
  readonly pixel_aspect: number;
  readonly marks: readonly PaperMark[];
}

/** Reason why there is no picture, in the paper's language. */
export interface NoPaperPicture {
  readonly missing: string;
}

/** Pictures of the report by `pictureKey`; a figure without an entry shows only its caption. */
export type PaperPictures = ReadonlyMap<string, PaperPicture | NoPaperPicture>;

/** Equal for figures that show the same. */
export function pictureKey(meta: PictureMeta): string {
  return JSON.stringify(pictureAttributes(meta));
}
