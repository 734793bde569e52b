import { isCriticalLine } from '#records/reports/critical-line.ts';

/** True for the paragraph of a critical result: it is never first on a page, apart from what it follows. */
export function isKeptWithText(paragraph: string): boolean {
  return isCriticalLine(paragraph);
}
