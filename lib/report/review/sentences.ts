/**
 * Cuts a line into its sentences. A point ends one only before a capital or at the end: `ca. 5 mm`, `5. Rippe`, `M. Crohn`
 * and `10. Feb` are one sentence, and so is what is in parentheses. Where a point may end one or not, as in `etc. Milz`,
 * nothing is cut, and the sentence says so: an act that removes sentences must leave that one alone.
 */

export interface Sentence {
  /** Positions in the line; the space behind belongs to the sentence. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** False when a sentence may end within it. */
  readonly isSure: boolean;
}

/** `doubtful` ends a sentence for what reads it, though neither of both is certain. */
type End = 'end' | 'doubtful' | 'inside' | 'unsure';

const spaced = (words: string) => words.replaceAll('. ', '\\.[\\s\\u00A0]?');
const before = (words: string, flags = 'iu') => new RegExp(`(?<!\\p{L})(?:${spaced(words)})\\.$`, flags);
/** Words that end in a point and never end a sentence; German nouns behind them are capitals. */
const SHORTENED = before(
  'ca|circa|max|approx|bzw|resp|vgl|dr|dra|prof|priv|med|dipl|abb|fig|tab|nr|evtl|inkl|exkl|einschl|ggf|sog|env|máx|mín|aprox|vs|lig|ligg|mme|sra?|cf|p. ej|p. ex|e. g|i. e|z. b|z. n|z. t|z. a|v. a|d. h|i. s|i. r|i. d. r|u. u|o. g|st. n|st. p',
);
/** Words that end in a point and may end a sentence too. */
const OPEN = before(
  'min|art|artt|etc|usw|re|li|bds|bilat|dext|sin|sup|inf|ant|post|lat|seg|segm|subsegm|prox|dist|etw|mind|abd|path|anat|rad|proc|obl|ext|int|o. b|s. o|s. u|u. a|a. e|ej|ex',
);
const LETTER = before('\\p{L}');
const ORDINAL = /(?<![\p{L}\d.,/–-])\d{1,2}\.$/u;
/** Before an ordinal: `der 5. Rippe`, `4. und 5. Rippe`. */
const ITS_ARTICLE =
  /(?<!\p{L})(?:de[rsmn]|die|das|i[mn]|am|vom|zum|zur|beim|eine[rsmn]?|jede[rsmn]?|linke[rsmn]?|rechte[rsmn]?|und|oder|bis|sowie)[\s\u00A0]+\d{1,2}\.$/iu;
/** Behind an ordinal. */
const COUNTED =
  /^(?:rippe|ventrikel|finger|zehe|strahl|mittel(?:hand|fuß)|metatars|metakarp|metacarp|mfk|mhk|bwk|lwk|hwk|swk|hals|brust|lenden|sakral|wirbel|hirnnerv|interkostal|icr|grad|woche|monat|tag|ssw|jahr|trimenon|quartal)/iu;
/** A number behind such a name is its value, and the point ends the sentence: `BI-RADS 4. Milz normal.` */
const VALUED =
  /(?:rads|bosniak|fazekas|modic|fleischner|deauville|grade?|grado|grau|stage|stadium|stade|estadio|typ[eo]?|segment\p{L}*|score|category|kategorie|catégorie|categor[ií]a|=)[\s\u00A0]+\d{1,2}\.$/iu;
/** A word that may be cut short, as in `kl. Herd` and `rundl. Herd`, and one alone, as in `Kleiner. Herd`; no unit is. */
const MAY_BE_SHORT =
  /(?<![\p{L}\d])(?!(?:mm|cm|ml|cc|he|hu)\.)(?:\p{Ll}{2,3}|\p{L}+[bcdfgkptz][lrnm])\.$|^[\s\u00A0]*\p{L}+\.$/u;
/** The day of a date: `10. Feb`, `10. 2. 2026`. */
const MONTH =
  /^(?:(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[kc]t|nov|de[zc])|\d{1,2}\.[\s\u00A0]?\d{2,4})/iu;

export function sentencesOf(line: string): Sentence[] {
  const flat = line.replace(/\([^()]*\)/gu, (inside) => '('.repeat(inside.length));
  const sentences: Sentence[] = [];
  let [from, isSure] = [0, true];
  const add = (to: number) => {
    if (to > from) sentences.push({ from, to, text: line.slice(from, to).trim(), isSure });
    [from, isSure] = [to, true];
  };
  for (const end of flat.matchAll(/[.!?]+(?:[\s\u00A0]+(?=\S)|(?=\p{Lu}\p{Ll}))|;(?!\d)[\s\u00A0]*/gu)) {
    const next = end.index + end[0].length;
    const kind = kindOf(flat.slice(from, end.index + 1), flat.slice(next), /[\s\u00A0;]$/u.test(end[0]));
    if (kind !== 'end' && kind !== 'inside') isSure = false;
    if (kind === 'end' || kind === 'doubtful') add(next);
    if (kind === 'doubtful') isSure = false;
  }
  add(line.length);
  return sentences.filter(({ text }) => text !== '');
}

function kindOf(upTo: string, rest: string, hasSpace: boolean): End {
  if (upTo.endsWith(';')) return 'end';
  const isCapital = /^[\p{Lu}_]/u.test(rest);
  if (upTo.endsWith('.')) {
    const isSmall = /^\p{Ll}/u.test(rest);
    if (SHORTENED.test(upTo)) return 'inside';
    if (OPEN.test(upTo)) return isSmall || (/min\.$/iu.test(upTo) && /^\d/u.test(rest)) ? 'inside' : 'unsure';
    if (LETTER.test(upTo)) {
      // `z. B.`, `A. carotis`, `M. Crohn`
      const isShort = /^\p{L}\./u.test(rest) || isSmall || /(?<!\p{L})M\.$/u.test(upTo);
      return isShort ? 'inside' : 'unsure';
    }
    if (ORDINAL.test(upTo)) return kindOfOrdinal(upTo, rest, isSmall);
  }
  if (!isCapital || !hasSpace) return 'unsure';
  return upTo.endsWith('.') && (rest.startsWith('_') || MAY_BE_SHORT.test(upTo)) ? 'doubtful' : 'end';
}

function kindOfOrdinal(upTo: string, rest: string, isSmall: boolean): End {
  if (isSmall || MONTH.test(rest) || COUNTED.test(rest) || ITS_ARTICLE.test(upTo)) return 'inside';
  // The number of an enumeration, and the month before a year.
  if (/^\d{4}(?!\d)/u.test(rest) && /\d\.[\s\u00A0]?\d{1,2}\.$/u.test(upTo)) return 'inside';
  if (/^[\s\u00A0]*\d{1,2}\.$/u.test(upTo)) return 'inside';
  return VALUED.test(upTo) ? 'end' : 'unsure';
}
