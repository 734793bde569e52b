/**
 * English as no translation will be kinder to: every letter with an accent, a third longer, between brackets. What
 * shows without brackets is cut, or stands in no catalogue. Values (`{{name}}`), tags and nested texts (`$t(…)`)
 * stay as they are.
 */
import type { Texts } from '#renderer/messages/catalogue.ts';

const KEPT = /(\{\{[^}]*\}\}|<[^>]*>|\$t\([^)]*\))/;
const PLAIN = 'acdeghijklnorstuwyzACDEGHIJKLNORSTUWYZ';
const ACCENTED = 'áçđéğĥíĵķļñóŕšţúŵýžÁÇĐÉĞĤÍĴĶĻÑÓŔŠŢÚŴÝŽ';
/** Words of about the length of English ones, so that lines break where lines of a translation would. */
const FILLING = ['óñé', 'ţŵó', 'ţĥŕéé', 'ƒóúŕ', 'ƒívé', 'šíx', 'šévéñ', 'éíğĥţ'];
const LONGER = 0.35;

export function pseudoText(text: string): string {
  const accented = text
    .split(KEPT)
    // With a group in the pattern, what is kept stands at every odd place.
    .map((part, at) => (at % 2 === 1 ? part : withAccents(part)))
    .join('');
  const wanted = Math.ceil(
    text
      .split(KEPT)
      .filter((_, at) => at % 2 === 0)
      .join('').length * LONGER,
  );
  return `[${accented}${filling(wanted)}]`;
}

function withAccents(text: string): string {
  return [...text].map((letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('');
}

/** A word for words; a short label grows by letters, as `Save` becomes `Speichern`. */
function filling(length: number): string {
  if (length < 4) return 'é'.repeat(length);
  let text = '';
  for (let at = 0; text.length < length; at += 1) text += ` ${FILLING[at % FILLING.length]}`;
  return text;
}

export function pseudoTexts(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudoText(value) : pseudoTexts(value),
    ]),
  );
}
