/** Text as it may stand in a field of HL7 v2. Source: HL7 v2.5.1, 2.7 */

/** The delimiters of every message of ours. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\E\\',
  '|': '\\F\\',
  '^': '\\S\\',
  '&': '\\T\\',
  '~': '\\R\\',
};

/** White space that would end a segment becomes a space. */
export function escapeHl7(text: string): string {
  return text.replaceAll(/[\\|^&~]/g, (char) => ESCAPES[char] ?? char).replaceAll(/[\r\n\t\v\f]+/g, ' ');
}

/** A formatted text (FT): line breaks as its own command. */
export function formattedText(text: string): string {
  return text
    .split('\n')
    .map((line) => escapeHl7(line))
    .join('\\.br\\');
}

/** `YYYYMMDDHHMMSS+0000`; a day alone where the instant is one. */
export function hl7Time(instant: string): string {
  const digits = instant.slice(0, 19).replaceAll(/[-:T]/g, '');
  return instant.endsWith('T00:00:00.000Z') ? digits.slice(0, 8) : `${digits}+0000`;
}
