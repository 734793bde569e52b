/**
 * Words of copied text that are true of the prior's day only: that day itself, what was new on it, and what it was compared
 * with. Whether they hold today, only a person knows.
 */

const OF_THAT_DAY = [
  "today(?:[’']s)?|current(?:ly)?|at present|presently|now|new(?:ly)?|recently",
  'interval (?:change|growth|increase|decrease|development|enlargement|appearance|progression|resolution)',
  'heute|heutig\\p{L}*|jetzt|aktuell\\p{L}*|derzeit\\p{L}*|gegenwärtig\\p{L}*|momentan|neu(?:e[nmrs]?|erdings|aufgetreten\\p{L}*)?',
  "aujourd[’']hui|ce jour|actuel(?:le)?s?|actuellement|maintenant|nouve(?:aux?|l|lles?)|récemment|apparue?s?",
  'hoy|actual(?:es|mente)?|ahora|nuev[oa]s?|recientemente',
  'hoje|atua(?:l|is|lmente)|agora|nov[oa]s?|recentemente',
].join('|');
const COMPARED = [
  'since|compared (?:to|with)|in comparison|than (?:before|previously)|previously|formerly|yesterday|unchanged|ago',
  'seit(?:dem|her)?|gegenüber|im vergleich|verglichen|zuvor|vorher|vormals|gestern|unverändert\\p{L}*|größenkonstant\\p{L}*',
  'depuis|par rapport|comparée?s?|en comparaison|précédemment|auparavant|inchangée?s?',
  'desde|comparad[oa]s?|en comparación|respecto al?|previamente|anteriormente|ayer|sin cambios',
  'em comparação|em relação a[oàs]*|ontem|inalterad[oa]s?|sem alterações desde',
].join('|');
const whole = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');
const ANY = whole(`${OF_THAT_DAY}|${COMPARED}`);
const COMPARISON = whole(COMPARED);

/** The first word of either kind. */
export function timeWordIn(text: string): string | undefined {
  return ANY.exec(text)?.[0];
}

/** A comparison stays the prior's though the value beside it was filled in. */
export function isCompared(text: string): boolean {
  return COMPARISON.test(text);
}
