/** Nouns of findings in the languages of reports, and the sentences that affirm them. */
import { affirmedOf } from './negation.ts';

export interface FindingNoun {
  readonly word: RegExp;
  /** A focal finding may be called by another focal noun elsewhere: a nodule is also a lesion. */
  readonly isFocal: boolean;
}

const focal = (word: RegExp): FindingNoun => ({ word, isFocal: true });
const other = (word: RegExp): FindingNoun => ({ word, isFocal: false });

/** Word stems in the interface's languages that both lists of findings use. */
export const STEMS = {
  fracture: /fra(?:ct|kt|t)ur\p{L}*/iu,
  pneumothorax: /p?neumoth?[oó]ra\p{L}*/iu,
  embolus: /embol(?:i|us)\p{L}*/iu,
  nodule:
    /(?<!\p{L})n[oó]dul(?:e|o)s?(?!\p{L})|rundherd\p{L}*|(?<!\p{L})(?:schilddrüsen|lungen|leber|mamma|brust)knoten(?!\p{L})/iu,
  metastasis: /m[eé]t[aá]stas\p{L}*/iu,
  aneurysm: /an[eé](?:ur|vr)[yi]sm\p{L}*/iu,
  dissection: /(?:diss?ection|dissektion|disección|dissecção)\p{L}*/iu,
  ischaemia: /is(?:ch|qu)(?:a?e|ä|é)mi\p{L}*|infar[ck]?t\p{L}*/iu,
} as const;

export const FINDING_NOUNS: readonly FindingNoun[] = [
  focal(STEMS.nodule),
  focal(
    /(?<!\p{L})(?:lesions?|l[eé]sions?|lesi[oó]n(?:es)?|lesão|lesões|herde?[sn]?|\p{L}*läsion(?:en)?)(?!\p{L})/iu,
  ),
  focal(
    /(?<!\p{L})(?:mass(?:es?|as?)?|masas?|\p{L}*raumforderung(?:en)?|tum(?:ou?|eu)r(?:s|es)?|\p{L}*tumor(?:e[ns]?|s)?)(?!\p{L})/iu,
  ),
  focal(STEMS.metastasis),
  focal(/(?<!\p{L})(?:cysts?|kystes?|quistes?|cistos?|\p{L}*zysten?)(?!\p{L})/iu),
  focal(/(?<!\p{L})(?:lymph nodes?|nodes?|\p{L}*lymphknoten|ganglions?|ganglios?|linfonodos?)(?!\p{L})/iu),
  other(/(?<!\p{L})(?:effusions?|épanchements?|derrames?|\p{L}*(?:erguss|ergüsse[ns]?))(?!\p{L})/iu),
  other(
    /(?<!\p{L})(?:stones?|calcul(?:us|i|s|os?)|cálculos?|konkrement\p{L}*|litíases?|litiasis|lithiases?|\p{L}*(?:nieren|harnleiter|ureter|gallen)steine?[ns]?)(?!\p{L})/iu,
  ),
  other(STEMS.fracture),
  other(STEMS.pneumothorax),
  other(STEMS.embolus),
  other(
    /h(?:a?e|ä|é)morr(?:h|ag)\p{L}*|(?<!\p{L})(?:bleeding|hemorragias?|sangrados?|sangramentos?)|(?<!\p{L})\p{L}{0,20}(?<!durch)blutung\p{L}*/iu,
  ),
  other(STEMS.aneurysm),
  other(STEMS.dissection),
  other(STEMS.ischaemia),
  other(/thrombos\p{L}*|(?<!\p{L})trombos\p{L}*/iu),
  other(/h(?:a?e|ä|é)matom\p{L}*/iu),
  other(
    /(?<!\p{L})(?:hydro(?:ureteroneph|neph)ros\p{L}*|(?:urétéro-?)?hydronéphros\p{L}*|(?:ureterohidro)?hidronefros\p{L}*|harnstau\p{L}*)/iu,
  ),
];

export interface Sentence {
  /** Denied words are blanked; the length is that of the written sentence. */
  readonly affirmed: string;
  readonly written: string;
  readonly index: number;
  readonly nouns: readonly FindingNoun[];
}

/** The point of an abbreviation ends no sentence. */
const SENTENCE =
  /(?:[^.;!?\n]|[.!?](?!\s|$)|(?<=(?<!\p{L})(?:li|re|bds|ca|max|min|approx|env|aprox|bzw|lt|rt|nr|no))\.)+/giu;

export function sentencesOf(text: string, known: readonly FindingNoun[] = FINDING_NOUNS): Sentence[] {
  const affirmed = affirmedOf(
    text,
    known.map(({ word }) => word),
  );
  return [...text.matchAll(SENTENCE)].map(({ 0: written, index }) => {
    const said = affirmed.slice(index, index + written.length);
    return { written, affirmed: said, index, nouns: known.filter(({ word }) => word.test(said)) };
  });
}
