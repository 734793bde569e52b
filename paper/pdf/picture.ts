/** The picture of a figure as paper shows it: shaded already, with what was measured on it. */
import { type PictureMeta, pictureAttributes } from '#report/state/picture-meta.ts';

export interface PaperPicture {
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

export interface PaperMark {
  readonly kind: 'length' | 'angle' | 'ellipse' | 'arrow';
  /** As parts of the picture's width and height. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** What it measures, in the words of the paper's language. */
  readonly lines: readonly string[];
}

/** Figures that show the same have the same. */
export function pictureKey(meta: PictureMeta): string {
  return JSON.stringify(pictureAttributes(meta));
}
