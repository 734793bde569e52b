/**
 * `npm run test:long -- faults`: for each kind of request, each call of the database and of the file system it makes
 * fails once, with each code. The answer is `protocol_error` or the success it says; what was asked for is there whole
 * or not at all; the server goes on; and in the end the folder verifies.
 * Source: evidence design, D-4.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Lane, LaneOutcome } from '#scripts/long/lane.ts';
import { desktopClient } from '#scripts/torture/served-vault.ts';
import type { VaultClient } from '#sdk/client.ts';
import { APIConnectionError, VaultApiError } from '#sdk/errors.ts';
import { startServer } from '#server/start-server.ts';
import { verifyFolder } from '#server/verify-folder.ts';
import { FAULTS, type Injector, injectFaults, type Place } from './inject.ts';
import { OPERATIONS, type Operation } from './operations.ts';

const PASSPHRASE = 'faults: the ninth wave at noon';

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
  const scratch = mkdtempSync(join(tmpdir(), 'srvault-faults-'));
  const [dataDir, stateDir] = [join(scratch, 'vault'), join(scratch, 'state')];
  const logger = pino({ level: 'silent' });
  const server = await startServer({ dataDir, stateDir, port: 0, rateLimit: 'off', logger });
  const client = desktopClient(server.url, dataDir);
  const found = new Set<string>();
  const unhandled = (error: unknown) => void found.add(`nobody waited for a failure: ${String(error)}`);
  process.on('unhandledRejection', unhandled);
  let struck = 0;
  try {
    const owner = { display_name: 'Owner' };
    const { security_group_id } = await client.vault.init({ name: 'Faults', owner, passphrase: PASSPHRASE });
    await client.session.open({ passphrase: PASSPHRASE });
    const injector = await injectFaults();
    for (const operation of OPERATIONS) {
      const bench = { client, group: security_group_id, injector, operation };
      for (const place of ['database', 'file'] as const) {
        const outcome = await failEach(bench, place, calls);
        struck += outcome.struck;
        for (const problem of outcome.found) found.add(`${operation.name}, ${place}: ${problem}`);
      }
      say(`${operation.name}: ${struck} faults so far, ${found.size} found`);
    }
    injector.remove();
  } finally {
    await client.close();
    await server.close();
    process.off('unhandledRejection', unhandled);
  }
  const { findings } = await verifyFolder({ dataDir, stateDir, opening: { passphrase: PASSPHRASE } });
  for (const { code } of findings) if (code !== 'blob_unknown') found.add(`verify: ${code}`);
  if (
    readdirSync(join(dataDir, 'blobs'), { recursive: true }).some((name) => String(name).endsWith('.part'))
  ) {
    found.add('an unfinished file stayed');
  }
  rmSync(scratch, { recursive: true, force: true });
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
