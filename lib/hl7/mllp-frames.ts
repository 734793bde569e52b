/**
 * Extracts MLLP frames from arriving bytes. Receivers end a frame by 0x1C and CR, by 0x1C alone or with a line feed:
 * 0x1C ends it, because no message contains that byte. Bytes between frames are skipped.
 * Source: HL7, MLLP release 1.
 */
const START = 0x0b;
const END = 0x1c;

export interface FrameReader {
  /** Adds bytes, which must not change later, and returns completed frames, each without its frame bytes. */
  readonly push: (piece: Uint8Array) => Uint8Array[];
  /** Remaining bytes of an incomplete frame, without its start byte. */
  readonly rest: () => Uint8Array;
}

export function createFrameReader(): FrameReader {
  /** Joined only when a frame ends: joined with each piece, pieces of a byte would cost the square of their number. */
  let pieces: Uint8Array[] = [];
  return {
    push(piece) {
      pieces.push(piece);
      if (!piece.includes(END)) return [];
      let pending = Buffer.concat(pieces);
      const frames: Uint8Array[] = [];
      for (let end = pending.indexOf(END); end !== -1; end = pending.indexOf(END)) {
        const start = pending.lastIndexOf(START, end);
        frames.push(pending.subarray(start + 1, end));
        pending = pending.subarray(end + 1);
      }
      pieces = [pending];
      return frames;
    },
    rest() {
      const pending = Buffer.concat(pieces);
      return pending.subarray(pending.lastIndexOf(START) + 1);
    },
  };
}
