import type { Statement } from './sql-engine.ts';

/** Runs a statement that nearly always writes exactly one row. @returns true when it did */
export function updatesSingleRow<Parameters extends unknown[]>(
  statement: Statement<Parameters, unknown>,
  ...parameters: Parameters
): boolean {
  return statement.runSingleRow?.(...parameters) ?? statement.run(...parameters).changes === 1;
}
