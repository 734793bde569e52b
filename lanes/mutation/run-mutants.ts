/**
 * One Vitest for all mutants: each is put into the one module it changes when that is compiled, its tests run, and the
 * module is compiled as it stands again. The cache of compiled modules on the disk is off, or the mutant would never
 * be seen.
 */
import { join } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';
import { type Mutant, mutate } from './mutant.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** A mutant that waits for ever is killed by this. */
const TEST_TIMEOUT_MS = 60_000;

/** `unseen`: its tests passed without ever compiling the file; `unproven`: they fail without it as well. */
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
    // A process that goes on would go on with the source it has read.
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
    // Failing tests are what is wanted here; Vitest sets this for each.
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
