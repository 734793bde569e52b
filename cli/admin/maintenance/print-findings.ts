/** How `doctor`, `verify`, `backup` and `restore` say what does not hold, and what they exit with. */

import { hasLostDatabase } from '#cli/admin/vault/existing-vault.ts';
import { type CliContext, type OutputOptions, printResult } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { type Finding, finding } from '#contract/maintenance/findings.ts';

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

/** Runs `work`; a database that is lost or cannot be read is a finding, as in `doctor`, and no failure of the program. */
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
