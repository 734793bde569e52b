/** `srvault completion bash|zsh|fish`: a script made of the commands there are, to be put where the shell looks. */
import { Argument, type Command } from 'commander';
import type { CliContext } from '#cli/context.ts';

const SHELLS = { bash: bashScript, zsh: zshScript, fish: fishScript };
type Shell = keyof typeof SHELLS;

/** The words that may follow a command; `''` is `srvault` itself. */
type Words = ReadonlyMap<string, readonly string[]>;

export function addCompletionCommand(program: Command, context: CliContext): void {
  program
    .command('completion')
    .description('print a completion script for a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SHELLS)))
    .action((shell: Shell) => context.stdout(SHELLS[shell](wordsOf(program))));
}

function wordsOf(command: Command, path = '', words = new Map<string, readonly string[]>()): Words {
  const options = command.options.flatMap(({ long }) => long ?? []);
  words.set(path, [...command.commands.map((child) => child.name()), ...options, '--help']);
  for (const child of command.commands) wordsOf(child, `${path} ${child.name()}`.trim(), words);
  return words;
}

/** Bash and zsh share it: which command stands on the line so far, and what may follow. */
function shellCases(words: Words): { paths: string; follow: string } {
  const paths = [...words.keys()].filter((path) => path !== '').map((path) => `'${path}'`);
  const follow = [...words].map(([path, next]) => `    '${path}') follow='${next.join(' ')}' ;;`);
  return { paths: paths.join('|'), follow: follow.join('\n') };
}

function bashScript(words: Words): string {
  const { paths, follow } = shellCases(words);
  return `# srvault completion for bash
_srvault() {
  local cur=\${COMP_WORDS[COMP_CWORD]} at='' follow='' next i
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${at:+$at }\${COMP_WORDS[i]}"
    case "$next" in ${paths}) at=$next ;; esac
  done
  case "$at" in
${follow}
  esac
  COMPREPLY=($(compgen -W "$follow" -- "$cur"))
}
complete -o default -F _srvault srvault
`;
}

function zshScript(words: Words): string {
  const { paths, follow } = shellCases(words);
  return `#compdef srvault
_srvault() {
  local at='' follow='' next i
  for ((i = 2; i < CURRENT; i++)); do
    next="\${at:+$at }\${words[i]}"
    case "$next" in ${paths}) at=$next ;; esac
  done
  case "$at" in
${follow}
  esac
  compadd -- \${=follow}
  _files
}
compdef _srvault srvault
`;
}

function fishScript(words: Words): string {
  const { paths } = shellCases(words);
  const lines = [...words].flatMap(([path, next]) =>
    next.map((word) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      return `complete -c srvault -n '__srvault_at "${path}"' ${what}`;
    }),
  );
  return `# srvault completion for fish
function __srvault_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim "$at $word")
    if contains -- "$next" ${paths.replaceAll('|', ' ')}
      set at $next
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}
