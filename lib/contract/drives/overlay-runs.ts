/**
 * What overlays draw on a frame, as it stands on the wire: runs of pixels, row by row, each as the pixels passed over
 * and the pixels drawn. A number is seven bits a byte, the lowest first, the high bit set where more follow.
 */

/** Base64 of it still fits into the headers of an answer, beside a VOI table. */
export const OVERLAY_RUNS_MAX_BYTES = 48 * 1024;

/** First pixel of each run and the one behind its last, one pair after the other. */
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

/** Undefined for what goes past the last of `pixels`, or ends in the middle. */
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
