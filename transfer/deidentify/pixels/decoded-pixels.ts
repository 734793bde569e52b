/**
 * Replaces an uncleanable pixel stream by its decoded samples. Not used where decoding changes the samples: after a
 * modality table, for palettes, for colours wider than eight bits. Source: DICOM PS3.3 C.7.6.3, PS3.5 8.
 */

import { concatBytes } from '#bytes/concat-bytes.ts';
import { framesOf } from '#dicom/header-summary.ts';
import type { DicomDataset } from '#dicom/read-dataset.ts';
import type { DicomFrame } from '#sdk/index.ts';

/** Decodes one frame; undefined where it cannot be decoded. @param n from 1. */
export type DecodeFrame = (n: number) => Promise<DicomFrame | undefined>;

export interface DecodedPixels {
  readonly vr: 'OB' | 'OW';
  /** Pixel data, little endian, frame after frame. */
  readonly value: Uint8Array;
  /** Header values that describe the decoded samples. */
  readonly numbers: Readonly<Record<string, number>>;
  readonly photometric: string | undefined;
}

/** Decoded pixels take many times the memory. */
const BYTES_MAX = 512 * 1024 * 1024;
const MODALITY_TABLE = 'x00283000';

/** Replaces pixels by their decoded samples; undefined where those would differ. */
export async function decodedPixels(
  dataset: DicomDataset,
  decode: DecodeFrame,
): Promise<DecodedPixels | undefined> {
  const photometric = dataset.text('x00280004');
  const isColour = dataset.number('x00280002') === 3;
  const isWide = (dataset.number('x00280101') ?? 0) > 8;
  if (dataset.element(MODALITY_TABLE) !== undefined || photometric === 'PALETTE COLOR') return undefined;
  if (isColour && isWide) return undefined;
  const count = framesOf(dataset);
  const pieces: Uint8Array[] = [];
  let first: DicomFrame | undefined;
  for (let n = 1; n <= count; n += 1) {
    const frame = await decode(n);
    first ??= frame;
    if (frame === undefined || first === undefined || !isAlike(frame, first)) return undefined;
    if (count * frame.data.length > BYTES_MAX) return undefined;
    pieces.push(frame.data);
  }
  if (first === undefined || first.samples_per_pixel !== (isColour ? 3 : 1)) return undefined;
  const { bits_allocated, bits_stored, is_signed } = first;
  return {
    vr: bits_allocated === 8 ? 'OB' : 'OW',
    value: concatBytes(pieces),
    numbers: {
      ...(isColour ? { '00280006': 0 } : {}),
      '00280100': bits_allocated,
      '00280101': bits_stored,
      '00280102': bits_stored - 1,
      '00280103': is_signed ? 1 : 0,
    },
    photometric: isColour ? 'RGB' : undefined,
  };
}

function isAlike(frame: DicomFrame, first: DicomFrame): boolean {
  return (
    frame.data.length === first.data.length &&
    frame.bits_allocated === first.bits_allocated &&
    frame.bits_stored === first.bits_stored &&
    frame.is_signed === first.is_signed
  );
}
