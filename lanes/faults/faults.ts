/**
 * `npm run test:long -- faults`: sends a request to each route while one of its database or file system calls fails.
 * The response must be `protocol_error` or a true success, the data complete or unchanged. The server must keep
 * running, and finally the folder must verify.
 * Source: evidence design, D-4.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES } from '#contract/routes.ts';
import { startInProcessVault } from '#lanes/runner/in-process-vault.ts';
import type { Lane, LaneOutcome } from '#lanes/runner/lane.ts';
import { APIConnectionError, APIConnectionTimeoutError, VaultApiError } from '#sdk/errors.ts';
import { FAULTS, type Injector, injectFaults, type Place } from './fault-injection.ts';
import { benchOf } from './operation-clients.ts';
import type { Bench, Operation } from './operations/operation.ts';
import { OPERATIONS, routesWithoutOperation } from './operations.ts';

export const FAULT_LANE: Lane = {
  name: 'faults',
  proves:
    'Whatever call of storage fails under a request, it is done whole or not at all, says so, and the server goes on.',
  unit: 'calls',
  times: 40,
  run: faults,
};

/**
 * `calls` limits the failing calls per request and place. Below the number of error codes, each request meets one
 * code in turn.
 */
async function faults(calls: number, say: (text: string) => void): Promise<LaneOutcome> {
  const vault = await startInProcessVault('faults');
  const { dataDir, stopAndVerify, remove } = vault;
  const found = new Set<string>(routesWithoutOperation().map((id) => `nothing asks ${id}`));
  const unhandled = (error: unknown) => void found.add(`nobody waited for a failure: ${String(error)}`);
  process.on('unhandledRejection', unhandled);
  const bench = benchOf(vault);
  let struck = 0;
  try {
    const injector = await injectFaults();
    for (const [at, operation] of OPERATIONS.entries()) {
      for (const place of ['database', 'file'] as const) {
        const codes = FAULTS[place];
        const some = calls < codes.length ? [codes[at % codes.length] ?? codes[0]] : codes;
        for (const code of some) {
          const outcome = await failEach({ bench, injector, operation, place, code }, calls);
          struck += outcome.struck;
          for (const problem of outcome.found) {
            const words = `${operation.operation_id}, ${place}: ${problem}`;
            found.add(words);
            say(words);
          }
        }
      }
      say(`${operation.operation_id}: ${struck} faults so far, ${found.size} found`);
    }
    injector.remove();
    await bench.close();
    for (const finding of await stopAndVerify()) if (!finding.includes('blob_unknown')) found.add(finding);
    const blobs = readdirSync(join(dataDir, 'blobs'), { recursive: true });
    if (blobs.some((name) => String(name).endsWith('.part'))) found.add('an unfinished file stayed');
  } finally {
    process.off('unhandledRejection', unhandled);
    await remove();
  }
  const routes = new Set(OPERATIONS.map(({ operation_id }) => operation_id)).size;
  return {
    ran: `${struck.toLocaleString('en')} calls failed under requests to ${routes} of ${ROUTES.length} routes`,
    found: [...found],
  };
}

interface Strike {
  readonly bench: Bench;
  readonly injector: Injector;
  readonly operation: Operation;
  readonly place: Place;
  readonly code: string;
}

async function failEach(strike: Strike, calls: number) {
  const found: string[] = [];
  let struck = 0;
  for (let k = 1; k <= calls; k += 1) {
    const { isStruck, problem } = await failOne(strike, k);
    if (problem !== undefined) found.push(`${strike.code} at call ${k}: ${problem}`);
    if (!isStruck) break;
    struck += 1;
  }
  return { struck, found };
}

async function failOne({ bench, injector, operation, place, code }: Strike, k: number) {
  const { send, isDone, end } = await operation.prepare(bench);
  injector.arm(place, k, code);
  const answer = await Promise.resolve(send()).then(
    () => undefined,
    (error: unknown) => error,
  );
  const isStruck = injector.disarm();
  const done = await isDone(answer === undefined).catch(
    (error: unknown) => `the server does not go on: ${String(error)}`,
  );
  await end?.();
  if (typeof done === 'string') return { isStruck, problem: done };
  if (answer === undefined) return { isStruck, problem: done ? undefined : 'answered and not done' };
  return { isStruck, problem: isStorageFailure(answer) ? undefined : `answered ${String(answer)}` };
}

/** A started download can only be cut off; no response at all does not count. */
function isStorageFailure(error: unknown): boolean {
  if (error instanceof VaultApiError) return error.code === 'protocol_error';
  return error instanceof APIConnectionError && !(error instanceof APIConnectionTimeoutError);
}
