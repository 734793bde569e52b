/** Blanks what the text says of former findings and of relatives, which is no finding of the patient now. */
import { blank } from './negation.ts';

/** `Z. n.` ends no sentence. */
const SENTENCE_BREAK = /((?<=(?<!\bz\. ?n|\bz)[.;!?])\s+|\n)/iu;
/** A finding healed or treated long ago. `72-year-old` is an age. */
const FORMER =
  /(?<!\p{L})(?:(?<!(?:year|month|week|day)s?[- ])old|healed|history of|status post|s\/p|remote|alte[rnsm]?|ältere[rnsm]?|verheilt\p{L}*|konsolidiert\p{L}*|zustand nach|z\. ?n\.|ancien(?:ne)?s?|séquell\p{L}*|consolidée?s?|antécédents? d\p{L}*|antigu[oa]s?|antig[oa]s?|secuela\p{L}*|sequela\p{L}*|consolidad[oa]s?|antecedentes? d\p{L}*)(?!\p{L})/iu;
/** What joins another finding to a former one: `Z. n. Appendektomie mit Abszess` has an abscess. */
const JOINED = /([,;]|(?<!\p{L})(?:with|and|mit|und|avec|et|con|y|com|e)(?!\p{L}))/iu;
/** The papilla of Vater is no father, and the dura no mother. */
const FAMILY =
  /(?<!\p{L})(?:father|mother|brother|sister|family history|(?<!(?:of|papilla|papille) )vater|mutter|bruder|schwester|familienanamnese|familiär\p{L}*|père|mère|frère|sœur|antécédents familiaux|padre|madre|hermano|hermana|antecedentes familiares|pai|mãe|irmão|irmã|história familiar)(?!\p{L})/iu;

/** The text with former findings and those of relatives blanked, so that positions stay the same. */
export function withoutFormer(text: string): string {
  return withoutRelatives(text)
    .split(SENTENCE_BREAK)
    .map((sentence) =>
      FORMER.test(sentence)
        ? sentence
            .split(JOINED)
            .map((clause) => (FORMER.test(clause) ? blank(clause) : clause))
            .join('')
        : sentence,
    )
    .join('');
}

/** The text with findings of relatives blanked, so that positions stay the same. */
export function withoutRelatives(text: string): string {
  return text
    .split(SENTENCE_BREAK)
    .map((sentence) => (FAMILY.test(sentence) ? blank(sentence) : sentence))
    .join('');
}
