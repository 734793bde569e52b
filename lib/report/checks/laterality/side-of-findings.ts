/**
 * Compares the side of one finding between Findings and Impression, sentence by sentence: a nodule that is on the right
 * in each of its sentences is not on the left. What a sentence leaves open (no side, both sides) is not judged.
 */
import { type FindingNoun, type Sentence, sentencesOf } from '#report/checks/impression/finding-nouns.ts';
import { findLateralityTerms, type Side } from './laterality-terms.ts';

export interface SideOfFinding {
  readonly side: Side;
  /** The noun as the impression writes it. */
  readonly word: string;
  /** Place of the word for the side in the impression. */
  readonly start: number;
  readonly end: number;
}

interface SidedSentence extends Sentence {
  readonly sides: ReadonlySet<Side>;
  /** A side that may be of something else than the finding. */
  readonly isOpen: boolean;
}

/** A weakness is not on the side of its infarct, nor strain of the right heart on that of its embolus. */
const OF_SOMETHING_ELSE =
  /hemi-?(?:p|syn|an)\p{L}*|hémi(?:p|an)\p{L}*|(?<!\p{L})(?:heart|ventric\p{L}*|herz\p{L}*|rechtsherz\p{L}*|ventrík\p{L}*|c(?:oe|œ)ur|cora(?:zón|ção)|strain|atri\p{L}*|weakness|defici\p{L}*|déficit\p{L}*|pain|symptom\p{L}*|schwäche|schmerz\p{L}*|lähmung\p{L}*|faiblesse|douleurs?|debilidad|dolor|fraqueza|dor|shift\p{L}*|displac\p{L}*|deviat\p{L}*|towards?|to the|\p{L}*verlager\p{L}*|verdräng\p{L}*|verschieb\p{L}*|nach (?:links|rechts)|déviat\p{L}*|déplac\p{L}*|refoul\p{L}*|vers la|desvia\p{L}*|desplaza\p{L}*|desvio|deslocam\p{L}*|hacia|para a|than|als|compared|verglichen|status post|zustand nach|nephrectomy|mastectomy|lobectomy|pneumonectomy)(?!\p{L})/iu;

export function sidesThatDiffer(findings: string, impression: string): SideOfFinding[] {
  const known = sidedSentences(findings);
  const told = new Set<string>();
  return sidedSentences(impression).flatMap((sentence): SideOfFinding[] => {
    const [side] = sentence.sides;
    if (sentence.isOpen || sentence.sides.size !== 1 || side === undefined) return [];
    return sentence.nouns.flatMap((noun): SideOfFinding[] => {
      if (!isOnOtherSide(known, noun, side)) return [];
      const word = noun.word.exec(sentence.affirmed)?.[0] ?? '';
      const place = findLateralityTerms(sentence.affirmed)[0];
      const name = `${noun.word.source} ${side}`;
      if (place === undefined || told.has(name)) return [];
      told.add(name);
      return [{ side, word, start: sentence.index + place.start, end: sentence.index + place.end }];
    });
  });
}

/** True when every side of the impression was found again for the same finding, or the findings know one side only. */
export function areSidesCompared(findings: string, impression: string): boolean {
  const known = sidedSentences(findings);
  const all = new Set(findLateralityTerms(findings).flatMap(({ sides }) => sides));
  if (all.size === 1) return true;
  return sidedSentences(impression).every(({ sides, nouns, isOpen }) => {
    if (sides.size === 0) return true;
    if (isOpen || nouns.length === 0) return false;
    return nouns.every((noun) =>
      [...sides].every((side) =>
        known.some((one) => !one.isOpen && one.nouns.includes(noun) && isOnly(one.sides, sides, side)),
      ),
    );
  });
}

/** A sentence with one side confirms that one; one with both confirms only an impression of both. */
function isOnly(known: ReadonlySet<Side>, said: ReadonlySet<Side>, side: Side): boolean {
  return known.has(side) && (known.size === 1 || said.size === 2);
}

function isOnOtherSide(known: readonly SidedSentence[], noun: FindingNoun, side: Side): boolean {
  const same = known.filter(({ nouns }) => nouns.includes(noun));
  const isElsewhere = ({ sides, isOpen }: SidedSentence) => !isOpen && sides.size === 1 && !sides.has(side);
  if (same.length === 0 || !same.every(isElsewhere)) return false;
  // Another focal noun on that side may be the one the impression means.
  const alike = known.filter(({ nouns }) => noun.isFocal && nouns.some(({ isFocal }) => isFocal));
  return !alike.some(({ sides }) => sides.size === 0 || sides.has(side));
}

function sidedSentences(text: string): SidedSentence[] {
  return sentencesOf(text).map((sentence) => ({
    ...sentence,
    sides: new Set(findLateralityTerms(sentence.affirmed).flatMap(({ sides }) => sides)),
    isOpen: OF_SOMETHING_ELSE.test(sentence.written),
  }));
}
