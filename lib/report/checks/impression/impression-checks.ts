/** Finds a missing or empty impression, and one that does not mention an important finding. */

import { findLateralityTerms } from '#report/checks/laterality/laterality-terms.ts';
import {
  FINDINGS_CODE,
  IMPRESSION_CODE,
  type QualityFinding,
  type ReportParts,
  warning,
  wordsAt,
} from '#report/checks/quality-finding.ts';
import { FIELD_BLANK } from '#report/state/field-meta.ts';
import { withoutFormer } from './former-findings.ts';
import { DANGEROUS, findingUnderNormal, IMPORTANT } from './important-findings.ts';
import { affirmedOf, blank, isOfSomeOnly } from './negation.ts';

export function checkImpression({ whole, impression, concluded }: ReportParts): QualityFinding[] {
  if (impression === null) return whole.trim() === '' ? [] : [warning('impression_missing', {})];
  const isEmpty = !/[\p{L}\p{N}]/u.test((concluded ?? impression).replaceAll(FIELD_BLANK, ''));
  const target = { kind: 'section', code: IMPRESSION_CODE } as const;
  return isEmpty ? [{ code: 'impression_empty', severity: 'block', params: {}, target }] : [];
}

const MUST_BE_NAMED: readonly RegExp[] = [...IMPORTANT, ...DANGEROUS].map(({ word }) => word);

/** Findings that are compared where both parts name them; an impression may leave them out. */
const COMPARED: readonly RegExp[] = [
  /(?<!\p{L})(?:pleural effusions?|épanchements? pleura(?:l|ux)|derrames? pleura(?:l|les|is)|pleura(?:erguss|ergüsse[ns]?))(?!\p{L})/iu,
  /(?<!\p{L})(?:pericardial effusions?|épanchements? péricardiques?|derrames? peric[aá]rdicos?|peri[kc]arderg(?:uss|üsse[ns]?))(?!\p{L})/iu,
  ...DANGEROUS.map(({ word }) => word),
];
/** A finding that is weighed, former or of one side is neither affirmed nor denied as a whole. */
const WEIGHED =
  /(?<!\p{L})(?:unlikely|likely|possib\p{L}*|probab\p{L}*|suspi\p{L}*|suspect\p{L}*|history|previous\p{L}*|prior|former\p{L}*|resol\p{L}*|unwahrscheinlich|wahrscheinlich|möglich\p{L}*|fraglich\p{L}*|verd[aä]cht\p{L}*|zustand nach|z\. ?n|früher\p{L}*|rückläufig|regredient|improbable|peu|poco|pouco|sospech\p{L}*|suspeit\p{L}*|antécédent\p{L}*|antecedent\p{L}*|previ\p{L}*|anterior\p{L}*|resuel\p{L}*)(?!\p{L})|\?/iu;

/** What was asked of the exam, such as `Lungenembolie?`, is no finding; `nodule in segment 2, metastasis?` is one. */
const QUESTION =
  /(?<=^|\n|[.;!?]\s)(?:(?:fragestellung|frage|(?:clinical )?question|pregunta|pergunta|questão)[^.;!?\n:]*:[^.;!?\n]*|[^\s.;!?\n,]+(?:[^\S\n]+[^\s.;!?\n,]+){0,2})\?(?=\s|$)/giu;

function withoutQuestions(text: string): string {
  return text.replace(QUESTION, blank);
}

export function checkFindingsInImpression({ findings: written, impression }: ReportParts): QualityFinding[] {
  if (written === null || impression === null || impression.trim() === '') return [];
  const findings = withoutQuestions(written);
  const missed = missedIn(findings, impression);
  const hidden = missed.length > 0 ? undefined : findingUnderNormal(findings, impression);
  return [...missed, ...(hidden === undefined ? [] : [hidden])]
    .map((match) =>
      warning('finding_not_in_impression', { word: match[0] }, wordsAt(written, match, FINDINGS_CODE)),
    )
    .concat(opposites(findings, impression), contradictions(findings, impression));
}

/** Affirmed findings that the impression does not name, in their order. */
function missedIn(findings: string, impression: string) {
  const affirmed = affirmedOf(withoutFormer(findings), MUST_BE_NAMED);
  const concluded = affirmedOf(impression, MUST_BE_NAMED);
  return [...IMPORTANT, ...DANGEROUS]
    .flatMap(({ word, also }) => {
      const match = word.exec(affirmed);
      return match === null || word.test(impression) || also?.test(concluded) ? [] : [match];
    })
    .toSorted((one, other) => one.index - other.index);
}

/** Affirmed in one and negated in the other; `no new metastases` negates only new ones. */
function opposites(written: string, impression: string): QualityFinding[] {
  const terms = IMPORTANT.map(({ word }) => word);
  const findings = withoutFormer(written);
  const affirmed = affirmedOf(findings, terms);
  const concluded = affirmedOf(impression, terms);
  return terms.flatMap((word) => {
    const said = word.exec(impression);
    if (said === null || !word.test(findings)) return [];
    const isAffirmed = word.test(affirmed);
    if (isAffirmed === word.test(concluded)) return [];
    const [denying, affirming] = isAffirmed ? [impression, affirmed] : [findings, concluded];
    if (isOfSomeOnly(denying, word, affirming)) return [];
    return [warning('finding_contradicted', { word: said[0] }, wordsAt(impression, said, IMPRESSION_CODE))];
  });
}

function contradictions(findings: string, impression: string): QualityFinding[] {
  const affirmed = affirmedOf(findings, COMPARED);
  const concluded = affirmedOf(impression, COMPARED);
  return COMPARED.flatMap((word) => {
    const said = word.exec(impression);
    if (said === null || !word.test(findings)) return [];
    const isInFindings = word.test(affirmed);
    if (isInFindings === word.test(concluded)) return [];
    const denying = isInFindings ? impression : findings;
    const isOpen =
      isOfSomeOnly(denying, word, isInFindings ? affirmed : concluded) ||
      isSaidWith(denying, word, (sentence) => findLateralityTerms(sentence).length > 0) ||
      isSaidWith(findings, word, (sentence) => WEIGHED.test(sentence)) ||
      isSaidWith(impression, word, (sentence) => WEIGHED.test(sentence));
    if (isOpen) return [];
    return [warning('finding_contradicted', { word: said[0] }, wordsAt(impression, said, IMPRESSION_CODE))];
  });
}

function isSaidWith(text: string, word: RegExp, isSuch: (sentence: string) => boolean): boolean {
  return text.split(/(?<=[.;!?])\s+|\n/).some((sentence) => word.test(sentence) && isSuch(sentence));
}

/** True when the findings affirm an important one. */
export function namesFinding(findings: string | null): boolean {
  if (findings === null) return false;
  const affirmed = affirmedOf(withoutQuestions(findings), MUST_BE_NAMED);
  return MUST_BE_NAMED.some((word) => word.test(affirmed));
}
