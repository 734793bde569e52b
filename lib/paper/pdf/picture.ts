/** The picture of a figure as paper shows it: shaded already, with what was measured on it. */
import type { PaperMark } from '#paper/annotation-outline.ts';
import { type PictureMeta, pictureAttributes } from '#report/state/picture-meta.ts';

export interface PaperPicture {
  /** What it is, read aloud before the caption. */
  readonly name: string;
  readonly columns: number;
  readonly rows: number;
  /** Bytes per pixel: a grey, or red, green, blue. */
  readonly channels: 1 | 3;
  /** Row by row from the top left, without gaps. */
  readonly data: Uint8Array;
  /** Height of a pixel by its width. */
  readonly pixel_aspect: number;
  readonly marks: readonly PaperMark[];
}

/** Instead of a picture: why there is none, in the paper's language. */
export interface NoPaperPicture {
  readonly missing: string;
}

/** By `pictureKey`; a figure whose picture is not here is its caption alone. */
export type PaperPictures = ReadonlyMap<string, PaperPicture | NoPaperPicture>;

/** Figures that show the same have the same. */
export function pictureKey(meta: PictureMeta): string {
  return JSON.stringify(pictureAttributes(meta));
}
