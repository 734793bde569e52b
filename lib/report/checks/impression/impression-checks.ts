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
import { STEMS } from './finding-nouns.ts';
import { affirmedOf, blank, isOfSomeOnly } from './negation.ts';

export function checkImpression({ whole, impression, concluded }: ReportParts): QualityFinding[] {
  if (impression === null) return whole.trim() === '' ? [] : [warning('impression_missing', {})];
  const isEmpty = !/[\p{L}\p{N}]/u.test((concluded ?? impression).replaceAll(FIELD_BLANK, ''));
  const target = { kind: 'section', code: IMPRESSION_CODE } as const;
  return isEmpty ? [{ code: 'impression_empty', severity: 'block', params: {}, target }] : [];
}

/** Findings an impression must mention, by word stem in the interface's languages. */
const IMPORTANT: readonly RegExp[] = [
  STEMS.fracture,
  STEMS.pneumothorax,
  STEMS.embolus,
  /h(?:a?e|ä|é)morr(?:h|ag)\p{L}*|(?<!\p{L})bleeding|(?<!\p{L})(?:ein)?blutung\p{L}*/iu,
  /(?<!\p{L})mass(?:es?|a|as)?(?!\p{L})|(?<!\p{L})masas?(?!\p{L})|raumforderung\p{L}*|(?<!\p{L})tum(?:ou?|eu)r\p{L}*/iu,
  STEMS.nodule,
  STEMS.metastasis,
  STEMS.aneurysm,
  STEMS.dissection,
  STEMS.ischaemia,
  /thrombos\p{L}*/iu,
  /free air|pneumoperitone\p{L}*|freie luft/iu,
];

/** What was asked of the exam, such as `Lungenembolie?`, is no finding; `nodule in segment 2, metastasis?` is one. */
const QUESTION =
  /(?<=^|\n|[.;!?]\s)(?:(?:fragestellung|frage|(?:clinical )?question|pregunta|pergunta|questão)[^.;!?\n:]*:[^.;!?\n]*|[^\s.;!?\n,]+(?:[^\S\n]+[^\s.;!?\n,]+){0,2})\?(?=\s|$)/giu;

function withoutQuestions(text: string): string {
  return text.replace(QUESTION, blank);
}

export function checkFindingsInImpression({ findings: written, impression }: ReportParts): QualityFinding[] {
  if (written === null || impression === null || impression.trim() === '') return [];
  const findings = withoutQuestions(written);
  const affirmed = affirmedOf(findings, IMPORTANT);
  const concluded = affirmedOf(impression, IMPORTANT);
  return IMPORTANT.flatMap((word) => {
    const match = word.exec(affirmed);
    const said = word.exec(impression);
    if (match !== null && said === null)
      return [
        warning('finding_not_in_impression', { word: match[0] }, wordsAt(written, match, FINDINGS_CODE)),
      ];
    if (said === null || !word.test(findings)) return [];
    // Affirmed in one and negated in the other; `no new metastases` negates only new ones.
    const isOpposite = (match === null) !== (word.exec(concluded) === null);
    if (!isOpposite || isOfSomeOnly(match === null ? findings : impression, word)) return [];
    return [warning('finding_contradicted', { word: said[0] }, wordsAt(impression, said, IMPRESSION_CODE))];
  });
}

/** True when the findings affirm an important one. */
export function namesFinding(findings: string | null): boolean {
  if (findings === null) return false;
  const affirmed = affirmedOf(withoutQuestions(findings), IMPORTANT);
  return IMPORTANT.some((word) => word.test(affirmed));
}
