/** `srvault audit verify`, `audit export` and `audit recoveries`. Source: choices, "Second part" (Command line). */
import { type Command, Option } from 'commander';
import { type AdminOptions, addAdminOptions, principalOption } from '#cli/admin/admin-options.ts';
import { withAdminClient } from '#cli/admin/vault/admin-vault.ts';
import { assertVault } from '#cli/admin/vault/existing-vault.ts';
import { withAdministrator } from '#cli/admin/vault/with-admin-client.ts';
import { type CliContext, printResult } from '#cli/context.ts';
import { EXIT } from '#cli/exit-codes.ts';
import { collect } from '#cli/options/collect-iterable.ts';
import { readPassphrase } from '#cli/terminal/passphrase.ts';
import { formatTable, printable } from '#cli/terminal/table.ts';
import { AUDIT_KINDS, type AuditKind } from '#contract/audit/audit-entry.ts';
import { PAGE_LIMIT_MAX } from '#contract/limits.ts';
import { accessesAsCsv } from '#records/audit/accesses-csv.ts';
import type { AuditChecked } from '#server/integrity/audit/verify-audit-chain.ts';
import { AUDIT_FORMATS, type AuditFormat, createAuditPrinter } from './audit-printer.ts';
import { accessesAsTable } from './print-accesses.ts';
import { printFindings, reportIfUnreadable, type SetExitCode } from './print-findings.ts';

interface ExportOptions extends AdminOptions {
  readonly lines?: boolean;
  readonly format?: AuditFormat;
  readonly since?: string;
  readonly until?: string;
  readonly person?: string;
  readonly kind?: AuditKind;
  readonly object?: string;
}

interface AccessOptions extends AdminOptions {
  readonly since?: string;
  readonly until?: string;
  readonly format?: 'json' | 'csv';
}

export function addAuditCommands(program: Command, context: CliContext, setExitCode: SetExitCode): void {
  const audit = program.command('audit').description('the log of who did what');
  addAdminOptions(audit.command('verify'))
    .description('check the whole audit log of a folder, served or not; name the first damaged entry')
    .action((options: AdminOptions) =>
      reportIfUnreadable(context, setExitCode, options, () => verify(context, setExitCode, options)),
    );
  addAdminOptions(audit.command('export'))
    .description('print the audit log, oldest first: ids, never titles of records')
    .option('--lines', 'one JSON document a line for each entry, and nothing else on stdout')
    .addOption(
      new Option(
        '--format <format>',
        'columns by default; syslog: RFC 5424 lines with DICOM audit messages; fhir: a Bundle of AuditEvents',
      ).choices([...AUDIT_FORMATS]),
    )
    .option('--since <when>', 'only what was done from this day or instant on (UTC)')
    .option('--until <when>', 'only what was done before this day or instant (UTC)')
    .option('--person <id>', 'only what this principal did')
    .addOption(new Option('--kind <kind>', 'only entries of this kind').choices([...AUDIT_KINDS]))
    .option('--object <id>', 'only what was done to this record, file or person')
    .action((options: ExportOptions) =>
      reportIfUnreadable(context, setExitCode, options, () => exportLog(context, setExitCode, options)),
    );
  addAdminOptions(audit.command('patient <id>'))
    .description('print who read, changed or exported a patient, their exams and files, newest first')
    .option('--since <when>', 'only what was done from this day or instant on (UTC)')
    .option('--until <when>', 'only what was done before this day or instant (UTC)')
    .addOption(new Option('--format <format>', 'a table by default').choices(['json', 'csv']))
    .action((id: string, options: AccessOptions) => printAccesses(context, id, options));
  addAdminOptions(audit.command('recoveries'))
    .description(
      'print who unlocked with a recovery key or shares, newest first; this list is signed and permanent',
    )
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
  // Imported here, so that other commands start without loading the server.
  const { verifyAuditLog } = await import('#server/integrity/audit/verify-audit-log.ts');
  const { readEnvironment } = await import('#server/system/config/env.ts');
  return verifyAuditLog({
    dataDir: options.data,
    stateDir: readEnvironment().stateDir,
    opening: { passphrase, ...principalOption(options) },
    signal: context.signal,
  });
}

/** Exports entry by entry, because a log may have millions. */
async function exportLog(
  context: CliContext,
  setExitCode: SetExitCode,
  options: ExportOptions,
): Promise<void> {
  assertVault(options.data);
  const passphrase = await readPassphrase(context, options);
  // Check before the export, which adds an entry itself.
  const { findings } = await check(context, options, passphrase);
  const who = { passphrase, ...principalOption(options) };
  const print = createAuditPrinter(context, options);
  await print.begin();
  await withAdminClient(options.data, context.signal, who, async (client) => {
    for await (const entry of client.audit.list(queryOf(options), context)) await print.entry(entry);
  });
  await print.end(findings);
  if (findings.length > 0) setExitCode(EXIT.protocol);
}

function queryOf({ since, until, person, kind, object }: ExportOptions) {
  return {
    ...(since === undefined ? {} : { since: asInstant(since) }),
    ...(until === undefined ? {} : { until: asInstant(until) }),
    ...(person === undefined ? {} : { principal_id: person }),
    ...(kind === undefined ? {} : { kind }),
    ...(object === undefined ? {} : { object_id: object }),
    ...({ purpose: 'export', order: 'oldest' } as const),
    titles: false,
    limit: PAGE_LIMIT_MAX,
  };
}

/** A date means midnight UTC, like the log's times. */
function asInstant(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00.000Z` : text;
}

/** Exports the accesses; the export is itself recorded. */
async function printAccesses(context: CliContext, id: string, options: AccessOptions): Promise<void> {
  assertVault(options.data);
  const { since, until, format, ...admin } = options;
  const query = {
    ...(since === undefined ? {} : { since: asInstant(since) }),
    ...(until === undefined ? {} : { until: asInstant(until) }),
    ...({ purpose: 'export', limit: PAGE_LIMIT_MAX } as const),
  };
  const items = await withAdministrator(context, admin, (client) =>
    collect(client.audit.accesses(id, query, context)),
  );
  const output = { ...admin, json: admin.json === true || format === 'json' };
  printResult(context, output, { items }, () =>
    format === 'csv' ? accessesAsCsv(items) : accessesAsTable(items),
  );
}

async function printRecoveries(context: CliContext, options: AdminOptions): Promise<void> {
  assertVault(options.data);
  const recoveries = await withAdministrator(context, options, (client) => client.audit.recoveries(context));
  printResult(context, options, recoveries, () =>
    recoveries.total === 0
      ? 'The vault was never unlocked with a recovery key or shares.'
      : formatTable(
          ['seq', 'at', 'who', 'principal'],
          recoveries.items.map(({ seq, at, display_name, principal_id }) => [
            ...[String(seq), at, printable(display_name), principal_id],
          ]),
        ),
  );
}
