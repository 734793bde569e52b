/** Files that a judge shows differently for a known reason; each was examined. */
interface KnownDifference {
  /** End of the file's path. */
  readonly file: string;
  readonly why: string;
}

/*
 * Cases never generated, because DCMTK cannot judge them. Their values are computed in
 * `test/lanes/pixels/judge-errors.test.ts`.
 * - Fractional slopes: 0.5 × 1 − 1 is −0.5. DCMTK truncates it to 0, and shows 1.5 as 1.
 * - Frames with an odd number of bytes: of three 3 × 3 frames in colour planes `dcmcjpeg` writes wrong samples, which
 * both readers then show. Unmodified, such frames are right in both.
 * - JPEG 2000 below 8 bits in bytes: after GDCM unpacks it, unused bits count as stored ones.
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
