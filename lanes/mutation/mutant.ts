/** A small wrong change of the sources that tests must notice. */
export interface Mutant {
  readonly file: string;
  /** What is wrong with it, in a few words. */
  readonly what: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly put: string;
  /** The test files that must fail, from the repository's root. */
  readonly tests: readonly string[];
}

/** Mutants of one file, killed by the same tests. */
export function mutantsOf(
  file: string,
  tests: readonly string[],
  changes: readonly (readonly [what: string, find: string, put: string])[],
): Mutant[] {
  return changes.map(([what, find, put]) => ({ file, tests, what, find, put }));
}

/** @throws when the text does not stand exactly once in the source. */
export function mutate(source: string, { file, find, put, what }: Omit<Mutant, 'tests'>): string {
  const parts = source.split(find);
  if (parts.length !== 2) throw new Error(`${file}, ${what}: stands ${parts.length - 1} times`);
  return parts.join(put);
}
