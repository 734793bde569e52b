/** Values that carry no unit of length and still were of that day: scores, grades, stages, and densities by their name. */

const NAMES =
  'rads|birads|pirads|lirads|tirads|bosniak|gleason|isup|aspects?|fazekas|pfirrmann|modic|deauville|lugano|agatston|child-pugh|child|nyha|kellgren|lawrence|goutallier|outerbridge|meyerding|balthazar|ctsi|mrs|nihss|meld|fib-4|hunt-hess|hess|fisher|koos|spetzler-martin|score|punktwert|punteggio|puntuación|pontuação|escore|grade|grado|grau|grad|stage|stadium|stade|estadio|estádio|category|kategorie|catégorie|categoría|categoria|hu|he|uh|attenuation|density|dichte|atténuation|densité|atenuación|densidad|atenuação|densidade';
/** Letters in both cases: the values behind the names mind theirs. */
const EITHER_CASE = NAMES.replace(/\p{L}/gu, (letter) => `[${letter}${letter.toLocaleUpperCase()}]`);
const SPACE = '[\\s\\u00A0]';
const STEP = '(?:\\d+(?:[.,]\\d+)?[a-cA-C]?|[IVX]{1,4}[A-Fa-f]?)';
const VALUE = `(?:LR-?(?:\\d|M|TIV)|[+−-]?${STEP}(?:${SPACE}?[+/–-]${SPACE}?${STEP})*(?:${SPACE}?=${SPACE}?\\d+)?|[A-D])`;

/** The value, without the name before it: `BI-RADS 4a`, `Grad II`, `HU: 35`, `density of 12`. */
export const SCORED = new RegExp(
  `(?<=(?<!\\p{L})(?:${EITHER_CASE})(?:${SPACE}?[:=])?${SPACE}{1,2}(?:(?:of|von|de|d’|do)${SPACE}{1,2})?)(${VALUE})(?![\\p{L}\\d]|[.,]\\d)`,
  'u',
);

/** The head of a column of such values. */
export const SCORE_HEAD = new RegExp(`(?<!\\p{L})(?:${NAMES})(?!\\p{L})`, 'iu');
