/** Number of samples of property tests: `TEST_DEPTH=10` uses ten times as many. */
const DEPTH = Number(process.env['TEST_DEPTH'] ?? 1);

/** Options of `fc.assert` for that many samples at the usual depth. */
export function runs(count: number): { readonly numRuns: number } {
  return { numRuns: Math.ceil(count * DEPTH) };
}
