/** Finds unchanged lines copied from a prior report that were not looked at. They block, as untouched template text does. */
import { type QualityFinding, type ReportParts, wordsAt } from './quality-finding.ts';

export function checkCopied({ whole }: ReportParts, copied: readonly string[]): QualityFinding[] {
  const lines = whole.split('\n').map((line) => line.trim());
  const left = copied.filter((line) => lines.some((known) => known === line || known.endsWith(` ${line}`)));
  const [first] = left;
  if (first === undefined) return [];
  const place = wordsAt(whole, { 0: first, index: whole.indexOf(first) });
  const params = { count: String(left.length), label: first };
  return [{ code: 'copied_not_looked', severity: 'block', params, target: place }];
}
