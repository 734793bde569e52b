/** Text as it may stand in a field of HL7 v2. Source: HL7 v2.5.1, 2.7 */

/** The delimiters of every message of ours. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\E\\',
  '|': '\\F\\',
  '^': '\\S\\',
  '&': '\\T\\',
  '~': '\\R\\',
};
/** Bytes that end a segment or a frame, and every other control character: none is part of a text. */
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

/** Control characters become a space. */
export function escapeHl7(text: string): string {
  return text.replaceAll(/[\\|^&~]/g, (char) => ESCAPES[char] ?? char).replaceAll(CONTROL, ' ');
}

/** A formatted text (FT): line breaks as its own command. */
export function formattedText(text: string): string {
  return text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => escapeHl7(line))
    .join('\\.br\\');
}

/**
 * A received text without its escape sequences: delimiters, bytes in hexadecimal, line breaks. Sequences of highlighting
 * and of other character sets are dropped.
 * @param mark the escape character of the message
 * @param delimiters of the message: field, component, subcomponent and repetition separator
 * @param decode bytes in the character set of the message
 */
export function unescapeHl7(
  text: string,
  mark: string,
  delimiters: string,
  decode: (bytes: Uint8Array) => string,
): string {
  const [field = '|', component = '^', sub = '&', repetition = '~'] = delimiters;
  const plain: Readonly<Record<string, string>> = {
    ...{ F: field, S: component, T: sub, R: repetition, E: mark },
  };
  const parts = text.split(mark);
  return parts
    .map((part, at) => {
      // Sequences stand between two escape characters; one without its end stays as it came.
      if (at % 2 === 0) return part;
      if (at === parts.length - 1) return `${mark}${part}`;
      const hex = /^X((?:[\dA-F]{2})+)$/i.exec(part)?.[1];
      if (hex !== undefined) return decode(Buffer.from(hex, 'hex'));
      // Commands of layout part the words they stand between: `.sp2`, `.ce`, `.ti5`.
      return plain[part] ?? (part.startsWith('.') ? '\n' : '');
    })
    .join('');
}

/** `YYYYMMDDHHMMSS+0000`; a day alone where the instant is one. */
export function hl7Time(instant: string): string {
  const digits = instant.slice(0, 19).replaceAll(/[-:T]/g, '');
  return instant.endsWith('T00:00:00.000Z') ? digits.slice(0, 8) : `${digits}+0000`;
}
