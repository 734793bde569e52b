/**
 * Decodes a message: UTF-16 by byte order mark or zero bytes, else by the character set in MSH-18, with standard or
 * other known names. Otherwise UTF-8 if valid, else Windows-1252. Source: HL7 v2.5.1, table 0211.
 */
import { markOf, wideCharsetOf } from '#records/decoded-text.ts';

const LABELS: Readonly<Record<string, string>> = {
  ...{ ASCII: 'utf-8', UNICODE: 'utf-8', 'UNICODE UTF-8': 'utf-8' },
  ...{ 'ISO IR87': 'iso-2022-jp', 'ISO IR159': 'iso-2022-jp', 'KS X 1001': 'euc-kr' },
  ...{ 'GB 18030-2000': 'gb18030', 'BIG-5': 'big5' },
};
const FALLBACK = 'windows-1252';

export function decodeMessage(bytes: Uint8Array): string {
  return decodeWith([markOf(bytes) ?? wideCharsetOf(bytes), labelOf(declaredIn(bytes))], bytes);
}

/** Returns a decoder for bytes in escape sequences of this message. */
export function decoderOf(message: Uint8Array): (bytes: Uint8Array) => string {
  const declared = labelOf(declaredIn(message));
  return (bytes) => decodeWith([declared], bytes);
}

function decodeWith(preferred: readonly (string | undefined)[], bytes: Uint8Array): string {
  for (const label of [...preferred, 'utf-8', FALLBACK]) {
    if (label === undefined) continue;
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      // Invalid in this character set: try the next.
    }
  }
  return new TextDecoder(FALLBACK).decode(bytes);
}

/** First repetition of MSH-18, which is ASCII in every character set. */
function declaredIn(bytes: Uint8Array): string {
  const text = new TextDecoder(FALLBACK).decode(bytes);
  const [header = ''] = text.slice(Math.max(0, text.indexOf('MSH'))).split(/[\r\n]/);
  const separator = header.charAt('MSH'.length);
  const repetition = header.charAt('MSH'.length + 2) || '~';
  const field = separator === '' ? '' : (header.split(separator)[17] ?? '');
  return field.split(repetition)[0]?.trim().toUpperCase() ?? '';
}

function labelOf(name: string): string | undefined {
  const part = /^(?:ISO[ -_]?)?8859[-/_](\d{1,2})$/.exec(name)?.[1];
  if (part !== undefined) return `iso-8859-${part}`;
  if (name === '' || LABELS[name] !== undefined) return LABELS[name];
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}
