/**
 * Encodes overlays of a frame as runs of pixels, row by row: pixels skipped, then pixels drawn. Numbers use seven bits
 * a byte, lowest first, with the high bit set where more follow.
 */

/** Largest size of encoded overlay runs; their Base64 still fits into response headers, beside a VOI table. */
export const OVERLAY_RUNS_MAX_BYTES = 48 * 1024;

/** First pixel of each run and the one after its last, in pairs. */
export type OverlayRuns = Uint32Array;

export function encodeRuns(runs: OverlayRuns): Uint8Array {
  const bytes: number[] = [];
  let before = 0;
  for (const edge of runs) {
    let rest = edge - before;
    for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
    bytes.push(rest);
    before = edge;
  }
  return Uint8Array.from(bytes);
}

/** Decodes overlay runs to pixels. Undefined for runs beyond `pixels`, or truncated input. */
export function decodeRuns(bytes: Uint8Array, pixels: number): OverlayRuns | undefined {
  const edges: number[] = [];
  let [at, number, shift] = [0, 0, 0];
  for (const byte of bytes) {
    number += (byte & 0x7f) * 2 ** shift;
    shift += 7;
    if (byte > 0x7f) continue;
    at += number;
    if (at > pixels) return undefined;
    edges.push(at);
    [number, shift] = [0, 0];
  }
  return shift === 0 && edges.length % 2 === 0 ? Uint32Array.from(edges) : undefined;
}
