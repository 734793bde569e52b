/**
 * Extracts MLLP frames from arriving bytes. Receivers end a frame by 0x1C and CR, by 0x1C alone or with a line feed:
 * 0x1C ends it, because no message contains that byte. Bytes between frames are skipped.
 * Source: HL7, MLLP release 1.
 */
const START = 0x0b;
const END = 0x1c;

export interface FrameReader {
  /** Adds bytes and returns completed frames, each without its frame bytes. */
  readonly push: (piece: Uint8Array) => Uint8Array[];
  /** Remaining bytes of an incomplete frame, without its start byte. */
  readonly rest: () => Uint8Array;
}

export function createFrameReader(): FrameReader {
  let pending = Buffer.alloc(0);
  return {
    push(piece) {
      pending = Buffer.concat([pending, piece]);
      const frames: Uint8Array[] = [];
      for (let end = pending.indexOf(END); end !== -1; end = pending.indexOf(END)) {
        const start = pending.lastIndexOf(START, end);
        frames.push(pending.subarray(start + 1, end));
        pending = pending.subarray(end + 1);
      }
      return frames;
    },
    rest: () => pending.subarray(pending.lastIndexOf(START) + 1),
  };
}
