/** Values that carry no unit of length and still were of that day: scores, grades, stages, and densities by their name. */

const NAMES =
  'rads|birads|pirads|lirads|tirads|bosniak|gleason|isup|aspects|fazekas|pfirrmann|modic|deauville|lugano|agatston|child-pugh|nyha|kellgren|lawrence|goutallier|outerbridge|meyerding|balthazar|ctsi|mrs|nihss|meld|fib-4|hunt-hess|hess|fisher|koos|spetzler-martin|score|punktwert|punteggio|puntuación|pontuação|escore|grade|grado|grau|grad|stage|stadium|stade|estadio|estádio|category|kategorie|catégorie|categoría|categoria|attenuation|density|dichte|atténuation|densité|atenuación|densidad|atenuação|densidade';
/** Letters in both cases: the values behind the names mind theirs. */
const EITHER_CASE = NAMES.replace(/\p{L}/gu, (letter) => `[${letter}${letter.toLocaleUpperCase()}]`);
const SPACE = '[\\s\\u00A0]';
const STEP = '(?:\\d+(?:[.,]\\d+)?[a-fA-FsSxX]?|[IVX]{1,4}[A-Fa-f]?)';
const TO = `(?:${SPACE}?[+/–-]${SPACE}?(?:P\\d|${STEP})|${SPACE}(?:to|bis|à|a)${SPACE}${STEP}(?!${SPACE}?(?:mm|cm|m[lL]|HU|HE|UH|%)))`;
const VALUE = `(?:LR-?(?:\\d|M|TIV)|TR-?\\d|[+−-]?${STEP}${TO}*(?:${SPACE}?=${SPACE}?\\d+)?|[A-D]\\d?)`;
/** `high-grade 3 vessel disease` grades no vessel. */
const HIGH = '(?<!(?:[Hh]igh|[Ll]ow|[Ii]ntermediate|[Aa]lto|[Bb]ajo|[Bb]aixo|[Hh]aut|[Bb]as)[-\\s\\u00A0])';
/** Between a name and its value: `: `, ` of `, ` de type `. */
const LEADS = `(?:${SPACE}?[:=])?${SPACE}{1,2}(?:(?:of|von|de|d’|do)${SPACE}{1,2})?(?:(?:[Tt]ypes?|[Tt]yp|[Tt]ipo|[Kk]lasse|[Cc]lasse?)${SPACE}{1,2})?`;
const behind = (name: string, value: string) => `(?<=(?<!\\p{L})${name}${LEADS})${value}`;

/**
 * The value, without the name before it: `BI-RADS 4a`, `Grad II bis III`, `HU: 35`, `density of type C`. Names that are
 * words too have fewer: a child may be 5 years old.
 */
export const SCORED = new RegExp(
  `(${behind(`${HIGH}(?:${EITHER_CASE}|HU|HE|UH)`, VALUE)}|${behind('[Cc][Hh][Ii][Ll][Dd]', '(?:[A-C]\\d{0,2}|[IV]{1,3})')}|${behind('ACR', '[1-5A-Da-d]')})(?![\\p{L}\\d]|[.,]\\d|-\\p{Ll})`,
  'u',
);

/** The head of a column of such values. */
export const SCORE_HEAD = new RegExp(`(?<!\\p{L})(?:${NAMES}|child|hu|he|uh|acr)(?!\\p{L})`, 'iu');
