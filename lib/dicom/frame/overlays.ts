/**
 * Reads overlay planes of a file: in elements of their own, or in unused bits of its samples. Source: DICOM PS3.3
 * C.9.2, PS3.5 8.1.2.
 */
import type { DicomDataset } from '#dicom/read-dataset.ts';

export interface OverlayPlane {
  /** Draws set bits, or the border of a region of set bits. */
  readonly kind: 'graphic' | 'region';
  readonly rows: number;
  readonly columns: number;
  /** Position of its first pixel in the picture, from 0; may be outside. */
  readonly top: number;
  readonly left: number;
  /** First frame, from 0, and number of frames with an overlay; undefined: the same on all. */
  readonly frames: { readonly first: number; readonly count: number } | undefined;
  /**
   * Either plane after plane without gaps, lowest bit first, or a bit position in the samples' words; undefined if
   * neither is found.
   */
  readonly bits: { readonly data: Uint8Array } | { readonly sampleBit: number } | undefined;
}

const GROUPS = Array.from({ length: 16 }, (_, at) => `x60${(at * 2).toString(16).padStart(2, '0')}`);
const BIG_ENDIAN = '1.2.840.10008.1.2.2';

export function overlayPlanes(dataset: DicomDataset): OverlayPlane[] {
  return overlayGroups(dataset).map((group) => planeOf(dataset, group));
}

/** Lists the overlay groups of a file, `x60gg` for each plane. */
export function overlayGroups(dataset: DicomDataset): string[] {
  return GROUPS.filter((group) => dataset.element(`${group}0010`) !== undefined);
}

function planeOf(dataset: DicomDataset, group: string): OverlayPlane {
  const number = (element: string, index?: number) => dataset.number(group + element, index);
  return {
    kind: dataset.text(`${group}0040`)?.toUpperCase() === 'R' ? 'region' : 'graphic',
    rows: number('0010') ?? 0,
    columns: number('0011') ?? 0,
    top: (number('0050', 0) ?? 1) - 1,
    left: (number('0050', 1) ?? 1) - 1,
    frames: framesOf(number('0015'), number('0051')),
    bits: bitsOf(dataset, group),
  };
}

/** A single plane without a frame number applies to all frames. */
function framesOf(count: number | undefined, origin: number | undefined): OverlayPlane['frames'] {
  if ((count ?? 1) <= 1 && origin === undefined) return undefined;
  return { first: (origin ?? 1) - 1, count: count ?? 1 };
}

function bitsOf(dataset: DicomDataset, group: string): OverlayPlane['bits'] {
  const data = dataset.bytes(`${group}3000`);
  if (data === undefined) {
    const sampleBit = dataset.number(`${group}0102`);
    return (dataset.number(`${group}0100`) ?? 1) > 1 && sampleBit !== undefined ? { sampleBit } : undefined;
  }
  const isTurned = dataset.transferSyntaxUid === BIG_ENDIAN && dataset.vr(`${group}3000`) !== 'OB';
  return { data: isTurned ? Uint8Array.from(data, (_, at) => data[at ^ 1] ?? 0) : data };
}
