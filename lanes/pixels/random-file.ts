/**
 * Generates random DICOM files from a seed: bit depths, signs, planes, rescales, windows, tables, transfer syntaxes.
 */
import type { Bytes } from '#dicom/write/encode-elements.ts';
import { element, sequence, unsignedShort } from '#dicom/write/encode-elements.ts';
import { decimals, makeFile, PIXELS, type PixelsToMake, tableItem, words } from './make-file.ts';

export interface DrawnFile {
  readonly file: Bytes;
  /** Program by which the judge rewrites the file; undefined leaves it unchanged. */
  readonly rewrite: { readonly program: string; readonly options: readonly string[] } | undefined;
  /** Description of the random choices, for a finding. */
  readonly name: string;
  /** Number of overlays, in their own groups or in unused bits of the samples. */
  readonly overlays: number;
}

export type Draw = (below: number) => number;

/** Returns random numbers from 0, the same for the same seed. Source: mulberry32. */
export function createDraw(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const REWRITES = [
  undefined,
  { program: 'dcmconv', options: ['+ti'] },
  { program: 'dcmconv', options: ['+tb'] },
  { program: 'dcmcrle', options: [] },
  { program: 'dcmcjpeg', options: ['+e1'] },
  { program: 'dcmcjpls', options: ['+el'] },
  { program: 'gdcmconv', options: ['--j2k'] },
] as const;

/** XORed into the seed for the overlays' numbers. */
const OVERLAYS = 0x6000;

/** Generates the file; `others` are additional elements. */
export function drawFile(seed: number, others: readonly Bytes[] = []): DrawnFile {
  const draw = createDraw(seed);
  const drawn = REWRITES[draw(REWRITES.length)];
  const isColour = draw(6) === 0;
  const pixels = isColour ? drawColours(draw) : drawGreys(draw, drawn !== undefined);
  const isKept = drawn?.program !== 'gdcmconv' || pixels.bitsAllocated === 16 || pixels.bitsStored === 8;
  const rewrite = isKept ? drawn : undefined;
  const plain = isColour ? [] : [...drawRescale(draw), ...drawVoi(draw, pixels)];
  // Separate random numbers, so that files of known seeds stay the same.
  const overlays = drawOverlays(createDraw(seed ^ OVERLAYS), pixels);
  const more = [...plain, ...overlays.elements, ...others];
  const { bitsAllocated, bitsStored, highBit, isSigned, planarConfiguration } = pixels;
  const bits = `${bitsAllocated}/${bitsStored}/${highBit}${isSigned ? ' signed' : ''}`;
  const kind = isColour ? `RGB planes ${planarConfiguration}` : `${pixels.photometricInterpretation} ${bits}`;
  const { program = 'plain', options = [] } = rewrite ?? {};
  return {
    file: makeFile(pixels, more),
    rewrite,
    name: `seed ${seed}: ${kind}, ${[program, ...options].join(' ')}, ${overlays.planes} overlays`,
    overlays: overlays.planes,
  };
}

function bytesOf(draw: Draw, count: number): Uint8Array {
  return Uint8Array.from({ length: count + (count % 2) }, () => draw(256));
}

/**
 * Draws the rows and columns of a random picture. Their product is even; `known-differences.ts` gives the reason.
 */
function drawSize(draw: Draw) {
  return { rows: 4 + draw(9), columns: 4 + 2 * draw(5), frames: 1 + draw(3) };
}

function drawColours(draw: Draw): PixelsToMake {
  const { rows, columns, frames } = drawSize(draw);
  const bits = { bitsAllocated: 8, bitsStored: 8, highBit: 7 } as const;
  return {
    ...{ ...PIXELS, ...bits, rows, columns, frames, samplesPerPixel: 3, photometricInterpretation: 'RGB' },
    planarConfiguration: draw(2) === 0 ? 0 : 1,
    data: bytesOf(draw, rows * columns * frames * 3),
  };
}

/** Fills unused bits beside the stored ones, because real files do not clear them. */
function drawGreys(draw: Draw, isLowBits: boolean): PixelsToMake {
  const { rows, columns, frames } = drawSize(draw);
  const bitsAllocated = draw(3) === 0 ? 8 : 16;
  const bitsStored = 2 + draw(bitsAllocated - 1);
  const highBit = isLowBits ? bitsStored - 1 : bitsStored - 1 + draw(bitsAllocated - bitsStored + 1);
  const photometricInterpretation = draw(4) === 0 ? 'MONOCHROME1' : 'MONOCHROME2';
  return {
    ...{ ...PIXELS, rows, columns, frames, bitsAllocated, bitsStored, highBit, photometricInterpretation },
    isSigned: draw(2) === 1,
    data: bytesOf(draw, (rows * columns * frames * bitsAllocated) / 8),
  };
}

function drawRescale(draw: Draw): Bytes[] {
  if (draw(3) === 0) return [];
  const slope = draw(4) === 0 ? 1 + draw(4) : 1;
  return [decimals(0x00281052, draw(2049) - 1024), decimals(0x00281053, slope)];
}

function drawVoi(draw: Draw, { bitsStored }: PixelsToMake): Bytes[] {
  const kind = draw(4);
  const span = 2 ** bitsStored;
  if (kind === 0) return [];
  if (kind === 1 && bitsStored >= 4) {
    const entries = Array.from({ length: 16 + draw(200) }, () => draw(256));
    return [sequence(0x00283010, [tableItem(draw(Math.min(span, 1 << 14)), 8, entries)])];
  }
  const window = [decimals(0x00281050, draw(span) - span / 4), decimals(0x00281051, 2 + draw(span))];
  return kind === 2 ? window : [...window, element(0x00281056, 'CS', draw(2) === 0 ? 'SIGMOID' : 'LINEAR')];
}

/** Generates overlays, which must not change any sample. Source: DICOM PS3.3 C.9.2, PS3.5 8.1.2. */
function drawOverlays(draw: Draw, pixels: PixelsToMake): { elements: Bytes[]; planes: number } {
  const planes = draw(3) === 0 ? 1 + draw(3) : 0;
  const free = freeBits(pixels);
  const elements = Array.from({ length: planes }, (_, at) => {
    const group = (0x6000 + 2 * at) * 0x1_0000;
    const bit = pixels.samplesPerPixel === 1 && draw(2) === 0 ? free[draw(free.length)] : undefined;
    const { bitsAllocated } = pixels;
    const kind = draw(2) === 0 ? 'G' : 'R';
    const place =
      bit === undefined ? drawPlace(draw, pixels, kind) : { ...pixels, top: 1, left: 1, frames: 1 };
    const { rows, columns, top, left, frames } = place;
    return [
      unsignedShort(group + 0x10, rows),
      unsignedShort(group + 0x11, columns),
      ...(frames === 1 ? [] : [element(group + 0x15, 'IS', String(frames))]),
      element(group + 0x40, 'CS', kind),
      element(group + 0x50, 'SS', words([top, left])),
      unsignedShort(group + 0x0100, bit === undefined ? 1 : bitsAllocated),
      unsignedShort(group + 0x0102, bit ?? 0),
      ...(bit === undefined
        ? [element(group + 0x3000, 'OW', bytesOf(draw, 2 * Math.ceil((rows * columns * frames) / 16)))]
        : []),
    ];
  });
  return { elements: elements.flat(), planes };
}

/**
 * Places an overlay: of the picture's size, smaller, larger or shifted; a region stays inside. One plane for all
 * frames, or one each.
 */
function drawPlace(draw: Draw, { rows, columns, frames }: PixelsToMake, kind: 'G' | 'R') {
  const own = frames > 1 && draw(2) === 0 ? frames : 1;
  const whole = { rows, columns, top: 1, left: 1, frames: own };
  if (draw(2) === 0) return whole;
  if (kind === 'R') {
    const inner = { rows: 1 + draw(rows), columns: 1 + draw(columns) };
    return {
      ...{ ...inner, frames: own },
      ...{ top: 1 + draw(rows - inner.rows + 1), left: 1 + draw(columns - inner.columns + 1) },
    };
  }
  return {
    ...{ rows: 1 + draw(rows + 3), columns: 1 + draw(columns + 3), frames: own },
    ...{ top: draw(rows + 4) - 2, left: draw(columns + 4) - 2 },
  };
}

/** Returns the bit positions that belong to no sample. */
function freeBits({ bitsAllocated, bitsStored, highBit }: PixelsToMake): number[] {
  return Array.from({ length: bitsAllocated }, (_, bit) => bit).filter(
    (bit) => bit > highBit || bit <= highBit - bitsStored,
  );
}
