/**
 * Negation in report text: finds what a sentence denies ("no fracture", "Haemorrhage: none"), in the languages of reports.
 * Used to compare findings and impression.
 */

/** Negates the following words (`no` before a Portuguese place is `in the`), up to the sentence's end or a word such as `but`. */
const DENIES_WHAT_FOLLOWS =
  /(?<!\p{L})(?:(?:pas|absence) d[’']|(?:no(?!\s+(?:lobo|segmento|rim|pulmão|fígado|baço|pâncreas|terço|p[oó]lo|ápice|hilo|hemit[oó]rax|hemisfério|mediastino|ovário|útero|corpo|colo|quadrante|córtex|ventrículo|tálamo|cerebelo|joelho|ombro|fêmur|músculo|tendão|espaço|lado|nível|aspecto)(?!\p{L}))|negative for|absence of|rules? out|ruled out|kein\p{L}*|weder|ausschluss|frei von|pas de|aucune?|absence de|ni|ningún|ninguna?|sin evidencia|nenhum\p{L}*|ausência de|não há|no hay)(?!\p{L})).*?(?=(?<!\p{L})(?:but|however|aber|jedoch|mais|pero|mas)(?!\p{L})|$)/giu;
/** Negates a property only, up to the next comma: a nodule without calcification is still a nodule. */
const DENIES_A_PROPERTY = /(?<!\p{L})(?:without|ohne|sans|sin|sem)(?!\p{L})[^,;]*/giu;
/** A label of a template with an unfilled blank is no finding. */
const ASKED_AFTER = /(?<![^.;!?\n:])[^.;!?\n:]*:\s*_{3,}/gu;
/** A label that is answered by a bare no: `Haemorrhage: none.` */
const ANSWERED_NO =
  /(?<![^.;!?\n:])[^.;!?\n:]*:\s*(?=(?:none|nil|no|nein|keine?[rs]?|non|aucune?s?|ningun[oa]s?|nenhum(?:a|as)?|não)\s*(?:[.;!?\n]|$))/giu;
/** Negates its whole clause, including the words before it. */
const DENIES_ITS_CLAUSE =
  /(?<!\p{L})(?:not(?! (?:calcified|enhancing|changed|larger|smaller))|none|absent|excluded|nicht(?! (?:verkalkt|größer|kleiner))|ausgeschlossen|(?:n’|n')(?:est|a|ont)|ne|não|no se (?:observa|aprecia|identifica|ve)n?|ausente|absente?)(?!\p{L})/iu;

/** Negation limited to a kind, time or place: others of the name may exist. */
const OF_SOME =
  /(?<!\p{L})(?:new|acute|deep|superficial|tief|oberflächlich|profond|superficiel|profund|other|further|additional|more|larger?|significant|recurr|residual|increas|progress|neue|akut|ander|weiter|zusätzlich|größer|signifikant|rezidiv|zunahme|nouv|aig|autre|supplément|significati|récidiv|résidu|augment|nuev|agud|otr|adicional|recid|residu|aument|nov|outr)|rezidiv/iu;

/**
 * True when the denial of `word` is limited to a kind that the other text does not affirm: `no deep thrombosis` leaves
 * room for a thrombosis, and none for a deep one.
 */
export function isOfSomeOnly(denying: string, word: RegExp, affirming = ''): boolean {
  const affirmed = sentencesWith(affirming, word).join(' ').toLowerCase();
  return sentencesWith(denying, word).some((sentence) => {
    const kind = OF_SOME.exec(sentence)?.[0].toLowerCase();
    return kind !== undefined && !affirmed.includes(kind);
  });
}

function sentencesWith(text: string, word: RegExp): string[] {
  return text.split(/(?<=[.;!?])\s+|\n/).filter((sentence) => word.test(sentence));
}

/** The text with negated parts blanked, so that positions stay the same. */
export function affirmedOf(text: string, terms: readonly RegExp[]): string {
  return text
    .split(/((?<=[.;!?])\s+|\n)/)
    .map((sentence) =>
      sentence
        .replace(ASKED_AFTER, blank)
        .replace(ANSWERED_NO, blank)
        .replace(/^[^:]*(?=:)/u, (label) => withoutDenied(label, sentence.slice(label.length), terms))
        .replace(DENIES_WHAT_FOLLOWS, blank)
        .replace(DENIES_A_PROPERTY, blank)
        .split(/(,)/)
        .map((clause) => (DENIES_ITS_CLAUSE.test(clause) ? blank(clause) : clause))
        .join(''),
    )
    .join('');
}

/** `Nodules: No suspicious nodule.` says of its label what it says of the word. */
function withoutDenied(label: string, answer: string, terms: readonly RegExp[]): string {
  return terms.reduce((kept, word) => {
    const isDenied =
      word.test(answer) &&
      !word.test(answer.replace(DENIES_WHAT_FOLLOWS, blank).replace(DENIES_A_PROPERTY, blank));
    return isDenied && !OF_SOME.test(answer) ? kept.replace(word, blank) : kept;
  }, label);
}

export function blank(words: string): string {
  return words.replace(/\S/g, ' ');
}
