/** Files that a judge shows otherwise for a reason of its own: each was looked at. */
interface KnownDifference {
  /** End of its path. */
  readonly file: string;
  readonly why: string;
}

/*
 * Not drawn, since DCMTK is no judge of it; the right values are computed in `test/lanes/pixels/not-drawn.test.ts`.
 * - Slopes that are not whole: 0.5 × 1 − 1 is −0.5. DCMTK cuts it to 0, and shows 1.5 as 1.
 * - Frames of an odd number of bytes: of three 3 × 3 frames in colour planes `dcmcjpeg` writes other samples than it
 *   was given, which both readers then show alike. Read as they are, such frames are right in both.
 * - JPEG 2000 of fewer than 8 bits in bytes: unpacked by GDCM, the bits beside them are stored ones.
 */

const GROUPS = 'DCMTK shows frames without their functional groups.';
const WIDE_COLOURS = 'Colours of 32 bits a sample are refused by name: unsupported_syntax.';

export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  { file: 'cases/22.dcm', why: 'DCMTK believes the header, which says RGB of a YCbCr codestream.' },
  { file: 'SC_rgb_jpeg_lossy_gdcm.dcm', why: 'The same: red comes out as YCbCr.' },
  { file: '05a.dcm', why: GROUPS },
  { file: '07b-functional-groups-as-UN-rescale-ignored-silently.dcm', why: GROUPS },
  { file: 'SC_rgb_rle_32bit.dcm', why: WIDE_COLOURS },
  { file: 'SC_rgb_rle_32bit_2frame.dcm', why: WIDE_COLOURS },
];
