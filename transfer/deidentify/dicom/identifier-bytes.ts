/**
 * Searches bytes for identifiers: in UTF-8, Latin-1, UTF-16 of both orders and the file's own encoding, ignoring case
 * and accents. Short ones count only as a word within text, because pixels contain as many bytes by chance. Source:
 * DICOM PS3.15 E.1.
 */
import { foldText } from '#records/folded-text.ts';

export interface IdentifierTerms {
  /** Names, numbers and other texts; days in their spellings. */
  readonly texts: readonly string[];
  /** Bytes as in the file, in its own character set. */
  readonly raw: readonly Uint8Array[];
}

export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

export interface IdentifierBytes {
  /** True when the value, text or bytes, contains an identifier. */
  readonly areIn: (value: Uint8Array) => boolean;
  /**
   * Yields ranges of identifiers long enough to be unambiguous, in any bytes, and of short ones within longer texts.
   */
  readonly findStrong: (bytes: Uint8Array) => Generator<ByteRange>;
}

/** Byte lengths for an alphabet; other scripts need fewer characters. */
const WEAK_MIN_BYTES = 4;
const STRONG_MIN_BYTES = 6;
const STRONG_MIN_DIGITS = 8;
/** Text of this length among other bytes is not chance. */
const RUN_MIN_BYTES = 12;
const FOLD = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
);

interface Pattern {
  readonly bytes: Uint8Array;
  readonly isStrong: boolean;
  /** Bytes per character; neighbouring characters have the same width. */
  readonly width: 1 | 2;
}

export function identifierBytes({ texts, raw }: IdentifierTerms): IdentifierBytes {
  const patterns = new Map<string, Pattern>();
  const add = (bytes: Uint8Array, width: 1 | 2, characters: number) => {
    const folded = bytes.map((byte) => FOLD[byte] ?? byte);
    const distinct = new Set(folded).size;
    if (folded.length < WEAK_MIN_BYTES || distinct < 2 + width - 1) return;
    patterns.set(`${width}:${folded.join()}`, {
      bytes: folded,
      isStrong: isStrong(folded, width, characters),
      width,
    });
  };
  for (const text of texts) {
    for (const spelling of spellingsOf(text)) {
      for (const { bytes, width } of encodingsOf(spelling)) add(bytes, width, spelling.length);
    }
  }
  for (const bytes of raw) add(bytes, 1, bytes.length);
  const index = indexOf([...patterns.values()]);
  return {
    areIn(value) {
      for (const { pattern, from } of matches(value, index))
        if (pattern.isStrong || isWord(value, from, pattern)) return true;
      return false;
    },
    *findStrong(bytes) {
      for (const { pattern, from } of matches(bytes, index)) {
        const isFound = pattern.isStrong || (isWord(bytes, from, pattern) && isInText(bytes, from, pattern));
        if (isFound) yield { from, to: from + pattern.bytes.length };
      }
    },
  };
}

function isStrong(folded: Uint8Array, width: number, characters: number): boolean {
  const letters = width === 1 ? folded : folded.filter((byte) => byte !== 0);
  if (letters.every((byte) => byte < 0x3a)) return characters >= STRONG_MIN_DIGITS;
  return folded.length >= STRONG_MIN_BYTES && (width === 1 || characters >= WEAK_MIN_BYTES);
}

function spellingsOf(text: string): Set<string> {
  const own = [text, text.normalize('NFC'), text.normalize('NFD'), foldText(text)];
  return new Set(own.flatMap((spelling) => [spelling, spelling.toLowerCase(), spelling.toUpperCase()]));
}

function encodingsOf(text: string): { bytes: Uint8Array; width: 1 | 2 }[] {
  const codes = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const isLatin = codes.every((code) => code < 0x100);
  return [
    { bytes: new TextEncoder().encode(text), width: 1 },
    ...(isLatin ? [{ bytes: Uint8Array.from(codes), width: 1 as const }] : []),
    { bytes: Uint8Array.from(codes.flatMap((code) => [code & 0xff, code >> 8])), width: 2 },
    { bytes: Uint8Array.from(codes.flatMap((code) => [code >> 8, code & 0xff])), width: 2 },
  ];
}

/** Patterns by their first two bytes. */
type Index = ReadonlyMap<number, readonly Pattern[]> & { readonly starts?: never };

function indexOf(patterns: readonly Pattern[]): { byStart: Index; starts: Uint8Array } {
  const byStart = new Map<number, Pattern[]>();
  const starts = new Uint8Array(0x1_0000);
  for (const pattern of patterns) {
    const start = ((pattern.bytes[0] ?? 0) << 8) | (pattern.bytes[1] ?? 0);
    starts[start] = 1;
    byStart.set(start, [...(byStart.get(start) ?? []), pattern]);
  }
  return { byStart, starts };
}

function* matches(
  bytes: Uint8Array,
  { byStart, starts }: ReturnType<typeof indexOf>,
): Generator<{ pattern: Pattern; from: number }> {
  let before = FOLD[bytes[0] ?? 0] ?? 0;
  for (let at = 1; at < bytes.length; at += 1) {
    const here = FOLD[bytes[at] ?? 0] ?? 0;
    const start = (before << 8) | here;
    before = here;
    if (starts[start] === 0) continue;
    for (const pattern of byStart.get(start) ?? [])
      if (isAt(bytes, at - 1, pattern.bytes)) yield { pattern, from: at - 1 };
  }
}

function isAt(bytes: Uint8Array, from: number, pattern: Uint8Array): boolean {
  if (from + pattern.length > bytes.length) return false;
  for (let at = 2; at < pattern.length; at += 1)
    if (FOLD[bytes[from + at] ?? 0] !== pattern[at]) return false;
  return true;
}

/** True when no letter or digit is directly before or after it. */
function isWord(bytes: Uint8Array, from: number, { bytes: pattern, width }: Pattern): boolean {
  const end = from + pattern.length;
  const isPart = (at: number) => {
    const byte = FOLD[bytes[at] ?? 0] ?? 0;
    const other = width === 2 ? bytes[at + 1] : undefined;
    const code = other !== undefined && byte === 0 ? (FOLD[other] ?? 0) : byte;
    return (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x7a);
  };
  return !(from >= width && isPart(from - width)) && !(end + width <= bytes.length && isPart(end));
}

function isInText(bytes: Uint8Array, from: number, { bytes: pattern }: Pattern): boolean {
  const isPrintable = (at: number) => (bytes[at] ?? 0) >= 0x20 && (bytes[at] ?? 0) < 0x7f;
  let start = from;
  let end = from + pattern.length;
  while (start > 0 && isPrintable(start - 1)) start -= 1;
  while (end < bytes.length && isPrintable(end)) end += 1;
  return end - start >= RUN_MIN_BYTES;
}
