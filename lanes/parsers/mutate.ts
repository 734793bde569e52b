/** Mutates valid files into hostile input by a few random changes, reproducible from a number. */

const CHANGES_MAX = 8;
/** Limit of growth by repeated parts. */
const GROWN_MAX_BYTES = 256 * 1024;
/** Boundary values of numbers, and bytes that parsers look for. */
const BYTES = [
  0x00, 0x01, 0x0a, 0x0b, 0x0d, 0x1c, 0x22, 0x26, 0x3c, 0x5b, 0x5c, 0x7b, 0x7f, 0x80, 0xfe, 0xff,
];

export type Draw = (below: number) => number;

/** Random generator Mulberry32. */
export function createDraw(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, below);
  };
}

/** Mutates a file by random changes. @param other second file of the corpus, from which parts are inserted. */
export function mutate(given: Uint8Array, other: Uint8Array, draw: Draw): Buffer {
  let bytes: Buffer = Buffer.from(given);
  for (let left = 1 + draw(CHANGES_MAX); left > 0; left -= 1) bytes = changed(bytes, other, draw);
  return bytes;
}

function changed(bytes: Buffer, other: Uint8Array, draw: Draw): Buffer {
  const at = draw(bytes.length + 1);
  const length = 1 + draw(Math.min(64, bytes.length + 1));
  const part = bytes.subarray(at, at + length);
  switch (draw(8)) {
    case 0:
      bytes[at] = (bytes[at] ?? 0) ^ (1 << draw(8));
      return bytes;
    case 1:
      bytes[at] = BYTES[draw(BYTES.length)] ?? 0;
      return bytes;
    case 2:
      return bytes.subarray(0, at);
    case 3:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    case 4: {
      const times = 1 + draw(draw(4) === 0 ? 4096 : 8);
      if (bytes.length + part.length * times > GROWN_MAX_BYTES) return bytes;
      return Buffer.concat([
        bytes.subarray(0, at),
        ...Array.from({ length: times }, () => part),
        bytes.subarray(at),
      ]);
    }
    case 5: {
      const from = draw(other.length);
      return Buffer.concat([
        bytes.subarray(0, at),
        other.subarray(from, from + 4 * length),
        bytes.subarray(at),
      ]);
    }
    case 6:
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from([BYTES[draw(BYTES.length)] ?? 0]),
        bytes.subarray(at),
      ]);
    default:
      // Overwrite bytes as if they were a length, with the largest number.
      bytes.fill(0xff, at, Math.min(bytes.length, at + 1 + draw(4)));
      return bytes;
  }
}
