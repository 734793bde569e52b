/** `srvault completion bash|zsh|fish`: prints a completion script, generated from the commands. */
import { Argument, type Command } from 'commander';
import type { CliContext } from '#cli/context.ts';
import { bashScript, fishScript, zshScript } from './completion-scripts.ts';
import { commandWords } from './completion-words.ts';

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript };
type Shell = keyof typeof SHELLS;

export function addCompletionCommand(program: Command, context: CliContext): void {
  program
    .command('completion')
    .description('print a completion script for a shell; its first lines say where to put it')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SHELLS)))
    .action((shell: Shell) => context.stdout(SHELLS[shell](commandWords(program))));
}
