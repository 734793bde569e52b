/** Computes a frame's display width and height with square pixels; other pixels are stretched. */
import { pixelShape, shownSize } from '#dicom/picture/image-geometry.ts';
import type { DicomFrame } from '#sdk/index.ts';

export function displaySize(frame: DicomFrame): { readonly width: number; readonly height: number } {
  return shownSize(frame, pixelShape(frame.pixel_spacing, frame.pixel_aspect_ratio));
}
