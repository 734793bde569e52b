/**
 * Frames of MLLP out of bytes as they come, in pieces of any size. Receivers end a frame by 0x1C and CR, by 0x1C alone or
 * with a line feed behind: 0x1C ends it, since no message holds that byte. Bytes between frames are passed over.
 * Source: HL7, MLLP release 1.
 */
const START = 0x0b;
const END = 0x1c;

export interface FrameReader {
  /** Whole frames so far not answered, each without its frame bytes. */
  readonly push: (piece: Uint8Array) => Uint8Array[];
  /** What came and is in no whole frame, without a start byte. */
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
