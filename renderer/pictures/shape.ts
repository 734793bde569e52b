/** Width and height a frame is shown with on a page, where pixels are square: those that are not are stretched. */
import { pixelShape, shownSize } from '#dicom/picture/image-geometry.ts';
import type { DicomFrame } from '#sdk/index.ts';

export function sizeOnPage(frame: DicomFrame): { readonly width: number; readonly height: number } {
  return shownSize(frame, pixelShape(frame.pixel_spacing, frame.pixel_aspect_ratio));
}
