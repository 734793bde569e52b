/** Computes completion candidates per command from the command definitions, so that they never become outdated. */
import type { Command, Option } from 'commander';

/** Kind of a value: a fixed list, a file, a folder, or free text. */
export type Values = readonly string[] | 'files' | 'folders' | 'free';

export interface OptionWord {
  readonly name: string;
  readonly description: string;
  /** Allowed values of the option; undefined for an option without a value. */
  readonly values: Values | undefined;
}

export interface CommandWords {
  /** Command words after `srvault`; `''` is `srvault` itself. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly OptionWord[];
  /** Values of the first argument. */
  readonly argument: Values;
}

const FILE = /<(?:file|path|name=file)(?:\.\.\.)?>/;
const FOLDER = /<dir(?:\.\.\.)?>/;

export function commandWords(command: Command, path = ''): CommandWords[] {
  const commands = command.commands.map((child) => ({
    name: child.name(),
    description: child.description(),
  }));
  const help = { name: '--help', description: 'what there is', values: undefined };
  const [argument] = command.registeredArguments;
  const own: CommandWords = {
    path,
    commands,
    options: [...command.options.flatMap(optionWord), help],
    argument: argument?.argChoices ?? valuesOf(`<${argument?.name() ?? ''}>`),
  };
  return [own, ...command.commands.flatMap((child) => commandWords(child, `${path} ${child.name()}`.trim()))];
}

function optionWord(option: Option): OptionWord[] {
  const { long, description, required, optional, argChoices, flags } = option;
  if (!long) return [];
  const takesValue = required || optional;
  return [{ name: long, description, values: takesValue ? (argChoices ?? valuesOf(flags)) : undefined }];
}

function valuesOf(flags: string): Values {
  if (FILE.test(flags)) return 'files';
  return FOLDER.test(flags) ? 'folders' : 'free';
}

export interface ValueCase {
  /** Places such as «exams list --state». */
  readonly places: readonly string[];
  readonly values: Values;
}

/** Groups options with equal values, because many commands have the same option. */
export function valueCases(words: readonly CommandWords[]): ValueCase[] {
  const places = words.flatMap(({ path, options }) =>
    options.flatMap(({ name, values }) =>
      values === undefined ? [] : [{ place: `${path} ${name}`.trim(), values }],
    ),
  );
  const byValues = Map.groupBy(places, ({ values }) => String(values));
  return [...byValues.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ places: same.map(({ place }) => place), values: first.values }];
  });
}
