/**
 * Pseudo-translation for tests: English with accents, a third longer, in brackets. Text without brackets is
 * cut off or missing from the catalogue. Values (`{{name}}`), tags and nested texts (`$t(…)`) stay unchanged.
 */
import type { Texts } from '#renderer/messages/catalogue.ts';

const KEPT = /(\{\{[^}]*\}\}|<[^>]*>|\$t\([^)]*\))/;
const PLAIN = 'acdeghijklnorstuwyzACDEGHIJKLNORSTUWYZ';
const ACCENTED = 'áçđéğĥíĵķļñóŕšţúŵýžÁÇĐÉĞĤÍĴĶĻÑÓŔŠŢÚŴÝŽ';
/** Filler words of ordinary length, so that lines break as in a translation. */
const FILLING = ['óñé', 'ţŵó', 'ţĥŕéé', 'ƒóúŕ', 'ƒívé', 'šíx', 'šévéñ', 'éíğĥţ'];
const LONGER = 0.35;

export function pseudoText(text: string): string {
  const accented = text
    .split(KEPT)
    // With a capture group, `split` puts the preserved parts at odd indexes.
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

/** Adds filler words to sentences and letters to short labels, as `Save` becomes `Speichern`. */
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
