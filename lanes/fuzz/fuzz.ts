/**
 * `npm run test:long -- fuzz [--requests N]`: calls every route as an administrator, with valid random input and with
 * junk. The same tests as in `npm test`, with more requests and other seeds, on two vaults in parallel.
 * Source: evidence design, D-6, E-4.
 */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { type Reporter, startVitest } from 'vitest/node';
import { ROUTES } from '#contract/routes.ts';
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const TESTS = 'test/server/fuzz.slice.test.ts';
const SIDE_BY_SIDE = 2;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export const FUZZ: Lane = {
  name: 'fuzz',
  proves: 'Whatever is sent to a route is answered in its shape, without a 5xx, an echo or a hang.',
  unit: 'requests',
  times: 100_000,
  run: fuzz,
};

async function fuzz(requests: number, say: (text: string) => void, stop: AbortSignal): Promise<LaneOutcome> {
  const found: string[] = [];
  const routes = new Set<string>();
  let sent = 0;
  const before = SIGNALS.map((signal) => process.listeners(signal));
  const reporter: Reporter = {
    onInit(vitest) {
      // Handled here, because Vitest would end the process at once.
      for (const [index, signal] of SIGNALS.entries()) {
        const own = process.listeners(signal).filter((each) => !before[index]?.includes(each));
        for (const listener of own) process.off(signal, listener);
      }
      stop.addEventListener('abort', () => void vitest.cancelCurrentRun('keyboard-input'));
    },
    onTestCaseResult(test) {
      const own: unknown = new Map(Object.entries(test.meta())).get('fuzz_requests');
      if (typeof own === 'number') {
        sent += own;
        routes.add(test.name);
        say(`${test.name}: ${sent.toLocaleString('en')} requests, ${found.length} found`);
      }
      const { errors = [] } = test.result();
      for (const { message } of errors) {
        const words = `${test.name}: ${message.slice(0, 600)}`;
        found.push(words);
        say(words);
      }
    },
  };
  const vitest = await startVitest([TESTS], {
    ...{ root: ROOT, watch: false, maxWorkers: SIDE_BY_SIDE, reporters: [reporter] },
    projects: Array.from({ length: SIDE_BY_SIDE }, (_each, index) => ({
      extends: true,
      test: {
        name: `vault ${index + 1}`,
        env: {
          SRVAULT_FUZZ_REQUESTS: String(Math.ceil(requests / SIDE_BY_SIDE)),
          SRVAULT_FUZZ_SEED: String(randomInt(2 ** 31)),
        },
      },
    })),
  });
  // Ignore errors after Ctrl C, which also reaches the test processes.
  const loose = stop.aborted ? [] : vitest.state.getUnhandledErrors();
  found.push(...loose.map((error) => String(error).slice(0, 600)));
  await vitest.close();
  process.exitCode = 0;
  if (sent === 0) found.push('nothing was sent');
  const asked = stop.aborted ? ` of ${requests.toLocaleString('en')} asked for` : '';
  const ran = `${sent.toLocaleString('en')} requests${asked} to ${routes.size} of ${ROUTES.length} routes, on ${SIDE_BY_SIDE} vaults side by side`;
  return { ran, found };
}
