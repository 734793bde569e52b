/**
 * Compares an addendum with the signed text it adds to: side, place, size and presence of a finding, and the lengths of numbered
 * lesions. All are questions, because an addendum may correct what was signed.
 */
import type { LexicalStateJson } from '#report/nodes/lexical-state.ts';
import { textOfState } from '#report/plain-text.ts';
import { checkFindingsInImpression } from './impression/impression-checks.ts';
import { checkSizesAgree } from './impression/size-agreement.ts';
import { checkLaterality } from './laterality/laterality-checks.ts';
import { measuresThatDisagree } from './measure-agreement.ts';
import { checkPlaces } from './place/place-checks.ts';
import type { QualityFinding, ReportParts } from './quality-finding.ts';

/** Parameter of a finding that compares an addendum. */
export const OF_ADDENDUM = { of: 'addendum' } as const;

/** The addendum as the conclusion, and the signed text as its findings. */
export function addendumParts(
  title: string,
  signed: LexicalStateJson,
  addendum: LexicalStateJson,
): ReportParts {
  const words = textOfState(addendum);
  return { title, whole: words, written: words, findings: textOfState(signed), impression: words };
}

export function checkAddendum(
  title: string,
  signed: LexicalStateJson,
  addendum: LexicalStateJson,
): QualityFinding[] {
  const parts = addendumParts(title, signed, addendum);
  return [
    ...checkLaterality(parts),
    ...checkPlaces(parts),
    ...checkSizesAgree(parts),
    ...checkFindingsInImpression(parts).filter(({ code }) => code === 'finding_contradicted'),
    ...measuresThatDisagree(parts.whole, signed, null),
  ].map((finding) => ({
    ...finding,
    severity: 'warn',
    params: { ...finding.params, ...OF_ADDENDUM },
    target: finding.target?.kind === 'words' ? { ...finding.target, within: null } : finding.target,
  }));
}
