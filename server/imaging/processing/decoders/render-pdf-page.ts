/**
 * Renders the first page of a PDF and counts its pages, by PDFium in WebAssembly. Source:
 * https://github.com/hyzyla/pdfium
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { PREVIEW_MAX_PIXELS } from '#contract/limits.ts';
import { ProcessingError } from '#server/imaging/processing/processing-error.ts';
import type { Picture } from './render-picture.ts';

const BYTES_PER_PIXEL = 4;

let library: Promise<PDFiumLibrary> | undefined;

export interface ReadPdf {
  readonly picture: Picture;
  readonly page_count: number;
}

/**
 * Renders a PDF's first page.
 * @throws ProcessingError damaged (also for a password), no_picture for a PDF without pages
 */
export async function readPdf(file: Uint8Array): Promise<ReadPdf> {
  library ??= start();
  const pdfium = await library;
  try {
    const document = await pdfium.loadDocument(file);
    try {
      const page_count = pagesThere(document);
      if (page_count < 1) throw new ProcessingError('no_picture');
      const page = document.getPage(0);
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const longest = Math.max(originalWidth, originalHeight, 1);
      const width = Math.max(Math.round((originalWidth / longest) * PREVIEW_MAX_PIXELS), 1);
      const height = Math.max(Math.round((originalHeight / longest) * PREVIEW_MAX_PIXELS), 1);
      const { data, ...size } = await page.render({ width, height, render: 'bitmap', colorSpace: 'BGRA' });
      const picture = { data: opaque(data), width: size.width, height: size.height, channels: 3 } as const;
      return { picture, page_count };
    } finally {
      document.destroy();
    }
  } catch (error) {
    throw error instanceof ProcessingError ? error : new ProcessingError('damaged');
  }
}

/**
 * Counts pages that exist: a file may announce more, and a missing page loads without a size. Existing pages are
 * assumed to come first.
 */
function pagesThere(document: PDFiumDocument): number {
  const isThere = (index: number) => {
    const { originalWidth, originalHeight } = document.getPage(index).getOriginalSize();
    return originalWidth > 0 && originalHeight > 0;
  };
  let there = 0;
  let beyond = document.getPageCount() + 1;
  while (beyond - there > 1) {
    const middle = Math.floor((there + beyond) / 2);
    if (isThere(middle - 1)) there = middle;
    else beyond = middle;
  }
  return there;
}

function start(): Promise<PDFiumLibrary> {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm')));
  return PDFiumLibrary.init({ wasmBinary: Uint8Array.from(wasm).buffer });
}

/** Removes transparency. Swaps red and blue, because PDFium writes blue first. */
function opaque(pixels: Uint8Array): Uint8Array {
  const count = pixels.length / BYTES_PER_PIXEL;
  const rgb = new Uint8Array(count * 3);
  for (let at = 0; at < count; at += 1) {
    rgb[at * 3] = pixels[at * BYTES_PER_PIXEL] ?? 0;
    rgb[at * 3 + 1] = pixels[at * BYTES_PER_PIXEL + 1] ?? 0;
    rgb[at * 3 + 2] = pixels[at * BYTES_PER_PIXEL + 2] ?? 0;
  }
  return rgb;
}
