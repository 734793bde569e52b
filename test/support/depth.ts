/** How far property tests look: `TEST_DEPTH=10` takes ten times as many samples of each. */
const DEPTH = Number(process.env['TEST_DEPTH'] ?? 1);

/** Options of `fc.assert` for that many samples at the usual depth. */
export function runs(count: number): { readonly numRuns: number } {
  return { numRuns: Math.ceil(count * DEPTH) };
}
