/**
 * Decodes bytes of foreign files: by byte order mark, else by the declared charset, else by trying. Never produces
 * U+FFFD: undecodable bytes are reported.
 */

export interface DecodedText {
  readonly text: string;
  /** Label of the Encoding standard: `utf-8`, `windows-1252`. */
  readonly charset: string;
  /** True when neither declared nor Unicode: a person should check letters outside ASCII. */
  readonly isGuessed: boolean;
}

const MARKS = [
  { charset: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { charset: 'utf-16le', bytes: [0xff, 0xfe] },
  { charset: 'utf-16be', bytes: [0xfe, 0xff] },
] as const;
/** Common in files of Western Europe without a declared charset. */
const FALLBACK = 'windows-1252';
/** Enough to detect UTF-16 by its zero bytes. */
const SAMPLE_BYTES = 512;
const META_BYTES = 2048;

/**
 * Decodes bytes as text.
 * @param declared label from a file or message, in any spelling. @returns undefined where the bytes are not text.
 */
export function decodeText(bytes: Uint8Array, declared?: string): DecodedText | undefined {
  const mark = markOf(bytes);
  if (mark !== undefined) return decodeAs(bytes, mark, false);
  const label = labelOf(declared);
  const unicode = withoutMark(bytes) ?? decodeAs(bytes, 'utf-8', false);
  // Non-ASCII bytes that are valid UTF-8 are UTF-8, whatever is declared.
  if (unicode !== undefined && (label === undefined || isWide(label) || !isAscii(bytes)))
    return { ...unicode, isGuessed: label !== undefined && label !== unicode.charset };
  const asDeclared = label === undefined ? undefined : decodeAs(bytes, label, false);
  if (asDeclared !== undefined) return asDeclared;
  return hasControls(bytes) ? undefined : decodeAs(bytes, FALLBACK, true);
}

/** Charset that a page or XML document declares in its first bytes. */
export function charsetOfMarkup(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder(FALLBACK).decode(bytes.subarray(0, META_BYTES));
  const xml = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)["']/i.exec(head)?.[1];
  return /<meta\b[^>]*\bcharset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(head)?.[1] ?? xml;
}

/** Charset of the byte order mark, if any. */
export function markOf(bytes: Uint8Array): string | undefined {
  return MARKS.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte))?.charset;
}

/** Detects UTF-16 without a mark by its zero bytes: `{` is 7B 00 or 00 7B. */
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

/** HL7's `UNICODE UTF-8` is UTF-8; `unicode` alone would mean UTF-16. */
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

/** True for bytes that text never has: below space, except tab, line feed, form feed and carriage return. */
function hasControls(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(byte));
}
