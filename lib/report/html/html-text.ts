/** Escapes and unescapes text in canonical HTML, and removes code points forbidden in reports. */

/** Five names and the numeric forms: the only ones the canonical writer and the sanitiser produce. */
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const ENTITY = /&(?:([a-z]+)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g;

/** Control characters (tab, line feed and carriage return excepted), line ends nothing shows, and U+FFFE, U+FFFF. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to drop
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u0085\u2028\u2029\uFFFE\uFFFF]/g;

/**
 * Characters that separate words or lines: vertical tab, form feed, the separators of files, groups, records, units,
 * lines.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace
const PARTING = /[\u000B\u000C\u001C-\u001F\u0085\u2028\u2029]/g;

/** Well-formed text without forbidden characters, separators as spaces, line ends as an HTML parser reads them. */
export function cleanText(text: string): string {
  const oneLineEnd = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  const wellFormed = oneLineEnd.isWellFormed() ? oneLineEnd : oneLineEnd.toWellFormed();
  return wellFormed.search(FORBIDDEN) === -1
    ? wellFormed
    : wellFormed.replace(PARTING, ' ').replace(FORBIDDEN, '');
}

export function escapeText(text: string): string {
  return /[&<>]/.test(text)
    ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    : text;
}

export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}

/** Decodes the entities above; returns null when the text has any other use of `&`. */
export function unescapeText(text: string): string | null {
  if (!text.includes('&')) return text;
  let understood = true;
  const decoded = text.replace(ENTITY, (whole, name?: string, decimal?: string, hex?: string) => {
    const character =
      name === undefined
        ? codePointText(Number.parseInt(decimal ?? hex ?? '', decimal ? 10 : 16))
        : NAMED[name];
    if (character === undefined) understood = false;
    return character ?? whole;
  });
  const ampersands = text.split('&').length;
  const entities = (text.match(ENTITY) ?? []).length + 1;
  return understood && ampersands === entities ? decoded : null;
}

function codePointText(codePoint: number): string | undefined {
  return codePoint > 0x10ffff ? undefined : String.fromCodePoint(codePoint);
}
