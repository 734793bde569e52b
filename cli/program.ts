/** All commands together, and how a run of them ends. */

import { Command, CommanderError } from 'commander';
import { RESOURCES } from '#contract/documents/document-index.ts';
import { addCredentialCommands } from './admin/access/credential-command.ts';
import { addGroupsCommands } from './admin/access/groups-command.ts';
import { addPersonsCommands, addSessionsCommands } from './admin/access/persons-command.ts';
import { addSecretsCommands } from './admin/access/secrets-command.ts';
import { addCertificateCommands, addSettingsCommands } from './admin/access/settings-command.ts';
import { addAuditCommands } from './admin/evidence/audit-command.ts';
import { addBackupCommands } from './admin/evidence/backup-command.ts';
import { addDoctorCommand } from './admin/evidence/doctor-command.ts';
import { addMigrateCommand } from './admin/evidence/migrate-command.ts';
import { addVerifyCommand } from './admin/evidence/verify-command.ts';
import { addHealthCommand } from './admin/health-command.ts';
import { addInitCommand } from './admin/init-command.ts';
import { addJoinCommand } from './admin/join-command.ts';
import { addMetricsCommand } from './admin/metrics-command.ts';
import { addServeCommand } from './admin/serve-command.ts';
import { addTravelCommands } from './admin/travel/travel-command.ts';
import { addDocumentCommands } from './commands/documents.ts';
import { addDriveCommands } from './commands/drive/drive.ts';
import { addStatusCommand } from './commands/status.ts';
import { type CliContext, warn } from './context.ts';
import { EXIT, errorDocument, exitCodeOf } from './exit-codes.ts';
import { addExportCommands } from './export/export-command.ts';
import { addOutboxCommands } from './export/hl7/outbox-command.ts';
import { addCompletionCommand } from './help/completion-command.ts';
import { addExamples } from './help/examples.ts';
import { programVersion } from './help/version.ts';
import { addImportCommands } from './import/import-command.ts';
import { addVerifyReportCommand } from './report/verify-report-command.ts';
import { inPlainWords } from './system-error.ts';

export function buildProgram(context: CliContext, setExitCode: (code: number) => void): Command {
  const program = new Command('srvault')
    .description('Sealed Records Vault: serve it, issue credentials, read and write records')
    .version(programVersion())
    .exitOverride()
    .configureOutput({ writeOut: context.stdout, writeErr: context.stderr })
    .showHelpAfterError('(add --help for what there is)');
  addInitCommand(program, context);
  addServeCommand(program, context);
  addJoinCommand(program, context);
  addTravelCommands(program, context);
  addCredentialCommands(program, context);
  addCertificateCommands(program, context);
  addSecretsCommands(program, context);
  addPersonsCommands(program, context);
  addSessionsCommands(program, context);
  addGroupsCommands(program, context);
  addSettingsCommands(program, context);
  addHealthCommand(program, context);
  addMetricsCommand(program, context);
  addDoctorCommand(program, context, setExitCode);
  addVerifyCommand(program, context, setExitCode);
  addBackupCommands(program, context, setExitCode);
  addMigrateCommand(program, context, setExitCode);
  addAuditCommands(program, context, setExitCode);
  addStatusCommand(program, context);
  for (const resource of RESOURCES) addDocumentCommands(program, context, resource);
  addVerifyReportCommand(program, context, setExitCode);
  addDriveCommands(program, context);
  addExportCommands(program, context, setExitCode);
  addOutboxCommands(program, context);
  addImportCommands(program, context, setExitCode);
  addCompletionCommand(program, context);
  addExamples(program);
  return program;
}

/** Runs one command line (without `node srvault`) and says what to exit with. */
export async function runCommandLine(args: readonly string[], context: CliContext): Promise<number> {
  let exitCode: number = EXIT.ok;
  try {
    await buildProgram(context, (code) => {
      exitCode = code;
    }).parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (thrown) {
    const error = inPlainWords(thrown);
    const code = exitCodeOf(error);
    if (code === EXIT.ok) return code;
    if (!(error instanceof CommanderError)) warn(context, errorText(error));
    if (asksForJson(args)) context.stdout(`${JSON.stringify(errorDocument(error))}\n`);
    return context.signal.aborted ? EXIT.interrupted : code;
  }
}

function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).includes('--json');
}

function errorText(error: unknown): string {
  const { message, trace_id, code } = errorDocument(error).error;
  const reference = typeof trace_id === 'string' ? `, reference ${trace_id}` : '';
  return `${String(message)} (${String(code)}${reference})`;
}
