/**
 * Slows guessing down: openings of one certificate run one after the other, and from the fifth failure in a
 * row each further one waits twice as long. Only a rejected secret counts as a failure.
 * Source: choices, "Sessions and principals".
 */
import { FAILED_OPENINGS_BEFORE_DELAY } from '#contract/limits.ts';
import { VaultError } from '#contract/vault-error.ts';
import type { Clock } from '#server/access/clock.ts';

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 15 * 60 * 1_000;

interface Attempts {
  failures: number;
  notBeforeMs: number;
  /** Settles when the opening before has ended. */
  last: Promise<unknown>;
}

export type OpeningLimiter = ReturnType<typeof createOpeningLimiter>;

export function createOpeningLimiter(clock: Clock) {
  const byFingerprint = new Map<string, Attempts>();

  async function attempt<T>(attempts: Attempts, open: () => Promise<T>): Promise<T> {
    const waitMs = attempts.notBeforeMs - clock.nowMs();
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1000);
      throw new VaultError(
        'rate_limited',
        `Too many failed attempts. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
        { headers: { 'retry-after': String(seconds) } },
      );
    }
    try {
      const opened = await open();
      attempts.failures = 0;
      return opened;
    } catch (error) {
      if (error instanceof VaultError && error.code === 'credential_rejected') fail(attempts);
      throw error;
    }
  }

  function fail(attempts: Attempts): void {
    attempts.failures += 1;
    const beyond = attempts.failures - FAILED_OPENINGS_BEFORE_DELAY;
    if (beyond < 0) return;
    attempts.notBeforeMs = clock.nowMs() + Math.min(FIRST_DELAY_MS * 2 ** beyond, LONGEST_DELAY_MS);
  }

  return {
    /** @throws rate_limited with `retry-after` while the certificate has to wait. */
    run<T>(fingerprint: string, open: () => Promise<T>): Promise<T> {
      const attempts = byFingerprint.get(fingerprint) ?? {
        failures: 0,
        notBeforeMs: 0,
        last: Promise.resolve(),
      };
      byFingerprint.set(fingerprint, attempts);
      const result = attempts.last.then(() => attempt(attempts, open));
      attempts.last = result.catch(() => undefined);
      return result;
    },
  };
}
