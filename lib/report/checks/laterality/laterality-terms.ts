/** Words for left, right and both, in the languages of reports. */
import { BOTH_OF_A_PAIR } from './paired-organs.ts';

export type Side = 'left' | 'right';

export interface SideWord {
  /** Sides the word names: both for `bilateral` and similar words. */
  readonly sides: readonly Side[];
  readonly start: number;
  readonly end: number;
}

/** Lobes by their letters; German `RUL` is another lobe than English `RUL`, on the same side. */
const LOBES = (side: string) => `(?<!\\p{L})${side}(?:UL|LL|OL)(?![\\p{L}\\d])`;
/**
 * Lobes by the letters of French, Spanish and Portuguese, which name the side last: `LSD` is `lobe supérieur droit`, `LSG`
 * its left one, `LSI` and `LSE` the left ones of Spanish and Portuguese. Among words in capitals they may be words.
 */
const LOBES_BEHIND = (letters: string) =>
  `(?<!\\p{L}|\\p{Lu}{2}[ \\t])L[SI](?:${letters})(?![\\p{L}\\d]|[ \\t]\\p{Lu}{2})`;
/** One letter is a side only before what has one; after a number `L` is a litre. */
const LETTER = (side: string) =>
  `(?<![\\p{L}/]|\\d\\s*)${side}\\.?(?=\\s+(?:patella|knee|hip|shoulder|ankle|wrist|elbow|hand|foot|arm|leg|thigh|calf|forearm|femur|femoral|tibia|fibula|humerus|radius|ulna|clavicle|scapula|kidney|renal|ureter|adrenal|lung|hemithorax|pleural|breast|axilla|ovary|ovarian|testis|testicular|eye|orbit|ear|mastoid|maxillary|carotid|MCA|ICA|frontal|parietal|temporal|occipital)(?!\\p{L}))`;

/**
 * German adjectives of a place: `linksforaminal`, `rechtskonvex`. Words of the heart, of a hand that leads, of a turn or
 * of law are no side of the body.
 */
const COMPOUNDS = (side: string) =>
  `(?<!\\p{L})${side}(?!herz|ventrik|atri|kard|kamm|vorh|händ|läuf|dreh|wid|gül|kräft|medi[zc]in|dominan|vers|versch)\\p{L}{1,30}(?<=(?:al|är|ig|isch|vex|kav|iell|ior|betont|gelegen)(?:e[rnsm]?)?)(?!\\p{L})`;
/** `Niere r.`: one letter is a side only behind what the body has twice. */
const LETTER_BEHIND = (side: string) =>
  `(?<=(?:niere|lunge|lappen|knie|hüfte|schulter|erguss|thorax|mamma|femur|humerus|radius|ulna|tibia|fibula|hand|fuß|arm|bein|hemisphäre|auge|ohr|ovar|hoden|ureter|harnleiter|herd|zyste)\\s)${side}\\.(?!\\p{L})`;

const WORDS: readonly (readonly [RegExp, readonly Side[]])[] = [
  [
    /(?<![\p{L}])(?:left(?:-?sided)?|lt|links|linke[rnsm]?|li\.|gauches?|izquierd[oa]s?|esquerd[oa]s?)(?![\p{L}])/giu,
    ['left'],
  ],
  [
    /(?<![\p{L}])(?:right(?:-?sided)?|rt|rechts|rechte[rnsm]?|re\.|droite?s?|derech[oa]s?|direit[oa]s?)(?![\p{L}])/giu,
    ['right'],
  ],
  [
    /(?<![\p{L}])(?:bilateral(?:ly)?|bds\.?|beidseit(?:s|ig\p{L}*)|bilaterale?[rnsm]?|bilat[eé]ra(?:les?|ux|is))(?![\p{L}])/giu,
    ['left', 'right'],
  ],
  [new RegExp(`${LOBES('L')}|${LOBES_BEHIND('[GIE]')}|${LETTER('L')}`, 'gu'), ['left']],
  [
    new RegExp(`${LOBES('R')}|${LOBES_BEHIND('D')}|(?<!\\p{L})RML(?![\\p{L}\\d])|${LETTER('R')}`, 'gu'),
    ['right'],
  ],
  [new RegExp(`${COMPOUNDS('links')}|${LETTER_BEHIND('l')}`, 'giu'), ['left']],
  [new RegExp(`${COMPOUNDS('rechts')}|${LETTER_BEHIND('r')}`, 'giu'), ['right']],
  [BOTH_OF_A_PAIR, ['left', 'right']],
];

/** Finds the words for left, right and both, in reading order. */
export function findLateralityTerms(text: string): SideWord[] {
  return WORDS.flatMap(([word, sides]) =>
    [...text.matchAll(word)].map((match) => ({
      sides,
      start: match.index,
      end: match.index + match[0].length,
    })),
  ).toSorted((a, b) => a.start - b.start);
}
