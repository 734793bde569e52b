/** All commands together, and how a run of them ends. */

import { Command, CommanderError } from 'commander';
import { PROGRAM_VERSION } from '#contract/program-version.ts';
import { type AddCommands, FAMILIES, headingOf } from './command-families.ts';
import { type CliContext, warn } from './context.ts';
import { EXIT, errorDocument, exitCodeOf, withoutSurplus } from './exit-codes.ts';
import { addExamples } from './help/examples.ts';
import { OVERVIEW } from './help/overview.ts';
import { inPlainWords } from './system-error.ts';

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
      outputError: (text, write) => write(`srvault: ${withoutSurplus(text).replace(/^error: /, '')}`),
    })
    .showHelpAfterError('(add --help for what there is)');
  const named = FAMILIES.filter(({ names }) => first !== undefined && names.includes(first));
  const families = named.length > 0 ? named : FAMILIES;
  const adds: AddCommands[] = await Promise.all(families.map(({ load }) => load()));
  for (const add of adds) add(program, context, setExitCode);
  for (const command of program.commands) command.helpGroup(headingOf(command.name()));
  addExamples(program);
  program.addHelpText('after', OVERVIEW);
  return program;
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
    const error = inPlainWords(thrown);
    const code = exitCodeOf(error);
    if (code === EXIT.ok) return code;
    if (!(error instanceof CommanderError)) warn(context, errorText(error));
    if (asksForJson(args)) context.stdout(`${JSON.stringify(errorDocument(error))}\n`);
    return context.signal.aborted ? EXIT.interrupted : code;
  }
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
  const reference = typeof trace_id === 'string' ? `, reference ${trace_id}` : '';
  return `${String(message)} (${String(code)}${reference})`;
}
