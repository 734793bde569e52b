/**
 * Cleans the streams of encapsulated frames. A frame is one fragment or several, or the stream's own end marks the next
 * frame. Data after the last frame is dropped. Source: DICOM PS3.5 A.4.
 */
import type { Element } from 'dicom-parser';
import { concatBytes } from '#bytes/concat-bytes.ts';

/** Cleans a frame; returns its bytes and where it ended in the input. */
export type ClearFrame = (stream: Uint8Array, from: number) => { bytes: Uint8Array; end: number } | undefined;

export interface FrameLayout {
  readonly frames: number;
  /** True for RLE, where each frame is one fragment. */
  readonly isFragmentEach: boolean;
}

/**
 * Splits encapsulated pixels into frames. Undefined if any frame cannot be parsed; accepts fewer frames than
 * stated.
 */
export function frameStreams(
  bytes: Uint8Array,
  { fragments = [] }: Element,
  { frames, isFragmentEach }: FrameLayout,
  clear: ClearFrame,
): Uint8Array[] | undefined {
  const pieces = fragments
    .map(({ position, length }) => bytes.subarray(position, position + length))
    .filter(({ length }) => length > 0);
  if (frames === 1) return clearedEach([concatBytes(pieces)], clear);
  if (isFragmentEach || pieces.length === frames) return clearedEach(pieces.slice(0, frames), clear);
  return clearedInTurn(pieces, frames, clear);
}

function clearedEach(pieces: readonly Uint8Array[], clear: ClearFrame): Uint8Array[] | undefined {
  const cleared = pieces.flatMap((piece) => clear(piece, 0)?.bytes ?? []);
  return cleared.length === pieces.length ? cleared : undefined;
}

function clearedInTurn(pieces: readonly Uint8Array[], frames: number, clear: ClearFrame) {
  const stream = concatBytes(pieces);
  const starts: number[] = [];
  for (const { length } of pieces) starts.push((starts.at(-1) ?? 0) + length);
  const cleared: Uint8Array[] = [];
  let at = 0;
  while (at < stream.length && cleared.length < frames) {
    const frame = clear(stream, at);
    if (frame === undefined) return undefined;
    cleared.push(frame.bytes);
    at = pieces.length > frames ? nextStart(starts, frame.end) : afterPadding(stream, frame.end);
  }
  return cleared;
}

/** Finds the start of the next frame, which begins at a fragment. */
function nextStart(starts: readonly number[], end: number): number {
  return starts.find((start) => start >= end) ?? end;
}

/** Skips padding after a stream. With fewer fragments than frames, the next stream follows in the same fragment. */
function afterPadding(stream: Uint8Array, end: number): number {
  let at = end;
  while (stream[at] === 0) at += 1;
  return at;
}
