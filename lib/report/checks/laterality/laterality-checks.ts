/** Compares laterality (left, right) of title and text, and of impression and findings. */
import {
  IMPRESSION_CODE,
  type QualityFinding,
  type ReportParts,
  warning,
  wordsAt,
} from '#report/checks/quality-finding.ts';
import { findLateralityTerms, type Side, type SideWord } from './laterality-terms.ts';
import { areSidesCompared, sidesThatDiffer } from './side-of-findings.ts';

/** The sides each part mentions; null: the report has no such section. */
export interface LateralityMentions {
  readonly title: ReadonlySet<Side>;
  readonly whole: ReadonlySet<Side>;
  readonly findings: ReadonlySet<Side> | null;
  readonly impression: ReadonlySet<Side> | null;
}

/** `part` mentions the side, `against` mentions only the other one. */
export interface SideMismatch {
  readonly side: Side;
  readonly part: 'title' | 'impression';
  readonly against: 'text' | 'impression' | 'findings';
}

export function lateralityMismatches({
  title,
  whole,
  findings,
  impression,
}: LateralityMentions): SideMismatch[] {
  const mismatches: SideMismatch[] = [];
  const [side] = title;
  if (title.size === 1 && side !== undefined) {
    if (saysOther(whole, side)) mismatches.push({ side, part: 'title', against: 'text' });
    else if (impression && saysOther(impression, side))
      mismatches.push({ side, part: 'title', against: 'impression' });
  }
  if (findings && findings.size > 0) {
    for (const mentioned of impression ?? [])
      if (!findings.has(mentioned))
        mismatches.push({ side: mentioned, part: 'impression', against: 'findings' });
  }
  return mismatches;
}

function saysOther(said: ReadonlySet<Side>, side: Side): boolean {
  return said.size > 0 && !said.has(side);
}

export function checkLaterality({ title, whole, findings, impression }: ReportParts): QualityFinding[] {
  const mismatches = lateralityMismatches({
    title: sidesOf(title),
    whole: sidesOf(whole),
    findings: findings === null ? null : sidesOf(findings),
    impression: impression === null ? null : sidesOf(impression),
  });
  const ofParts = mismatches.map(({ side, part, against }) => {
    const params = { side, part, against };
    if (against === 'text') return warning('side_mismatch', params, wordOf(whole, isOther(side)));
    const isWanted = part === 'title' ? isOther(side) : (word: SideWord) => word.sides.includes(side);
    return warning('side_mismatch', params, wordOf(impression ?? '', isWanted, IMPRESSION_CODE));
  });
  const isTold = (side: Side) =>
    mismatches.some((one) => one.part === 'impression' && one.against === 'findings' && one.side === side);
  return [...ofParts, ...ofFindings(findings ?? '', impression ?? '', isTold)];
}

function ofFindings(findings: string, impression: string, isTold: (side: Side) => boolean): QualityFinding[] {
  return sidesThatDiffer(findings, impression)
    .filter(({ side }) => !isTold(side))
    .map(({ side, word, start, end }) => {
      const place = { 0: impression.slice(start, end), index: start };
      return warning('finding_side_mismatch', { side, word }, wordsAt(impression, place, IMPRESSION_CODE));
    });
}

function isOther(side: Side): (word: SideWord) => boolean {
  return (word) => !word.sides.includes(side);
}

/** True when sides were compared, and no side of the impression was left without a counterpart. */
export function mentionsLaterality({ title, whole, findings, impression }: ReportParts): boolean {
  const [inTitle, inWhole] = [sidesOf(title), sidesOf(whole)];
  const says = (text: string | null): text is string => text !== null && sidesOf(text).size > 0;
  if (says(findings) && says(impression)) return areSidesCompared(findings, impression);
  // A text that names both sides agrees with any title.
  return inTitle.size > 0 && inWhole.size > 0 && (inTitle.size === 2 || inWhole.size === 1);
}

function wordOf(
  text: string,
  isWanted: (word: SideWord) => boolean,
  within: string | null = null,
): QualityFinding['target'] {
  const word = findLateralityTerms(text).find(isWanted);
  return word ? wordsAt(text, { 0: text.slice(word.start, word.end), index: word.start }, within) : null;
}

function sidesOf(text: string): Set<Side> {
  return new Set(findLateralityTerms(text).flatMap(({ sides }) => sides));
}
