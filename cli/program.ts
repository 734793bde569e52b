/** All commands together, and how a run of them ends. */

import { Command, CommanderError } from 'commander';
import { RESOURCES } from '#contract/documents/document-index.ts';
import { addCredentialCommands } from './admin/credential-command.ts';
import { addInitCommand } from './admin/init-command.ts';
import { addServeCommand } from './admin/serve-command.ts';
import { addDocumentCommands } from './commands/documents.ts';
import { addDriveCommands } from './commands/drive.ts';
import { addStatusCommand } from './commands/status.ts';
import { type CliContext, warn } from './context.ts';
import { EXIT, errorDocument, exitCodeOf } from './exit-codes.ts';
import { addImportCommands } from './import/import-command.ts';
import { inPlainWords } from './system-error.ts';

export function buildProgram(context: CliContext, setExitCode: (code: number) => void): Command {
  const program = new Command('srvault')
    .description('Sealed Records Vault: serve it, issue credentials, read and write records')
    .exitOverride()
    .configureOutput({ writeOut: context.stdout, writeErr: context.stderr })
    .showHelpAfterError('(add --help for what there is)');
  addInitCommand(program, context);
  addServeCommand(program, context);
  addCredentialCommands(program, context);
  addStatusCommand(program, context);
  for (const resource of RESOURCES) addDocumentCommands(program, context, resource);
  addDriveCommands(program, context);
  addImportCommands(program, context, setExitCode);
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
