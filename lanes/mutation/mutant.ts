/** Mutant: a small wrong change of the source that tests must detect. */
export interface Mutant {
  readonly file: string;
  /** Description of the fault. */
  readonly what: string;
  /** Text to replace; must occur exactly once in the file. */
  readonly find: string;
  readonly put: string;
  /** Test files that must fail, relative to the repository root. */
  readonly tests: readonly string[];
}

/** Defines mutants of one file with the same tests. */
export function mutantsOf(
  file: string,
  tests: readonly string[],
  changes: readonly (readonly [what: string, find: string, put: string])[],
): Mutant[] {
  return changes.map(([what, find, put]) => ({ file, tests, what, find, put }));
}

/** Applies a mutant to a source text. @throws if its text does not occur exactly once. */
export function mutate(source: string, { file, find, put, what }: Omit<Mutant, 'tests'>): string {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`${file}, ${what}: stands ${parts.length - 1} times`);
  return parts.join(put);
}
