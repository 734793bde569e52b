/**
 * Compares the size of one finding between Findings and Impression: a cyst of 21 mm is not one of 12 mm. Judged only
 * where both name it with a length of their own; a former value, a threshold, a numbered lesion or a noun in a table is
 * left alone.
 */
import {
  IMPRESSION_CODE,
  type QualityFinding,
  type ReportParts,
  warning,
  wordsAt,
} from '#report/checks/quality-finding.ts';
import { parseLength } from '#report/review/measurements/recist.ts';
import { type FindingNoun, type Sentence, sentencesOf } from './finding-nouns.ts';

interface Length {
  readonly mm: number;
  /** Half of the last written digit: a reader may round. */
  readonly rounding: number;
  /** The words it stands in. */
  readonly text: string;
}

const NUMBER = '\\d+(?:[.,]\\d+)?';
const BLANK = '[\\s\\u00A0]*';
/** A length, or several with one unit: `21 x 14 mm`, `from 18 to 21 mm`, `4–8 mm`. */
const LENGTHS = new RegExp(
  `(?<![\\d.,])(${NUMBER}(?:${BLANK}(?:mm|cm)?${BLANK}(?:[x×/–-]|to|bis|auf|and|und|à|et|a|y|e|para)${BLANK}${NUMBER})*)${BLANK}(mm|cm)(?![\\p{L}\\d²³])`,
  'giu',
);
/** Words by which a length may be of another day, a limit or advice. */
const NOT_OF_NOW =
  /(?<!\p{L})(?:previous\p{L}*|former\p{L}*|prior|was|were|had been|baseline|compar\p{L}*|since|ago|zuvor|vor(?!hof|höf|der|hand|fuß|wölb|lieg)\p{L}*|früher\p{L}*|war|waren|vormals|ehemals|vergl\p{L}*|seit|auparavant|précéd\p{L}*|était|étaient|depuis|antes|previ\p{L}*|prévi\p{L}*|anteriormente|antérieurement|era|eran|eram|medía|(?<!(?:línea|linha|cerebral|oreja|capa|fosa|pared)\s)media|desde)(?!\p{L})|\d{1,2}[./]\d{1,2}[./]|(?:19|20)\d{2}(?!\d)/iu;
/** `anterior` is a former exam in Spanish, Portuguese and French only where it is said of one; else it is a place. */
const STUDY =
  'exam|estud|étude|control|contrôl|tc|tac|rm|irm|ct|tdm|scanner|ecogr|échogr|ultra|tomogr|reson|radiogr|informe|laudo|compte|compara|medi|mesure|valor|valeur|imag';
const FORMER_STUDY = new RegExp(
  `(?:(?<=(?<!\\p{L})(?:${STUDY})\\p{L}*\\s.*)|(?<=(?<!\\p{L})(?:al|el|o|ao|do|del|le|au|du)\\s+|l[’'])|(?<=[(,;]\\s*)(?=\\p{L}+:?\\s*\\d))(?<!\\p{L})(?:antérieure?s?|anterior(?:es)?)(?!\\p{L})`,
  'iu',
);
/** A word of a place is none: a lobe is `inférieur`, a nodule is `inférieur à 10 mm`. */
const LIMIT =
  /[<>≤≥]|(?<!\p{L})(?:than|below|under|above|over|less|least|if|unter(?:halb|schr\p{L}*)?|über(?:schr\p{L}*)?|als|ab|wenn|falls|(?:inf|sup)érieure?s?(?=\s+(?:ou\s+éga\p{L}*\s+)?(?:à|au|aux)(?!\s+(?:droite|gauche)))|(?:inf|sup)erior(?:es)?(?=\s+(?:ou?\s+igua\p{L}*\s+)?(?:a|al|à|ao)\s+\d)|moins|plus|si|(?:menor|mayor|maior)(?:es)?(?=\s+(?:ou?\s+igua\p{L}*\s+)?(?:que|a|al|à|ao|de|do)(?!\p{L}))|menos|más|mais|recommend\p{L}*|follow\p{L}*|control\p{L}*|contrôl\p{L}*|kontroll\p{L}*|verlauf\p{L}*|empf\p{L}*|recomm?[ea]nd\p{L}*|fleischner|distan\p{L}*|abstand\p{L}*|entfern\p{L}*|from the|displac\p{L}*|disloz\p{L}*|verschieb\p{L}*|déplac\p{L}*|desplaz\p{L}*|desvi\p{L}*)(?!\p{L})/iu;
const NUMBERED = /^\s+\d{1,3}(?!\d|[.,]\d|\s*(?:mm|cm|[x×–/-]|to|bis|auf))/u;

export function checkSizesAgree({ findings, impression }: ReportParts): QualityFinding[] {
  if (findings === null || impression === null) return [];
  const known = sentencesOf(findings);
  return sentencesOf(impression).flatMap((sentence): QualityFinding[] => {
    const [noun, second] = sentence.nouns;
    const { written, affirmed, index } = sentence;
    if (noun === undefined || second !== undefined || written.includes('\t')) return [];
    if (NOT_OF_NOW.test(written) || FORMER_STUDY.test(written) || LIMIT.test(written)) return [];
    if (isNumbered(affirmed, noun)) return [];
    const said = lengthsOf(affirmed);
    const measured = said.length === 0 ? null : sizesOf(known, noun);
    const [first] = measured ?? [];
    if (measured === null || first === undefined) return [];
    const isKnown = said.some((one) => measured.some((size) => isSame(one, size)));
    const match = [...affirmed.matchAll(LENGTHS)][0];
    if (isKnown || match === undefined) return [];
    const place = { 0: match[0], index: index + match.index };
    const params = {
      word: noun.word.exec(affirmed)?.[0] ?? '',
      text: match[0],
      expected: [...new Set(measured.map(({ text }) => text))].join(', '),
    };
    return [warning('size_contradicted', params, wordsAt(impression, place, IMPRESSION_CODE))];
  });
}

/** Every length said of the noun, with those of the sentences behind it that name no finding; null: not to be known. */
function sizesOf(known: readonly Sentence[], noun: FindingNoun): Length[] | null {
  const sizes: Length[] = [];
  let isOf = false;
  for (const { nouns, written, affirmed } of known) {
    if (nouns.length > 0) isOf = nouns.includes(noun);
    if (!isOf) continue;
    if (nouns.length > 1 || written.includes('\t') || isNumbered(affirmed, noun)) return null;
    sizes.push(...lengthsOf(affirmed));
  }
  return sizes;
}

function lengthsOf(text: string): Length[] {
  return [...text.matchAll(LENGTHS)].flatMap(({ 0: whole, 1: numbers = '', 2: unit = 'mm' }) =>
    [...numbers.matchAll(new RegExp(`(${NUMBER})${BLANK}(mm|cm)?`, 'giu'))].flatMap((match): Length[] => {
      const own = (match[2] ?? unit).toLowerCase();
      const mm = parseLength(`${match[1]} ${own}`);
      const digits = /[.,](\d+)/.exec(match[1] ?? '')?.[1]?.length ?? 0;
      const rounding = 0.5 * 10 ** -digits * (own === 'cm' ? 10 : 1);
      return mm === null ? [] : [{ mm, rounding, text: whole }];
    }),
  );
}

function isSame(one: Length, other: Length): boolean {
  return Math.abs(one.mm - other.mm) <= Math.max(one.rounding, other.rounding) + 1e-9;
}

/** A numbered lesion is compared with its row of the table. */
function isNumbered(text: string, noun: FindingNoun): boolean {
  const match = noun.word.exec(text);
  return match !== null && NUMBERED.test(text.slice(match.index + match[0].length));
}
