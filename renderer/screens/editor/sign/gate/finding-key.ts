import type { QualityFinding } from '#report/checks/quality-finding.ts';

/** Two findings of one kind and wording at two places are two. */
export function findingKey(finding: QualityFinding): string {
  return JSON.stringify(finding);
}
