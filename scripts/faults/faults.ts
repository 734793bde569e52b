/**
 * `npm run test:long -- faults`: for each kind of request, each call of the database and of the file system it makes
 * fails once, with each code. The answer is `protocol_error` or the success it says; what was asked for is there whole
 * or not at all; the server goes on; and in the end the folder verifies.
 * Source: evidence design, D-4.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Lane, LaneOutcome } from '#scripts/long/lane.ts';
import { startVaultHere } from '#scripts/long/vault-here.ts';
import type { VaultClient } from '#sdk/client.ts';
import { APIConnectionError, VaultApiError } from '#sdk/errors.ts';
import { FAULTS, type Injector, injectFaults, type Place } from './inject.ts';
import { OPERATIONS, type Operation } from './operations.ts';

export const FAULT_LANE: Lane = {
  name: 'faults',
  proves:
    'Whatever call of storage fails under a request, it is done whole or not at all, says so, and the server goes on.',
  unit: 'calls',
  times: 40,
  run: faults,
};

/** `calls`: how many of its calls fail at most, of each request and place. */
async function faults(calls: number, say: (text: string) => void): Promise<LaneOutcome> {
  const { dataDir, client, group, stopAndVerify, remove } = await startVaultHere('faults');
  const found = new Set<string>();
  const unhandled = (error: unknown) => void found.add(`nobody waited for a failure: ${String(error)}`);
  process.on('unhandledRejection', unhandled);
  let struck = 0;
  try {
    const injector = await injectFaults();
    for (const operation of OPERATIONS) {
      const bench = { client, group, injector, operation };
      for (const place of ['database', 'file'] as const) {
        const outcome = await failEach(bench, place, calls);
        struck += outcome.struck;
        for (const problem of outcome.found) found.add(`${operation.name}, ${place}: ${problem}`);
      }
      say(`${operation.name}: ${struck} faults so far, ${found.size} found`);
    }
    injector.remove();
    for (const finding of await stopAndVerify()) if (!finding.includes('blob_unknown')) found.add(finding);
    const blobs = readdirSync(join(dataDir, 'blobs'), { recursive: true });
    if (blobs.some((name) => String(name).endsWith('.part'))) found.add('an unfinished file stayed');
  } finally {
    process.off('unhandledRejection', unhandled);
    await remove();
  }
  return {
    ran: `${struck.toLocaleString('en')} calls failed under ${OPERATIONS.length} kinds of requests`,
    found: [...found],
  };
}

interface Bench {
  readonly client: VaultClient;
  readonly group: string;
  readonly injector: Injector;
  readonly operation: Operation;
}

async function failEach(bench: Bench, place: Place, calls: number) {
  const found: string[] = [];
  let struck = 0;
  for (const code of FAULTS[place]) {
    for (let k = 1; k <= calls; k += 1) {
      const { isStruck, problem } = await failOne(bench, place, k, code);
      if (problem !== undefined) found.push(`${code} at call ${k}: ${problem}`);
      if (!isStruck) break;
      struck += 1;
    }
  }
  return { struck, found };
}

async function failOne({ client, group, injector, operation }: Bench, place: Place, k: number, code: string) {
  const { send, isDone } = await operation.prepare(client, group);
  injector.arm(place, k, code);
  const answer = await send().then(
    () => undefined,
    (error: unknown) => error,
  );
  const isStruck = injector.disarm();
  const done = await isDone().catch((error: unknown) => `the server does not go on: ${String(error)}`);
  if (typeof done === 'string') return { isStruck, problem: done };
  if (answer === undefined) return { isStruck, problem: done ? undefined : 'answered and not done' };
  return { isStruck, problem: isStorageFailure(answer) ? undefined : `answered ${String(answer)}` };
}

/** A download that has begun can only be broken off. */
function isStorageFailure(error: unknown): boolean {
  if (error instanceof VaultApiError) return error.code === 'protocol_error';
  return error instanceof APIConnectionError;
}
