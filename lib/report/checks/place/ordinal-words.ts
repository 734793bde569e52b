/** Ordinal numbers written as words, first to twelfth, in the languages of reports. */

/** By number: English, German, French, Spanish and Portuguese, as stems or with their endings. */
const WORDS: readonly string[] = [
  'first|erste[rnsm]?|premi(?:er|ère)s?|primer[ao]?s?|primeir[ao]s?',
  'second|zweite[rnsm]?|deuxièmes?|secondes?|segund[ao]s?',
  'third|dritte[rnsm]?|troisièmes?|tercer[ao]?s?|terceir[ao]s?',
  'fourth|vierte[rnsm]?|quatrièmes?|cuart[ao]s?|quart[ao]s?',
  'fifth|fünfte[rnsm]?|cinquièmes?|quint[ao]s?',
  'sixth|sechste[rnsm]?|sixièmes?|sext[ao]s?',
  'seventh|sieb(?:en)?te[rnsm]?|septièmes?|séptim[ao]s?|sétim[ao]s?',
  'eighth|achte[rnsm]?|huitièmes?|octav[ao]s?|oitav[ao]s?',
  'ninth|neunte[rnsm]?|neuvièmes?|noven[ao]s?|non[ao]s?',
  'tenth|zehnte[rnsm]?|dixièmes?|décim[ao]s?(?![ \\u00A0](?:primeir|segund)[ao])',
  'eleventh|elfte[rnsm]?|onzièmes?|undécim[ao]s?|décim[ao][ \\u00A0]primeir[ao]s?',
  'twelfth|zwölfte[rnsm]?|douzièmes?|duodécim[ao]s?|décim[ao][ \\u00A0]segund[ao]s?',
];

/** Longer words first, because `décima primeira` is not `primeira`. */
export const ORDINAL_WORD = `(?:${[...WORDS].reverse().join('|')})`;

const BY_NUMBER = WORDS.map((words) => new RegExp(`^(?:${words})$`, 'iu'));
const ANY = new RegExp(`(?<!\\p{L})${ORDINAL_WORD}(?!\\p{L})`, 'giu');

/** The text with each such word as a number: `sixth and eighth` becomes `6 and 8`. */
export function withOrdinalsAsNumbers(text: string): string {
  return text.replace(ANY, (word) => String(BY_NUMBER.findIndex((known) => known.test(word)) + 1));
}
