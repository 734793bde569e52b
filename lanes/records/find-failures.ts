import * as fc from 'fast-check';

/** Runs a property on random records. @returns the smallest failing case as a line. */
export async function failuresOf<Case>(
  property: fc.IAsyncProperty<Case> | fc.IProperty<Case>,
  cases: number,
) {
  const outcome = await fc.check(property, { numRuns: cases });
  if (!outcome.failed) return [];
  const words = outcome.errorInstance instanceof Error ? outcome.errorInstance.message : 'it does not hold';
  return [`${fc.stringify(outcome.counterexample)}: ${words.split('\n')[0]}`];
}
