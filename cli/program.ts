/** All commands together, and how a run of them ends. */

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
 * @param first of the command line: where it names a command, that one and what shares its file are all there is, and
 * all that is loaded; every command otherwise.
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
    .showHelpAfterError('(add --help for what there is)');
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
 * A value that is there and empty is that of a variable nobody set: as a path it would be the folder one happens to be
 * in, as a host every address, as a search everything. @throws UsageError
 */
function refuseEmpty(asked: Command): void {
  const isEmpty = (value: unknown) => [value].flat().includes('');
  for (const option of asked.options)
    if (option.required && isEmpty(asked.getOptionValue(option.attributeName())))
      throw new UsageError(`«${option.flags}» was given an empty value.`);
  for (const [at, value] of asked.processedArgs.entries())
    if (isEmpty(value)) throw new UsageError(`«${asked.registeredArguments[at]?.name()}» is empty.`);
}

/** Runs one command line (without `node srvault`) and says what to exit with. */
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

/** By whoever watches: each library says that in words of its own. */
function wasAborted(thrown: unknown, { signal }: CliContext): boolean {
  return signal.aborted && thrown instanceof Error && thrown.name === 'AbortError';
}

/** `help drive put` is `drive put --help`: commander's own looks at the first word alone. */
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
