/**
 * Expands segmented palettes: single values, lines between two values, and repeated segments.
 * Source: DICOM PS3.3 C.7.9.2.
 */
const DISCRETE = 0;
const LINEAR = 1;
const INDIRECT = 2;

/**
 * Expands all segments.
 * @param segments bytes or words. Undefined unless they produce the stated number of entries.
 */
export function unfoldSegments(segments: Uint8Array | Uint16Array, count: number): Uint16Array | undefined {
  const entries: number[] = [];
  return read(segments, 0, Number.POSITIVE_INFINITY, true, entries, count) && entries.length === count
    ? Uint16Array.from(entries)
    : undefined;
}

/** Reads segments into entries. @param most maximum number of segments to read. False where they are invalid. */
function read(
  segments: Uint8Array | Uint16Array,
  from: number,
  most: number,
  mayRepeat: boolean,
  entries: number[],
  count: number,
): boolean {
  let at = from;
  for (let n = 0; n < most && at < segments.length && entries.length < count; n += 1) {
    const kind = segments[at];
    const length = segments[at + 1] ?? 0;
    at += 2;
    if (kind === DISCRETE) {
      if (at + length > segments.length) return false;
      entries.push(...segments.subarray(at, at + length));
      at += length;
    } else if (kind === LINEAR) {
      const [before, end] = [entries.at(-1), segments[at]];
      if (before === undefined || end === undefined) return false;
      for (let step = 1; step <= length; step += 1) {
        entries.push(Math.round(before + ((end - before) * step) / length));
      }
      at += 1;
    } else if (kind === INDIRECT && mayRepeat) {
      // Offset of the repeated segment, in four bytes or two words.
      const start = offsetAt(segments, at);
      if (start === undefined || !read(segments, start, length, false, entries, count)) return false;
      at += segments.BYTES_PER_ELEMENT === 1 ? 4 : 2;
    } else return false;
  }
  return true;
}

/** Converts a byte offset to an index. */
function offsetAt(segments: Uint8Array | Uint16Array, at: number): number | undefined {
  const parts = Array.from(segments.subarray(at, at + (segments.BYTES_PER_ELEMENT === 1 ? 4 : 2)));
  const width = segments.BYTES_PER_ELEMENT * 8;
  const bytes = parts.reduce((sum, part, index) => sum + part * 2 ** (width * index), 0);
  const start = bytes / segments.BYTES_PER_ELEMENT;
  return Number.isInteger(start) && start < segments.length ? start : undefined;
}
