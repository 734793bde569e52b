/** How `doctor`, `verify`, `backup` and `restore` say what does not hold, and what they exit with. */

import { type CliContext, type OutputOptions, printResult } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import type { Finding } from '#contract/evidence/findings.ts';

export type SetExitCode = (code: number) => void;

export interface Report {
  readonly findings: readonly Finding[];
}

/** `lines`: what to say of the result where no JSON is asked for, before the findings. */
export function printFindings<T extends Report>(
  context: CliContext,
  setExitCode: SetExitCode,
  options: OutputOptions,
  report: T,
  lines: readonly string[],
): void {
  printResult(context, options, report, () => [...lines, ...report.findings.flatMap(textOf)].join('\n'));
  if (report.findings.length > 0) setExitCode(EXIT.protocol);
}

function textOf({ code, id, what, advice }: Finding): string[] {
  return [`! ${what}${id === null ? '' : ` ${id}`} (${code})`, `  ${advice}`];
}
