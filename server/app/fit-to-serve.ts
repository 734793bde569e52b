/** What is asked of a database that was opened, before anything is served from it. */
import { VaultError } from '#contract/errors/vault-error.ts';
import type { SqlEngine } from '#server/storage/engine/sql-engine.ts';
import type { Clock } from '#server/system/clock.ts';

const CLOCK_OFF_MAX_MS = 5_000;

/** Ends of sessions and the order of what is signed go by it. @throws protocol_error */
export function assertClock(db: SqlEngine, clock: Clock): void {
  const engineMs = db.clockMs();
  if (engineMs === undefined || Math.abs(engineMs - clock.nowMs()) <= CLOCK_OFF_MAX_MS) return;
  throw new VaultError(
    'protocol_error',
    'The clock of this computer and that of the database differ by more than 5 seconds. Set them (NTP) and start again.',
  );
}

/** After a crash. @throws protocol_error; nothing is repaired or deleted. */
export function assertSound(db: SqlEngine): void {
  if (db.isSound(false)) return;
  throw new VaultError(
    'protocol_error',
    'The vault database is damaged. Restore the newest verified backup.',
  );
}
