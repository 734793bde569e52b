/**
 * Decodes a template file: by its byte order mark, else by the character set it declares, else as UTF-8 if valid, else
 * as Windows-1252. Source: HTML standard, "Determining the character encoding".
 */
const MARKS: readonly (readonly [label: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
const DECLARED =
  /<meta\b[^>]*\bcharset\s*=\s*["']?\s*([\w:.-]+)|^\s*<\?xml\b[^>]*\bencoding\s*=\s*["']([\w:.-]+)/i;
const LOOKED_AT_BYTES = 4096;
const FALLBACK = 'windows-1252';

export function decodeTemplate(bytes: Uint8Array): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  const start = new TextDecoder(FALLBACK).decode(bytes.subarray(0, LOOKED_AT_BYTES));
  const [, inMeta, inXml] = DECLARED.exec(start) ?? [];
  const declared = inMeta ?? inXml;
  // A file whose declaration is readable as ASCII cannot be UTF-16, whatever it declares.
  const labels = declared === undefined || /^utf-16/i.test(declared) ? ['utf-8'] : [declared, 'utf-8'];
  for (const label of labels) {
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      // Invalid in this character set, or an unknown one: try the next.
    }
  }
  return new TextDecoder(FALLBACK).decode(bytes);
}
