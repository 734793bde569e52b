/**
 * In-doubt commit: finds the outcome of a COMMIT without a response. PostgreSQL knows by the transaction id whether it
 * still runs. Whether it committed is decided by looking for its writes, because a standby that took over may have
 * given the id to another transaction. Where its writes are unknown, as when filling an empty database, the id decides.
 * Where not even the id arrived, the transaction predicted its write count: once another transaction has that count, it
 * has ended or will fail.
 * Source: clinic design, section 5.
 */
import { VaultError } from '#contract/errors/vault-error.ts';
import type { Pipeline } from './pipeline.ts';
import type { Connection } from './wire/connection.ts';
import { StatementError } from './wire/postgres-error.ts';

/** How long the outcome may stay in doubt before the client gets an error. */
const UNKNOWN_MAX_MS = 10_000;
const ASK_AGAIN_MS = 100;
/** A standby may receive the transaction late: until promotion it counts as running. */
const STATUS =
  "SELECT CASE WHEN pg_is_in_recovery() THEN 'in progress' ELSE pg_xact_status($1::xid8) END AS status";
/** Blocks until the write lock is free, in case the transaction has it. */
const TAKE_ITS_PLACE = 'UPDATE vault_head SET write_count = write_count + 1';
/** Error code for an id this database has not reached. */
const IN_THE_FUTURE = '22023';

interface Asked {
  readonly connection: Pick<Connection, 'waitUntilBack'>;
  readonly pipeline: Pick<Pipeline, 'ask'>;
}

/**
 * Waits for a new connection and queries the outcome. `transactionId`: undefined where it did not arrive, for an
 * optimistic transaction. `isWritten`: true when its writes are there.
 * @throws protocol_error when the time is over
 */
export function wasCommitted(
  { connection, pipeline }: Asked,
  transactionId: string | undefined,
  isWritten?: () => boolean,
): boolean {
  const until = performance.now() + UNKNOWN_MAX_MS;
  while (performance.now() < until && connection.waitUntilBack(until - performance.now())) {
    const outcome = unlessAway(() => outcomeOf(statusOf(pipeline, transactionId), isWritten));
    if (outcome !== undefined) return outcome;
    // The server process has not noticed the lost connection yet.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ASK_AGAIN_MS);
  }
  throw new VaultError(
    'protocol_error',
    'The connection to the database was lost while it stored a change. The change may be stored or not. Once the database answers, repeat the request with the same Idempotency-Key.',
  );
}

/**
 * Interprets the transaction's status; undefined while it still runs. After that `isWritten` decides where it is given,
 * because the id may belong to another transaction; else the status does.
 */
function outcomeOf(status: unknown, isWritten: (() => boolean) | undefined): boolean | undefined {
  if (status === 'in progress') return undefined;
  if (isWritten !== undefined) return isWritten();
  if (status === 'committed') return true;
  return status === 'aborted' ? false : undefined;
}

/** Asks for the transaction's status. @throws while the database is read-only, or the transaction has the lock */
function statusOf(pipeline: Asked['pipeline'], transactionId: string | undefined): unknown {
  if (transactionId === undefined) {
    pipeline.ask(TAKE_ITS_PLACE);
    return 'over';
  }
  try {
    return pipeline.ask(STATUS, [transactionId]).rows[0]?.[0];
  } catch (error) {
    if (error instanceof StatementError && error.code === IN_THE_FUTURE) return 'aborted';
    throw error;
  }
}

function unlessAway(ask: () => boolean | undefined): boolean | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
