/**
 * Runs all mutants in one Vitest: applies each when its module is compiled, runs its tests, and restores the module.
 * The disk cache of compiled modules is off, because it would hide the mutant.
 */
import { join } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import { type Mutant, mutate } from './mutant.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Time limit that kills a mutant waiting for ever. */
const TEST_TIMEOUT_MS = 60_000;

/** `unseen`: the tests passed without compiling the file. `unproven`: they fail without the mutant too. */
export type Fate = 'killed' | 'survived' | 'unseen' | 'unproven';

export async function runMutants(
  mutants: readonly Mutant[],
  onFate: (mutant: Mutant, fate: Fate) => void,
): Promise<void> {
  let current: Mutant | undefined;
  let isSeen = false;
  const plugin = {
    name: 'mutant',
    enforce: 'pre' as const,
    transform(code: string, id: string): string | undefined {
      if (current === undefined || id !== join(ROOT, current.file)) return undefined;
      isSeen = true;
      return mutate(code, current);
    },
  };
  const options = {
    root: ROOT,
    watch: false,
    reporters: [{}],
    silent: true,
    fsModuleCache: false,
    // Isolated, because a reused process would keep the module it has read.
    isolate: true,
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
  };
  const vitest = await createVitest(options, { plugins: [plugin] });
  try {
    const all = [...new Set(mutants.flatMap(({ tests }) => tests))];
    const failures = await failuresOf(vitest, all);
    vitest.config.bail = 1;
    for (const mutant of mutants) {
      if (mutant.tests.some((test) => failures.some((file) => file.startsWith(test)))) {
        onFate(mutant, 'unproven');
        continue;
      }
      current = mutant;
      isSeen = false;
      vitest.invalidateFile(join(ROOT, mutant.file));
      const isPassed = (await failuresOf(vitest, mutant.tests)).length === 0;
      vitest.invalidateFile(join(ROOT, mutant.file));
      if (!isPassed) onFate(mutant, 'killed');
      else onFate(mutant, isSeen ? 'survived' : 'unseen');
    }
  } finally {
    await vitest.close();
    // Reset the exit code that Vitest sets for failing tests, which are expected here.
    process.exitCode = 0;
  }
}

async function failuresOf(vitest: Vitest, tests: readonly string[]): Promise<string[]> {
  const specifications = await vitest.globTestSpecifications(tests.map((file) => join(ROOT, file)));
  if (specifications.length === 0) throw new Error(`There are no tests in ${tests.join(', ')}.`);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  return [
    ...testModules.filter((module) => !module.ok()).map((module) => module.relativeModuleId),
    ...unhandledErrors.map(() => 'an error nobody waited for'),
  ];
}
