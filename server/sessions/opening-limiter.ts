/**
 * Slows guessing down, and keeps what waits for a derivation few: openings of one certificate run one after the other, and from the fifth failure in a
 * row each further one waits twice as long. Only a rejected secret counts as a failure. Whoever went away while waiting costs nothing.
 * Source: choices, "Sessions and principals".
 */
import { FAILED_OPENINGS_BEFORE_DELAY } from '#contract/limits.ts';
import { VaultError } from '#contract/vault-error.ts';
import type { Clock } from '#server/access/clock.ts';

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 15 * 60 * 1_000;
/** Behind the one that is being judged; a derivation takes up to a second. */
const WAITING_MAX = 16;

interface Attempts {
  failures: number;
  notBeforeMs: number;
  /** Settles when the opening before has ended. */
  last: Promise<unknown>;
  readonly waiting: Set<Waiting>;
}

/** Who asks for an opening. */
interface Waiting {
  /** The connection is closed: nobody hears the answer any more. */
  readonly isGone: () => boolean;
}

const STAYS: Waiting = { isGone: () => false };

export type OpeningLimiter = ReturnType<typeof createOpeningLimiter>;

export function createOpeningLimiter(clock: Clock) {
  const byFingerprint = new Map<string, Attempts>();

  async function attempt<T>(attempts: Attempts, open: () => Promise<T>): Promise<T> {
    const waitMs = attempts.notBeforeMs - clock.nowMs();
    if (waitMs > 0) {
      throw tooMany('Too many failed attempts', Math.ceil(waitMs / 1000));
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
    /**
     * @throws rate_limited with `retry-after` while the certificate has to wait, where too many wait already, and to
     * whoever went away before its turn.
     */
    async run<T>(fingerprint: string, open: () => Promise<T>, asker: Waiting = STAYS): Promise<T> {
      const attempts = byFingerprint.get(fingerprint) ?? {
        failures: 0,
        notBeforeMs: 0,
        last: Promise.resolve(),
        waiting: new Set(),
      };
      byFingerprint.set(fingerprint, attempts);
      const present = [...attempts.waiting].filter(({ isGone }) => !isGone());
      if (present.length > WAITING_MAX) throw tooMany('Too many are waiting to unlock', 1);
      const place = { ...asker };
      attempts.waiting.add(place);
      const result = attempts.last.then(() => {
        if (asker.isGone()) throw tooMany('The connection was closed before its turn came', 1);
        return attempt(attempts, open);
      });
      attempts.last = result.catch(() => undefined).finally(() => attempts.waiting.delete(place));
      return result;
    },
  };
}

function tooMany(why: string, seconds: number): VaultError {
  return new VaultError(
    'rate_limited',
    `${why}. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { headers: { 'retry-after': String(seconds) } },
  );
}
