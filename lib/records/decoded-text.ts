/**
 * Bytes of somebody else's file as text. A byte order mark says how to read them, then what is declared, then what the
 * bytes can be at all. No byte becomes U+FFFD: what is no text is told as such.
 */

export interface DecodedText {
  readonly text: string;
  /** Label of the Encoding standard: `utf-8`, `windows-1252`. */
  readonly charset: string;
  /** Neither declared nor Unicode: a person should look at letters outside ASCII. */
  readonly isGuessed: boolean;
}

const MARKS = [
  { charset: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { charset: 'utf-16le', bytes: [0xff, 0xfe] },
  { charset: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;
/** What programs of Western Europe write that say nothing. */
const FALLBACK = 'windows-1252';
/** Enough to tell UTF-16 by its zero bytes. */
const SAMPLE_BYTES = 512;
const META_BYTES = 2048;

/** @param declared a label as a file or message gives it, in any spelling. @returns undefined where it is no text. */
export function decodeText(bytes: Uint8Array, declared?: string): DecodedText | undefined {
  const mark = markOf(bytes);
  if (mark !== undefined) return decodeAs(bytes, mark, false);
  const label = labelOf(declared);
  const unicode = withoutMark(bytes) ?? decodeAs(bytes, 'utf-8', false);
  // Bytes above 127 that form UTF-8 throughout are UTF-8, whatever a header says of them.
  if (unicode !== undefined && (label === undefined || isWide(label) || !isAscii(bytes)))
    return { ...unicode, isGuessed: label !== undefined && label !== unicode.charset };
  const asDeclared = label === undefined ? undefined : decodeAs(bytes, label, false);
  if (asDeclared !== undefined) return asDeclared;
  return hasControls(bytes) ? undefined : decodeAs(bytes, FALLBACK, true);
}

/** What a page or an XML document says of itself in its first bytes. */
export function charsetOfMarkup(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder(FALLBACK).decode(bytes.subarray(0, META_BYTES));
  const xml = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)["']/i.exec(head)?.[1];
  return /<meta\b[^>]*\bcharset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(head)?.[1] ?? xml;
}

/** The charset the bytes begin with the mark of. */
export function markOf(bytes: Uint8Array): string | undefined {
  return MARKS.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte))?.charset;
}

/** UTF-16 without a mark, told by where its zero bytes stand: `{` is 7B 00 or 00 7B. */
export function wideCharsetOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = sample.length / 4;
  if (odd > most && even === 0) return 'utf-16le';
  return even > most && odd === 0 ? 'utf-16be' : undefined;
}

function withoutMark(bytes: Uint8Array): DecodedText | undefined {
  const wide = wideCharsetOf(bytes);
  return wide && decodeAs(bytes, wide, false);
}

function decodeAs(bytes: Uint8Array, charset: string, isGuessed: boolean): DecodedText | undefined {
  try {
    return { text: new TextDecoder(charset, { fatal: true }).decode(bytes), charset, isGuessed };
  } catch {
    return undefined;
  }
}

/** `UNICODE UTF-8` of HL7 is UTF-8: alone, `unicode` would mean UTF-16. */
function labelOf(declared: string | undefined): string | undefined {
  const words = (declared ?? '').trim().toLowerCase();
  if (words === '') return undefined;
  if (/utf-?8/.test(words)) return 'utf-8';
  const latin = /^(?:iso[ -_]?)?8859[-/_](\d{1,2})$/.exec(words)?.[1];
  try {
    return new TextDecoder(latin === undefined ? words : `iso-8859-${latin}`).encoding;
  } catch {
    return undefined;
  }
}

function isWide(label: string): boolean {
  return label.startsWith('utf-16');
}

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}

/** Bytes no text has: below a space, but for tab, line feed, form feed and carriage return. */
function hasControls(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(byte));
}
