/** Finds a missing or empty impression, and one that does not mention an important finding. */

import {
  FINDINGS_CODE,
  IMPRESSION_CODE,
  type QualityFinding,
  type ReportParts,
  warning,
  wordsAt,
} from '#report/checks/quality-finding.ts';
import { FIELD_BLANK } from '#report/state/field-meta.ts';

export function checkImpression({ whole, impression, concluded }: ReportParts): QualityFinding[] {
  if (impression === null) return whole.trim() === '' ? [] : [warning('impression_missing', {})];
  const isEmpty = !/[\p{L}\p{N}]/u.test((concluded ?? impression).replaceAll(FIELD_BLANK, ''));
  const target = { kind: 'section', code: IMPRESSION_CODE } as const;
  return isEmpty ? [{ code: 'impression_empty', severity: 'block', params: {}, target }] : [];
}

/** Findings an impression must mention, by word stem in the interface's languages. */
const IMPORTANT: readonly RegExp[] = [
  /fra(?:ct|kt|t)ur\p{L}*/iu,
  /p?neumoth?[oó]ra\p{L}*/iu,
  /emboli\p{L}*/iu,
  /h(?:a?e|ä|é)morr(?:h|ag)\p{L}*|(?<!\p{L})bleeding|(?<!\p{L})(?:ein)?blutung\p{L}*/iu,
  /(?<!\p{L})mass(?:es?|a|as)?(?!\p{L})|(?<!\p{L})masas?(?!\p{L})|raumforderung\p{L}*|(?<!\p{L})tum(?:ou?|eu)r\p{L}*/iu,
  /(?<!\p{L})n[oó]dul(?:e|o)s?(?!\p{L})|rundherd\p{L}*/iu,
  /m[eé]t[aá]stas\p{L}*/iu,
  /an[eé](?:ur|vr)[yi]sm\p{L}*/iu,
  /(?:diss?ection|dissektion|disección|dissecção)\p{L}*/iu,
  /is(?:ch|qu)(?:a?e|ä|é)mi\p{L}*|infar[ck]?t\p{L}*/iu,
  /thrombos\p{L}*/iu,
  /free air|pneumoperitone\p{L}*|freie luft/iu,
];

/** Negates the following words, up to the sentence's end or a word such as `but`. */
const DENIES_WHAT_FOLLOWS =
  /(?<!\p{L})(?:(?:pas|absence) d[’']|(?:no|negative for|absence of|rules? out|ruled out|kein\p{L}*|weder|ausschluss|frei von|pas de|aucune?|absence de|ni|ningún|ninguna?|sin evidencia|nenhum\p{L}*|ausência de|não há|no hay)(?!\p{L})).*?(?=(?<!\p{L})(?:but|however|aber|jedoch|mais|pero|mas)(?!\p{L})|$)/giu;
/** Negates a property only, up to the next comma: a nodule without calcification is still a nodule. */
const DENIES_A_PROPERTY = /(?<!\p{L})(?:without|ohne|sans|sin|sem)(?!\p{L})[^,;]*/giu;
/** A label of a template with an unfilled blank is no finding. */
const ASKED_AFTER = /[^.;!?\n:]*:\s*_{3,}/gu;
/** A label that is answered by a bare no: `Haemorrhage: none.` */
const ANSWERED_NO =
  /[^.;!?\n:]*:\s*(?=(?:none|nil|no|nein|keine?[rs]?|non|aucune?s?|ningun[oa]s?|nenhum(?:a|as)?|não)\s*(?:[.;!?\n]|$))/giu;
/** Negates its whole clause, including the words before it. */
const DENIES_ITS_CLAUSE =
  /(?<!\p{L})(?:not(?! (?:calcified|enhancing|changed|larger|smaller))|none|absent|excluded|nicht(?! (?:verkalkt|größer|kleiner))|ausgeschlossen|(?:n’|n')(?:est|a|ont)|ne|não|no se (?:observa|aprecia|identifica|ve)n?|ausente|absente?)(?!\p{L})/iu;

export function checkFindingsInImpression({ findings, impression }: ReportParts): QualityFinding[] {
  if (findings === null || impression === null || impression.trim() === '') return [];
  const affirmed = affirmedOf(findings);
  const concluded = affirmedOf(impression);
  return IMPORTANT.flatMap((word) => {
    const match = word.exec(affirmed);
    const said = word.exec(impression);
    if (match !== null && said === null)
      return [
        warning('finding_not_in_impression', { word: match[0] }, wordsAt(findings, match, FINDINGS_CODE)),
      ];
    if (said === null || !word.test(findings)) return [];
    // Affirmed in one and negated in the other; `no new metastases` negates only new ones.
    const isOpposite = (match === null) !== (word.exec(concluded) === null);
    if (!isOpposite || isOfSomeOnly(match === null ? findings : impression, word)) return [];
    return [warning('finding_contradicted', { word: said[0] }, wordsAt(impression, said, IMPRESSION_CODE))];
  });
}

/** Negation limited to a kind, time or place: others of the name may exist. */
const OF_SOME =
  /(?<!\p{L})(?:new|acute|other|further|additional|more|larger?|significant|recurr|residual|increas|progress|neue|akut|ander|weiter|zusätzlich|größer|signifikant|rezidiv|zunahme|nouv|aig|autre|supplément|significati|récidiv|résidu|augment|nuev|agud|otr|adicional|recid|residu|aument|nov|outr)|rezidiv/iu;

function isOfSomeOnly(denying: string, word: RegExp): boolean {
  return denying.split(/(?<=[.;!?])\s+|\n/).some((sentence) => word.test(sentence) && OF_SOME.test(sentence));
}

/** True when the findings affirm an important one. */
export function namesFinding(findings: string | null): boolean {
  if (findings === null) return false;
  const affirmed = affirmedOf(findings);
  return IMPORTANT.some((word) => word.test(affirmed));
}

/** The text with negated parts blanked, so that positions stay the same. */
function affirmedOf(findings: string): string {
  return findings
    .split(/((?<=[.;!?])\s+|\n)/)
    .map((sentence) =>
      sentence
        .replace(ASKED_AFTER, blank)
        .replace(ANSWERED_NO, blank)
        .replace(/^[^:]*(?=:)/u, (label) => withoutDenied(label, sentence.slice(label.length)))
        .replace(DENIES_WHAT_FOLLOWS, blank)
        .replace(DENIES_A_PROPERTY, blank)
        .split(/(,)/)
        .map((clause) => (DENIES_ITS_CLAUSE.test(clause) ? blank(clause) : clause))
        .join(''),
    )
    .join('');
}

/** `Nodules: No suspicious nodule.` says of its label what it says of the word. */
function withoutDenied(label: string, answer: string): string {
  return IMPORTANT.reduce((kept, word) => {
    const isDenied =
      word.test(answer) &&
      !word.test(answer.replace(DENIES_WHAT_FOLLOWS, blank).replace(DENIES_A_PROPERTY, blank));
    return isDenied && !OF_SOME.test(answer) ? kept.replace(word, blank) : kept;
  }, label);
}

function blank(words: string): string {
  return words.replace(/\S/g, ' ');
}
