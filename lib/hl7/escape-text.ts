/** Escapes and unescapes text in HL7 v2 fields. Source: HL7 v2.5.1, 2.7 */

/** Delimiters of all messages we send. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\E\\',
  '|': '\\F\\',
  '^': '\\S\\',
  '&': '\\T\\',
  '~': '\\R\\',
};
/** Control characters, including those that end a segment or frame. */
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

/** Escapes delimiters; control characters become a space. */
export function escapeHl7(text: string): string {
  return text.replaceAll(/[\\|^&~]/g, (char) => ESCAPES[char] ?? char).replaceAll(CONTROL, ' ');
}

/** Formatted text (FT): line breaks become commands. */
export function formattedText(text: string): string {
  return text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => escapeHl7(line))
    .join('\\.br\\');
}

/**
 * Decodes escape sequences of a received text: delimiters, hexadecimal bytes, line breaks. Drops sequences for
 * highlighting and character sets.
 * @param mark the escape character of the message
 * @param delimiters of the message: field, component, subcomponent and repetition separator
 * @param decode decodes bytes in the character set of the message
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
      // Sequences are between two escape characters; an unterminated one stays.
      if (at % 2 === 0) return part;
      if (at === parts.length - 1) return `${mark}${part}`;
      const hex = /^X((?:[\dA-F]{2})+)$/i.exec(part)?.[1];
      if (hex !== undefined) return decode(Buffer.from(hex, 'hex'));
      // Layout commands separate words: `.sp2`, `.ce`, `.ti5`.
      return plain[part] ?? (part.startsWith('.') ? '\n' : '');
    })
    .join('');
}

/** `YYYYMMDDHHMMSS+0000`; the day alone for a day without time. */
export function hl7Time(instant: string): string {
  const digits = instant.slice(0, 19).replaceAll(/[-:T]/g, '');
  return instant.endsWith('T00:00:00.000Z') ? digits.slice(0, 8) : `${digits}+0000`;
}
