/** Checks timestamps and counters of documents and files pushed by a travelling copy. */

import { VaultError } from '#contract/errors/vault-error.ts';
import { parseInstant } from '#contract/instant.ts';
import { TRAVEL_CLOCK_AHEAD_MS } from '#contract/limits.ts';
import type { Clock } from '#server/system/clock.ts';

/** Largest accepted lead of a pushed counter, so that counters never overflow. */
const COUNTED_AHEAD_MAX = 1_000_000;

/** Refuses impossible or future times. @throws invalid_request */
export function assertPlausibleTimestamp(
  clock: Clock,
  instant: string | null,
  earliest: string | undefined,
  what: string,
): void {
  const latest = new Date(clock.nowMs() + TRAVEL_CLOCK_AHEAD_MS).toISOString();
  const isOne = instant !== null && parseInstant(instant) === instant;
  if (isOne && instant <= latest && instant >= (earliest ?? instant)) return;
  throw invalidRequest(`${what}: impossible time, before its predecessor or in the future. Check the clock.`);
}

export function isPlausibleCounter(count: number, from: number): boolean {
  return count > from && count <= from + COUNTED_AHEAD_MAX;
}

export function invalidRequest(message: string): VaultError {
  return new VaultError('invalid_request', message);
}
