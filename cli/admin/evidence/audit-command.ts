/** `srvault audit verify`, `audit export` and `audit recoveries`. Source: choices, "Second part" (Command line). */
import type { Command } from 'commander';
import { type AdminOptions, addAdminOptions, whoOf } from '#cli/admin/admin-options.ts';
import { withAdminClient } from '#cli/admin/vault/admin-vault.ts';
import { asAdministrator } from '#cli/admin/vault/as-administrator.ts';
import { assertVault } from '#cli/admin/vault/existing-vault.ts';
import { collect } from '#cli/collect.ts';
import { type CliContext, printResult } from '#cli/context.ts';
import { readPassphrase } from '#cli/terminal/passphrase.ts';
import { formatTable, printable } from '#cli/terminal/table.ts';
import type { AuditEntry } from '#contract/audit/entry.ts';
import { PAGE_LIMIT_MAX } from '#contract/limits.ts';
import type { AuditChecked } from '#server/audit/check-audit.ts';
import { orUnreadable, printFindings, type SetExitCode } from './print-findings.ts';

export function addAuditCommands(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  const audit = program.command('audit').description('the log of who did what');
  addAdminOptions(audit.command('verify'))
    .description('check the whole audit log of a folder, served or not; name the entry that does not hold')
    .action((options: AdminOptions) =>
      orUnreadable(context, setExitCode, options, () => verify(context, setExitCode, options)),
    );
  addAdminOptions(audit.command('export'))
    .description('print the audit log, oldest first: ids, never what a record is called')
    .action((options: AdminOptions) =>
      orUnreadable(context, setExitCode, options, () => exportLog(context, setExitCode, options)),
    );
  addAdminOptions(audit.command('recoveries'))
    .description('print who came in by recovery key or shares, newest first: signed, and there for ever')
    .action((options: AdminOptions) => printRecoveries(context, options));
}

async function verify(context: CliContext, setExitCode: SetExitCode, options: AdminOptions): Promise<void> {
  assertVault(options.data);
  const checked = await check(context, options, await readPassphrase(context, options));
  const since = checked.first_at === null ? '' : ` since ${checked.first_at}`;
  printFindings(context, setExitCode, options, checked, [
    `${checked.entries} entries${since}, ${checked.opened} of them opened.`,
  ]);
}

async function check(context: CliContext, options: AdminOptions, passphrase: string): Promise<AuditChecked> {
  // Only now: every other command starts without loading the server.
  const { verifyFolderAudit } = await import('#server/audit-folder.ts');
  const { readEnvironment } = await import('#server/config/env.ts');
  return verifyFolderAudit({
    dataDir: options.data,
    stateDir: readEnvironment().stateDir,
    opening: { passphrase, ...whoOf(options) },
    signal: context.signal,
  });
}

async function exportLog(
  context: CliContext,
  setExitCode: SetExitCode,
  options: AdminOptions,
): Promise<void> {
  assertVault(options.data);
  const passphrase = await readPassphrase(context, options);
  // As it is found: the export itself adds to the log.
  const { findings } = await check(context, options, passphrase);
  const who = { passphrase, ...whoOf(options) };
  const newestFirst = await withAdminClient(options.data, context.signal, who, (client) =>
    collect(client.audit.list({ purpose: 'export', limit: PAGE_LIMIT_MAX }, context)),
  );
  const entries = newestFirst.toReversed().map(withoutTitle);
  printFindings(context, setExitCode, options, { entries, findings }, [
    formatTable(
      ['seq', 'at', 'who', 'kind', 'object', 'detail'],
      entries.map(({ seq, at, by, kind, object_id, code, detail }) => [
        String(seq),
        at,
        printable(by?.display_name ?? '-'),
        kind ?? 'does not open',
        object_id ?? '-',
        code ?? detail ?? '-',
      ]),
    ),
  ]);
}

async function printRecoveries(context: CliContext, options: AdminOptions): Promise<void> {
  assertVault(options.data);
  const recoveries = await asAdministrator(context, options, (client) => client.audit.recoveries(context));
  printResult(context, options, recoveries, () =>
    recoveries.total === 0
      ? 'Nobody ever came in by recovery key or shares.'
      : formatTable(
          ['seq', 'at', 'who', 'principal'],
          recoveries.items.map(({ seq, at, display_name, principal_id }) => [
            ...[String(seq), at, printable(display_name), principal_id],
          ]),
        ),
  );
}

function withoutTitle({ title: _title, ...entry }: AuditEntry): Omit<AuditEntry, 'title'> {
  return entry;
}
