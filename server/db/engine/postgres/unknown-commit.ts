/** What became of a COMMIT whose answer never came: PostgreSQL knows by the number of the transaction. */
import { VaultError } from '#contract/vault-error.ts';
import type { Connection } from './connection.ts';

/** How long the outcome may stay unknown before the client is told so. */
const UNKNOWN_MAX_MS = 10_000;
const ASK_AGAIN_MS = 100;

/**
 * Waits for another connection and asks. `statusOf`: `committed`, `aborted`, or anything else as long as nobody can say.
 * @throws protocol_error when the time is over
 */
export function wasCommitted(
  connection: Connection,
  transactionId: string,
  statusOf: (transactionId: string) => unknown,
): boolean {
  const until = performance.now() + UNKNOWN_MAX_MS;
  while (performance.now() < until && connection.waitUntilBack(until - performance.now())) {
    const status = tryStatus(transactionId, statusOf);
    if (status === 'committed') return true;
    if (status === 'aborted') return false;
    // Its server process has not noticed yet.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ASK_AGAIN_MS);
  }
  throw new VaultError(
    'protocol_error',
    'The connection to the database was lost while it stored a change. Whether it is stored is seen once the database answers; repeat the request with the same Idempotency-Key.',
  );
}

function tryStatus(transactionId: string, statusOf: (transactionId: string) => unknown): unknown {
  try {
    return statusOf(transactionId);
  } catch {
    return undefined;
  }
}
