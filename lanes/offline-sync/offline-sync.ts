/**
 * `npm run test:long -- travel [--journeys N]`: two travelling copies edit texts, files and folders with periods
 * offline, then sync. The same tests as in `npm test`, with more journeys of another seed. Source: clinic design,
 * section 13, 7.
 */
import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';

const TESTS = ['offline-spells', 'offline-drives'].map((name) => `test/server/sync/${name}.property.test.ts`);

export const TRAVEL: Lane = {
  name: 'travel',
  proves:
    'Of what two copies and their vault write, upload, rename, move and trash, with lost answers and offline, no text and no byte is lost and all converge.',
  unit: 'journeys',
  times: 500,
  run: travel,
};

async function travel(journeys: number): Promise<LaneOutcome> {
  const vitest = await startVitest(TESTS, {
    root: join(import.meta.dirname, '..', '..'),
    watch: false,
    reporters: [{}],
    env: { SRVAULT_TRAVEL_RUNS: String(journeys) },
  });
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  const found = tests.flatMap((test) => {
    const { errors = [] } = test.result();
    return errors.map(({ message }) => `${test.name}: ${message.slice(0, 3000)}`);
  });
  if (tests.length !== TESTS.length) found.push(`${tests.length} of ${TESTS.length} tests ran`);
  await vitest.close();
  process.exitCode = 0;
  return { ran: `${journeys.toLocaleString('en')} journeys of 8 to 24 steps`, found };
}
