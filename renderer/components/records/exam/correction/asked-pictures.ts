/** Findings that ask whose a key image is, and whether the answer lets a corrected report be signed. */
import type { QualityFinding } from '#report/checks/quality-finding.ts';

const OF_PICTURES: ReadonlySet<QualityFinding['code']> = new Set([
  'picture_of_other',
  'picture_unnamed',
  'picture_not_here',
  'picture_unread',
]);

export function asksWhose({ code }: QualityFinding): boolean {
  return OF_PICTURES.has(code);
}

/** Without a patient nobody can say that the pictures are theirs, so nothing waits for that answer. */
export function isAnswered(
  findings: readonly QualityFinding[],
  patientId: string | null,
  areTheirs: boolean,
): boolean {
  if (patientId === null) return true;
  return areTheirs ? findings.every(({ code }) => code !== 'picture_unread') : !findings.some(asksWhose);
}
