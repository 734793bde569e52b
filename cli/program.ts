/** Builds the program from all commands, and runs a command line. */

import { Command, CommanderError } from 'commander';
import { PROGRAM_VERSION } from '#contract/program-version.ts';
import { APIUserAbortError } from '#sdk/errors.ts';
import { type AddCommands, FAMILIES, headingOf } from './command-families.ts';
import { type CliContext, warn } from './context.ts';
import { EXIT, errorDocument, exitCodeOf, redactExtraArguments, UsageError } from './exit-codes.ts';
import { addExamples } from './help/examples.ts';
import { OVERVIEW } from './help/overview.ts';
import { describeSystemError } from './process/system-error.ts';

/**
 * Builds the command tree. @param first word of the command line: if it names a command, only that command's file
 * is loaded; otherwise all are.
 */
export async function buildProgram(
  context: CliContext,
  setExitCode: (code: number) => void,
  first?: string,
): Promise<Command> {
  const program = new Command('srvault')
    .description('Sealed Records Vault: serve it, issue credentials, read and write records')
    .version(PROGRAM_VERSION)
    .exitOverride()
    .commandsGroup(headingOf('help'))
    .helpCommand('help [command]', 'display help for command')
    .configureOutput({
      writeOut: context.stdout,
      writeErr: context.stderr,
      outputError: (text, write) => write(`srvault: ${redactExtraArguments(text).replace(/^error: /, '')}`),
    })
    .showHelpAfterError('(see --help)');
  const named = FAMILIES.filter(({ names }) => first !== undefined && names.includes(first));
  const families = named.length > 0 ? named : FAMILIES;
  const adds: AddCommands[] = await Promise.all(families.map(({ load }) => load()));
  for (const add of adds) add(program, context, setExitCode);
  for (const command of program.commands) command.helpGroup(headingOf(command.name()));
  program.hook('preAction', (_program, asked) => refuseEmpty(asked));
  addExamples(program);
  program.addHelpText('after', OVERVIEW);
  return program;
}

/**
 * Refuses empty values, as of an unset variable: an empty path means the current folder, an empty host every address.
 * @throws UsageError
 */
function refuseEmpty(asked: Command): void {
  const isEmpty = (value: unknown) => [value].flat().includes('');
  for (const option of asked.options)
    if (option.required && isEmpty(asked.getOptionValue(option.attributeName())))
      throw new UsageError(`«${option.flags}» has an empty value. Give one.`);
  for (const [at, value] of asked.processedArgs.entries())
    if (isEmpty(value)) throw new UsageError(`«${asked.registeredArguments[at]?.name()}» is empty.`);
}

/** Runs one command line (without `node srvault`) and returns the exit code. */
export async function runCommandLine(args: readonly string[], context: CliContext): Promise<number> {
  let exitCode: number = EXIT.ok;
  try {
    const setExitCode = (code: number) => {
      exitCode = code;
    };
    const asked = helpAsOption(args);
    const program = await buildProgram(context, setExitCode, asked[0]);
    await program.parseAsync([...asked], { from: 'user' });
    return exitCode;
  } catch (thrown) {
    const error = wasAborted(thrown, context) ? new APIUserAbortError() : describeSystemError(thrown);
    const code = exitCodeOf(error);
    if (code === EXIT.ok) return code;
    if (!(error instanceof CommanderError)) warn(context, errorText(error));
    if (asksForJson(args)) context.stdout(`${JSON.stringify(errorDocument(error))}\n`);
    return context.signal.aborted ? EXIT.interrupted : code;
  }
}

/** Checks the signal, because each library reports an abort differently. */
function wasAborted(thrown: unknown, { signal }: CliContext): boolean {
  return signal.aborted && thrown instanceof Error && thrown.name === 'AbortError';
}

/** Turns `help drive put` into `drive put --help`, because commander's help reads only the first word. */
function helpAsOption(args: readonly string[]): readonly string[] {
  const [first, ...words] = args;
  return first === 'help' && words.length > 1 ? [...words, '--help'] : args;
}

function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).includes('--json');
}

function errorText(error: unknown): string {
  const { message, trace_id, code } = errorDocument(error).error;
  if (code === 'interrupted') return 'interrupted';
  const reference = typeof trace_id === 'string' ? `, reference ${trace_id}` : '';
  return `${String(message)} (${String(code)}${reference})`;
}
