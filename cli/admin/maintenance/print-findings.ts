/** Prints the findings of `doctor`, `verify`, `backup` and `restore`, and returns the exit code. */

import { hasLostDatabase } from '#cli/admin/vault/existing-vault.ts';
import { type CliContext, type OutputOptions, printResult } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { type Finding, finding } from '#contract/maintenance/findings.ts';

export type SetExitCode = (code: number) => void;

export interface Report {
  readonly findings: readonly Finding[];
}

/** `lines` are printed before the findings, unless JSON is asked for. */
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

/** Runs `work`. A missing or unreadable database becomes a finding, as in `doctor`, instead of an error. */
export async function reportIfUnreadable(
  context: CliContext,
  setExitCode: SetExitCode,
  options: OutputOptions & { readonly data: string },
  work: () => Promise<void>,
): Promise<void> {
  try {
    if (hasLostDatabase(options.data))
      return printFindings(context, setExitCode, options, { findings: [finding('database_missing')] }, []);
    await work();
  } catch (error) {
    const { isStorageReason, whyUnreadable } = await import('#server/integrity/doctor/why-unreadable.ts');
    if (error instanceof VaultError || !isStorageReason(error)) throw error;
    printFindings(context, setExitCode, options, { findings: [whyUnreadable(error)] }, []);
  }
}

export function textOf({ code, id, what, advice }: Finding): string[] {
  return [`! ${what}${id === null ? '' : ` ${id}`} (${code})`, `  ${advice}`];
}
