/**
 * `npm run test:long -- fuzz [--requests N]`: every route as an administrator, with what its own schemas allow and with
 * junk; the same tests as in `npm test`, with more requests of another seed.
 * Source: evidence design, D-6, E-4.
 */
import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { ROUTES } from '#contract/routes.ts';
import type { Lane, LaneOutcome } from '#scripts/long/lane.ts';

const TESTS = 'test/server/fuzz.test.ts';

export const FUZZ: Lane = {
  name: 'fuzz',
  proves: 'Whatever is sent to a route is answered in its shape, without a 5xx, an echo or a hang.',
  unit: 'requests',
  times: 100_000,
  run: fuzz,
};

async function fuzz(requests: number): Promise<LaneOutcome> {
  const perRoute = Math.max(1, Math.ceil(requests / ROUTES.length));
  const vitest = await startVitest([TESTS], {
    root: join(import.meta.dirname, '..', '..'),
    watch: false,
    reporters: [{}],
    env: { SRVAULT_FUZZ_RUNS: String(perRoute) },
  });
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  const found = tests.flatMap((test) => {
    const { errors = [] } = test.result();
    return errors.map(({ message }) => `${test.name}: ${message.slice(0, 600)}`);
  });
  if (tests.length === 0) found.push('no test ran');
  await vitest.close();
  process.exitCode = 0;
  const ran = `${perRoute} requests to each of ${ROUTES.length} routes, ${(perRoute * ROUTES.length).toLocaleString('en')} in all`;
  return { ran, found };
}
