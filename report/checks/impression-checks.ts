/** An impression that is missing or empty, or that does not name an important finding. */
import { FIELD_BLANK } from '../state/field-meta.ts';
import {
  FINDINGS_CODE,
  IMPRESSION_CODE,
  type QualityFinding,
  type ReportParts,
  warning,
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
  const affirmed = findings.split(/(?<=[.;!?])\s+|\n/).filter((sentence) => !NEGATION.test(sentence));
  return IMPORTANT.flatMap((word) => {
    const match = affirmed.map((sentence) => word.exec(sentence)).find((found) => found !== null);
    if (match === undefined || match === null || word.test(impression)) return [];
    const target = { kind: 'section', code: FINDINGS_CODE } as const;
    return [warning('finding_not_in_impression', { word: match[0] }, target)];
  });
}
