/** Left and right: the title against the text, the impression against the findings. */
import { IMPRESSION_CODE, type QualityFinding, type ReportParts, warning } from './quality-finding.ts';

type Side = 'left' | 'right';

const SIDE_WORDS: readonly (readonly [RegExp, readonly Side[]])[] = [
  [/(?<![\p{L}])(?:left(?:-sided)?|lt|links(?:seitig\p{L}*)?|linke[rnsm]?|li\.)(?![\p{L}])/iu, ['left']],
  [/(?<![\p{L}])(?:right(?:-sided)?|rt|rechts(?:seitig\p{L}*)?|rechte[rnsm]?|re\.)(?![\p{L}])/iu, ['right']],
  [
    /(?<![\p{L}])(?:bilateral(?:ly)?|both|bds\.?|beid(?:seits|seitig\p{L}*|e[rnsm]?)|bilaterale?[rnsm]?)(?![\p{L}])/iu,
    ['left', 'right'],
  ],
];

export function checkSides({ title, whole, findings, impression }: ReportParts): QualityFinding[] {
  const mismatches: QualityFinding[] = [];
  const inTitle = sidesOf(title);
  const [side] = inTitle;
  const inText = sidesOf(whole);
  if (inTitle.size === 1 && side !== undefined && inText.size > 0 && !inText.has(side)) {
    mismatches.push(warning('side_mismatch', { side, part: 'title', against: 'text' }));
  } else if (inTitle.size === 1 && side !== undefined && impression !== null) {
    const inImpression = sidesOf(impression);
    if (inImpression.size > 0 && !inImpression.has(side)) {
      mismatches.push(
        warning('side_mismatch', { side, part: 'title', against: 'impression' }, impressionTarget),
      );
    }
  }
  if (findings === null || impression === null) return mismatches;
  const inFindings = sidesOf(findings);
  if (inFindings.size === 0) return mismatches;
  for (const mentioned of sidesOf(impression)) {
    if (inFindings.has(mentioned)) continue;
    const params = { side: mentioned, part: 'impression', against: 'findings' };
    mismatches.push(warning('side_mismatch', params, impressionTarget));
  }
  return mismatches;
}

const impressionTarget = { kind: 'section', code: IMPRESSION_CODE } as const;

function sidesOf(text: string): Set<Side> {
  return new Set(SIDE_WORDS.flatMap(([word, sides]) => (word.test(text) ? sides : [])));
}
