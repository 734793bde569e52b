/**
 * Converts pictures to WebP renditions, by sharp. Only loaders of common formats are enabled: libvips knows many more,
 * each one code that reads hostile bytes. Source: https://sharp.pixelplumbing.com/api-utility#block
 */
import sharp, { type Sharp } from 'sharp';
import { PIXELS_MAX, PREVIEW_MAX_PIXELS, THUMBNAIL_MAX_PIXELS } from '#contract/limits.ts';
import { ProcessingError } from '#server/imaging/processing/processing-error.ts';

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map((format) => `VipsForeignLoad${format}`),
});

/** Picture of 8-bit samples, row by row. */
export interface Picture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
  /** Displayed size, where pixels are not square. */
  readonly shown?: { readonly width: number; readonly height: number };
}

const PREVIEW_QUALITY = 82;
const THUMBNAIL_QUALITY = 75;
/** WebP effort from 0 to 6. A CT slice takes 28 ms instead of 66 at the default of 4, for a sixteenth more bytes. */
const EFFORT = 2;

/** Makes the renditions of a picture. @throws ProcessingError too_large, unsupported_syntax, damaged */
export async function toVariants(
  picture: Picture | Uint8Array,
): Promise<{ thumbnail: Uint8Array; preview: Uint8Array }> {
  try {
    const source = await open(picture);
    const preview = previewOf(source, picture);
    const { data, info } = await preview.raw().toBuffer({ resolveWithObject: true });
    const shown = () =>
      sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
    const thumbnail = shown().resize(THUMBNAIL_MAX_PIXELS, THUMBNAIL_MAX_PIXELS, {
      fit: 'inside',
      withoutEnlargement: true,
    });
    return {
      thumbnail: await thumbnail.webp({ quality: THUMBNAIL_QUALITY, effort: EFFORT }).toBuffer(),
      preview: await shown().webp({ quality: PREVIEW_QUALITY, effort: EFFORT }).toBuffer(),
    };
  } catch (error) {
    throw error instanceof ProcessingError ? error : new ProcessingError(codeOf(error));
  }
}

/** Stretches non-square pixels; enlarges nothing else. */
function previewOf(source: Sharp, picture: Picture | Uint8Array): Sharp {
  const shown = picture instanceof Uint8Array ? undefined : picture.shown;
  if (shown === undefined) {
    return source.resize(PREVIEW_MAX_PIXELS, PREVIEW_MAX_PIXELS, { fit: 'inside', withoutEnlargement: true });
  }
  const scale = Math.min(1, PREVIEW_MAX_PIXELS / Math.max(shown.width, shown.height));
  const side = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return source.resize(side(shown.width), side(shown.height), { fit: 'fill' });
}

async function open(picture: Picture | Uint8Array): Promise<Sharp> {
  if (!(picture instanceof Uint8Array)) {
    const { width, height, channels } = picture;
    return sharp(picture.data, { raw: { width, height, channels } });
  }
  const image = sharp(picture, { limitInputPixels: PIXELS_MAX, failOn: 'error', sequentialRead: true });
  const { width, height, pages = 1 } = await image.metadata();
  if (width * height > PIXELS_MAX || pages < 1) throw new ProcessingError('too_large');
  // Rotated as the camera was held, in sRGB.
  return image.autoOrient().toColourspace('srgb');
}

function codeOf(error: unknown) {
  const message = error instanceof Error ? error.message : '';
  if (/exceeds pixel limit/i.test(message)) return 'too_large';
  return /unsupported image format|blocked|no codec|not built/i.test(message)
    ? 'unsupported_syntax'
    : 'damaged';
}
