/** Shell code of the completion scripts: finds the command on the line, then the candidates at the cursor. */
import { type CommandWords, type Values, valueCases } from './completion-words.ts';

type Words = readonly CommandWords[];

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const patternOf = (places: readonly string[]) => places.map(quoted).join('|');
const named = (words: Words) => patternOf(words.map(({ path }) => path).filter((path) => path !== ''));

export function bashScript(words: Words): string {
  const values = valueCases(words).map(
    ({ places, values }) => `    ${patternOf(places)}) ${bashValues(values)}; return ;;`,
  );
  const follow = words.map(({ path, commands, options, argument }) => {
    const names = commands.map(({ name }) => name);
    const free = names.length > 0 ? `words=${quoted(names.join(' '))}` : bashArgument(argument);
    return `    ${quoted(path)}) options=${quoted(options.map(({ name }) => name).join(' '))}; ${free} ;;`;
  });
  return `# srvault completion for bash. Put it where bash looks:
#   srvault completion bash > ~/.local/share/bash-completion/completions/srvault
_srvault_files() { COMPREPLY=($(compgen -f -- "$cur")); compopt -o filenames 2> /dev/null; }
_srvault_folders() { COMPREPLY=($(compgen -d -- "$cur")); compopt -o filenames 2> /dev/null; }
_srvault_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }
_srvault() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at='' options='' words='' files='' next i
  [[ $cur == = ]] && cur=''
  [[ $prev == = ]] && prev=\${COMP_WORDS[COMP_CWORD-2]}
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${at:+$at }\${COMP_WORDS[i]}"
    case "$next" in ${named(words)}) at=$next ;; esac
  done
  case "\${at:+$at }$prev" in
${values.join('\n')}
  esac
  case "$at" in
${follow.join('\n')}
  esac
  if [[ $cur == -* ]]; then _srvault_words "$options"
  elif [[ -n $files ]]; then "$files"
  elif [[ -n $words ]]; then _srvault_words "$words"
  else _srvault_words "$options"
  fi
}
complete -F _srvault srvault
`;
}

function bashValues(values: Values): string {
  if (values === 'files') return '_srvault_files';
  if (values === 'folders') return '_srvault_folders';
  return values === 'free' ? ':' : `_srvault_words ${quoted(values.join(' '))}`;
}

function bashArgument(values: Values): string {
  if (values === 'free') return ':';
  return typeof values === 'string' ? `files=${bashValues(values)}` : `words=${quoted(values.join(' '))}`;
}

export function zshScript(words: Words): string {
  const values = valueCases(words).map(
    ({ places, values }) => `    ${patternOf(places)}) ${zshValues(values)}; return ;;`,
  );
  const follow = words.map(({ path, commands, options, argument }) => {
    const described = (all: readonly { readonly name: string; readonly description: string }[]) =>
      all.map(({ name, description }) => quoted(`${name}:${description}`)).join(' ');
    const free = commands.length > 0 || argument === 'free' ? '' : `; ${zshValues(argument)}`;
    return `    ${quoted(path)}) words_here=(${described(commands)}); options=(${described(options)})${free} ;;`;
  });
  return `#compdef srvault
# srvault completion for zsh. Put it into a folder of $fpath:
#   srvault completion zsh > "\${fpath[1]}/_srvault"
_srvault() {
  local at='' next i
  local -a words_here options
  for ((i = 2; i < CURRENT; i++)); do
    next="\${at:+$at }\${words[i]}"
    case "$next" in ${named(words)}) at=$next ;; esac
  done
  case "\${at:+$at }\${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  case "$at" in
${follow.join('\n')}
  esac
  (( \${#words_here} )) && _describe 'command' words_here
  _describe 'option' options
}
compdef _srvault srvault
`;
}

function zshValues(values: Values): string {
  if (values === 'files') return '_files';
  if (values === 'folders') return '_files -/';
  return values === 'free' ? ':' : `compadd -- ${values.map(quoted).join(' ')}`;
}

const inFish = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

export function fishScript(words: Words): string {
  const lines = words.flatMap(({ path, commands, options, argument }) => {
    const here = `complete -c srvault -n ${inFish(`__srvault_at ${inFish(path)}`)}`;
    return [
      ...commands.map(({ name, description }) => `${here} -a ${name} -d ${inFish(description)}`),
      ...options.map(
        ({ name, description, values }) =>
          `${here} -l ${name.slice(2)} -d ${inFish(description)}${values === undefined ? '' : fishValues(values)}`,
      ),
      ...(commands.length > 0 || argument === 'free' ? [] : [`${here}${fishArgument(argument)}`]),
    ];
  });
  const known = words.map(({ path }) => path).filter((path) => path !== '');
  return `# srvault completion for fish. Put it where fish looks:
#   srvault completion fish > ~/.config/fish/completions/srvault.fish
function __srvault_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$at $word")
    if contains -- "$next" ${known.map(inFish).join(' ')}
      set at $next
    end
  end
  test "$at" = "$argv[1]"
end
complete -c srvault -f
${lines.join('\n')}
`;
}

function fishValues(values: Values): string {
  if (values === 'files') return ' -r -F';
  if (values === 'folders') return " -x -a '(__fish_complete_directories)'";
  return values === 'free' ? ' -x' : ` -x -a ${inFish(values.join(' '))}`;
}

function fishArgument(values: Values): string {
  if (values === 'files') return ' -F';
  if (values === 'folders') return " -a '(__fish_complete_directories)'";
  return typeof values === 'string' ? '' : ` -a ${inFish(values.join(' '))}`;
}
