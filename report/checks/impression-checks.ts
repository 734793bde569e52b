/** An impression that is missing or empty, or that does not name an important finding. */
import { FIELD_BLANK } from '#report/state/field-meta.ts';
import {
  FINDINGS_CODE,
  IMPRESSION_CODE,
  type QualityFinding,
  type ReportParts,
  warning,
  wordsAt,
} from './quality-finding.ts';

export function checkImpression({ whole, impression }: ReportParts): QualityFinding[] {
  if (impression === null) return whole.trim() === '' ? [] : [warning('impression_missing', {})];
  const isEmpty = !/[\p{L}\p{N}]/u.test(impression.replaceAll(FIELD_BLANK, ''));
  return isEmpty ? [warning('impression_empty', {}, { kind: 'section', code: IMPRESSION_CODE })] : [];
}

/** Findings that belong into an impression, each with its word stem in English and German. */
const IMPORTANT: readonly RegExp[] = [
  /fra[ck]tur\p{L}*/iu,
  /pneumothora\p{L}*/iu,
  /emboli\p{L}*/iu,
  /h(?:a?e|ä)morrh\p{L}*|(?<!\p{L})bleeding|(?<!\p{L})(?:ein)?blutung\p{L}*/iu,
  /(?<!\p{L})mass(?:es)?(?!\p{L})|raumforderung\p{L}*|(?<!\p{L})tumou?r\p{L}*/iu,
  /(?<!\p{L})nodules?(?!\p{L})|rundherd\p{L}*/iu,
  /metastas\p{L}*/iu,
  /aneurysm\p{L}*/iu,
  /(?:dissection|dissektion)\p{L}*/iu,
  /isch(?:a?e|ä)mi\p{L}*|infar[ck]t\p{L}*/iu,
  /thrombos\p{L}*/iu,
  /free air|pneumoperitone\p{L}*|freie luft/iu,
];

const NEGATION =
  /(?<!\p{L})(?:no|not|without|negative for|none|absence of|rule[sd]? out|kein\p{L}*|ohne|nicht|ausschluss|weder)(?!\p{L})/iu;

export function checkFindingsInImpression({ findings, impression }: ReportParts): QualityFinding[] {
  if (findings === null || impression === null || impression.trim() === '') return [];
  const affirmed = affirmedOf(findings);
  return IMPORTANT.flatMap((word) => {
    const match = word.exec(affirmed);
    if (match === null || word.test(impression)) return [];
    return [
      warning('finding_not_in_impression', { word: match[0] }, wordsAt(findings, match, FINDINGS_CODE)),
    ];
  });
}

/** Whether the findings affirm one of the important ones. */
export function namesFinding(findings: string | null): boolean {
  if (findings === null) return false;
  const affirmed = affirmedOf(findings);
  return IMPORTANT.some((word) => word.test(affirmed));
}

/** The text with its negated sentences blanked: a place in it is a place in the text. */
function affirmedOf(findings: string): string {
  return findings
    .split(/((?<=[.;!?])\s+|\n)/)
    .map((sentence) => (NEGATION.test(sentence) ? sentence.replace(/\S/g, ' ') : sentence))
    .join('');
}
