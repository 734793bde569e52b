/** Checks of an opened database before the server starts: its clock and its integrity. */
import { VaultError } from '#contract/errors/vault-error.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import type { Clock } from '#server/system/clock.ts';

const CLOCK_OFF_MAX_MS = 5_000;

/**
 * Compares the clocks of server and database, because session expiry and the order of signed records depend on them.
 * @throws protocol_error
 */
export function assertClock(db: SqlEngine, clock: Clock): void {
  const engineMs = db.clockMs();
  if (engineMs === undefined || Math.abs(engineMs - clock.nowMs()) <= CLOCK_OFF_MAX_MS) return;
  throw new VaultError(
    'protocol_error',
    'The clock of this computer and that of the database differ by more than 5 seconds. Set them (NTP) and start again.',
  );
}

/** Checks the database for corruption. Call after a crash. @throws protocol_error; nothing is repaired or deleted. */
export function assertIntact(db: SqlEngine): void {
  if (db.isSound(false)) return;
  throw new VaultError(
    'protocol_error',
    'The vault database is damaged. Restore the newest verified backup.',
  );
}
