/**
 * Slows guessing down, and keeps what waits for a derivation few: openings of one certificate run one after the other, and from the fifth failure in a
 * row each further one waits twice as long. Only a rejected secret counts as a failure, and it counts over restarts and
 * over all servers of the vault. Whoever went away while waiting costs nothing.
 * Source: choices, "Sessions and principals".
 */
import { FAILED_OPENINGS_BEFORE_DELAY } from '#contract/limits.ts';
import { VaultError } from '#contract/vault-error.ts';
import type { Clock } from '#server/access/clock.ts';
import type { CommitQueue } from '#server/db/commit-queue.ts';
import type { OpeningFailures, OpeningFailuresStore } from '#server/db/nodes/opening-failures-store.ts';

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 15 * 60 * 1_000;
/** Nobody guesses far at one try a day. */
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1_000;
/** Behind the one that is being judged; a derivation takes up to a second. */
const WAITING_MAX = 16;

interface Attempts {
  /** What the database had no room for. */
  unwritten: OpeningFailures | undefined;
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

export interface OpeningLimiterDeps {
  readonly clock: Clock;
  readonly store: OpeningFailuresStore;
  readonly commits: Pick<CommitQueue, 'writeNow'>;
}

export function createOpeningLimiter({ clock, store, commits }: OpeningLimiterDeps) {
  const byFingerprint = new Map<string, Attempts>();

  async function attempt<T>(fingerprint: string, attempts: Attempts, open: () => Promise<T>): Promise<T> {
    const known = attempts.unwritten ?? store.find(fingerprint);
    const waitMs = (known?.not_before_ms ?? 0) - clock.nowMs();
    if (waitMs > 0) {
      throw tooMany('Too many failed attempts', Math.ceil(waitMs / 1000));
    }
    try {
      const opened = await open();
      attempts.unwritten = undefined;
      if (known !== undefined) forgive(fingerprint);
      return opened;
    } catch (error) {
      if (error instanceof VaultError && error.code === 'credential_rejected') fail(fingerprint, attempts);
      throw error;
    }
  }

  /** Where there is no room for it, whoever opened goes on all the same. */
  function forgive(fingerprint: string): void {
    try {
      commits.writeNow(() => store.delete(fingerprint));
    } catch {
      // It is forgiven at the next success, or in a day.
    }
  }

  /** Counted inside the transaction: the same certificate may be guessing at another server. */
  function fail(fingerprint: string, attempts: Attempts): void {
    const one = () => failedOnceMore(fingerprint, attempts.unwritten ?? store.find(fingerprint));
    try {
      commits.writeNow(() => store.put(one()));
      attempts.unwritten = undefined;
    } catch {
      // A full disk lets nobody guess on.
      attempts.unwritten = failedOnceMore(fingerprint, attempts.unwritten);
    }
  }

  function failedOnceMore(fingerprint: string, before: OpeningFailures | undefined): OpeningFailures {
    const failures = (before?.failures ?? 0) + 1;
    const beyond = failures - FAILED_OPENINGS_BEFORE_DELAY;
    const delayMs = beyond < 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** beyond, LONGEST_DELAY_MS);
    const failed_at_ms = clock.nowMs();
    return { fingerprint, failures, failed_at_ms, not_before_ms: failed_at_ms + delayMs };
  }

  return {
    /** What is older than a day; inside a transaction. */
    deleteOutlived: () => store.deleteBefore(clock.nowMs() - FORGOTTEN_AFTER_MS),

    /**
     * @throws rate_limited with `retry-after` while the certificate has to wait, where too many wait already, and to
     * whoever went away before its turn.
     */
    async run<T>(fingerprint: string, open: () => Promise<T>, asker: Waiting = STAYS): Promise<T> {
      const attempts = byFingerprint.get(fingerprint) ?? {
        unwritten: undefined,
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
        return attempt(fingerprint, attempts, open);
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
