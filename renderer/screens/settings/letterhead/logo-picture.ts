/**
 * A chosen picture as a small PNG on white: a letterhead travels with every signature, and the sheet shows it 14 mm
 * high. Whatever the browser draws is taken, so an SVG becomes pixels and can hold no script.
 */
import { LOGO_MAX_CHARS } from '#records/letter/letterhead.ts';

export const PICTURE_MAX_BYTES = 1_000_000;
/** The first that fits is used, in pixels of height. */
const HEIGHTS = [240, 160, 110, 72] as const;
/** Largest ratio of width to height, because a wider logo leaves no room for the name. */
const WIDEST = 3;

/** PNG, base64; undefined where it is no picture. */
export async function logoFrom(file: File): Promise<string | undefined> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    for (const height of HEIGHTS) {
      const png = drawn(image, height);
      if (png !== undefined && png.length <= LOGO_MAX_CHARS) return png;
    }
    return undefined;
  } catch {
    return undefined;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function drawn(image: HTMLImageElement, height: number): string | undefined {
  const ratio = image.naturalWidth / image.naturalHeight || 1;
  const canvas = document.createElement('canvas');
  canvas.height = height;
  canvas.width = Math.max(1, Math.round(height * Math.min(ratio, WIDEST)));
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) return undefined;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  const scale = Math.min(canvas.width / ratio / height, 1);
  context.drawImage(image, 0, (height * (1 - scale)) / 2, canvas.width, height * scale);
  return canvas.toDataURL('image/png').split(',')[1];
}
