/**
 * Unlock throttle: slows down guessing and bounds the number of waiting key derivations. Unlocks with one certificate
 * run one after the other. After the fifth failure in a row, each further one doubles the wait. Only a rejected secret
 * counts as a failure; the count survives restarts and is shared by all servers. A client that disconnects while
 * waiting costs nothing.
 * A guess at a person counts for the pair of certificate and person; a success clears only that pair. With a
 * certificate the person has not unlocked with, the guess also counts for the person over all such certificates, and
 * for the certificate over all such persons. No success clears these two. So an attacker cannot reset the count by
 * unlocking with their own secret, and cannot lock a person out of their everyday computer.
 * Source: choices, "Sessions and principals".
 */

import { VaultError } from '#contract/errors/vault-error.ts';
import type { PrincipalId } from '#contract/ids.ts';
import { FAILED_OPENINGS_BEFORE_DELAY } from '#contract/limits.ts';
import type { OpeningFailuresStore, UnlockFailures } from '#server/storage/cluster/unlock-failure-store.ts';
import type { CommitQueue } from '#server/storage/commit-queue.ts';
import type { Clock } from '#server/system/clock.ts';

const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 15 * 60 * 1_000;
/** Failures older than a day are deleted, because one guess a day is harmless. */
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1_000;
/** How long a certificate counts as known after a person unlocked with it. */
const KNOWN_FOR_MS = 400 * FORGOTTEN_AFTER_MS;
/** Unlocks that may wait behind the running one; a derivation takes up to a second. */
const WAITING_MAX = 16;
/** Key prefix of rows that record which person unlocked with which certificate. */
const KNOWN_PREFIX = 'opened ';

interface Attempts {
  /** Settles when the previous unlock has ended. */
  last: Promise<unknown>;
  readonly waiting: Set<Waiting>;
}

/** A client that waits for its unlock. */
interface Waiting {
  /** The connection is closed: the response would reach no one. */
  readonly isGone: () => boolean;
}

/**
 * The certificate used and the person the attempt is aimed at; null where the secret alone identifies its principal.
 */
export interface UnlockTarget {
  readonly fingerprint: string;
  readonly person: PrincipalId | null;
}

interface Asker<T> extends Waiting {
  /** The person whom the secret identified. */
  readonly openedBy: (opened: T) => UnlockTarget['person'];
}

const STAYS: Waiting = { isGone: () => false };

export type UnlockThrottle = ReturnType<typeof createUnlockThrottle>;

export interface UnlockThrottleDeps {
  readonly clock: Clock;
  readonly store: OpeningFailuresStore;
  readonly commits: Pick<CommitQueue, 'writeNow'>;
  /** True while the clock is so far past the newest recorded instant that it may be wrong. */
  readonly isClockDoubtful: () => boolean;
}

export function createUnlockThrottle({ clock, store, commits, isClockDoubtful }: UnlockThrottleDeps) {
  const byFingerprint = new Map<string, Attempts>();
  /** The running guess at each person: guesses from several certificates never run at once. */
  const byPerson = new Map<PrincipalId, Promise<unknown>>();
  /** Failures the database had no space for, kept in memory. */
  const unwritten = new Map<string, UnlockFailures>();

  const find = (key: string) => unwritten.get(key) ?? store.find(key);

  /** Keys that a failure counts for; a success clears only the first. */
  function keysOf({ fingerprint, person }: UnlockTarget): readonly [own: string, ...shared: string[]] {
    if (person === null) return [fingerprint];
    const pair = `${fingerprint} ${person}`;
    if (isKnown({ fingerprint, person })) return [pair];
    return [pair, `person ${person}`, `strangers ${fingerprint}`];
  }

  function isKnown({ fingerprint, person }: UnlockTarget): boolean {
    return store.find(knownKey(fingerprint, person)) !== undefined;
  }

  async function attempt<T>(
    aim: UnlockTarget,
    open: () => Promise<T>,
    openedBy: (opened: T) => UnlockTarget['person'],
  ): Promise<T> {
    const keys = keysOf(aim);
    const waitMs = Math.max(...keys.map((key) => waitOf(key)));
    if (waitMs > 0) {
      throw tooMany('Too many failed attempts', Math.ceil(waitMs / 1000));
    }
    try {
      const opened = await open();
      remember(aim, keys[0], openedBy(opened));
      return opened;
    } catch (error) {
      if (error instanceof VaultError && error.code === 'credential_rejected') keys.forEach(fail);
      throw error;
    }
  }

  /**
   * Milliseconds to wait. A wait longer than the maximum comes from a clock that was ahead, so it is counted from now.
   */
  function waitOf(key: string): number {
    const known = find(key);
    if (known === undefined) return 0;
    const now = clock.nowMs();
    if (known.not_before_ms - now <= LONGEST_DELAY_MS) return known.not_before_ms - now;
    const delayMs = delayAfter(known.failures);
    const again = { ...known, failed_at_ms: now, not_before_ms: now + delayMs };
    try {
      commits.writeNow(() => store.put(again));
      unwritten.delete(key);
    } catch {
      unwritten.set(key, again);
    }
    return delayMs;
  }

  function inTurn<T>({ fingerprint, person }: UnlockTarget, judge: () => Promise<T>): Promise<T> {
    if (person === null || isKnown({ fingerprint, person })) return judge();
    const judged = (byPerson.get(person) ?? Promise.resolve()).then(judge);
    const ended = judged
      .catch(() => undefined)
      .finally(() => {
        if (byPerson.get(person) === ended) byPerson.delete(person);
      });
    byPerson.set(person, ended);
    return judged;
  }

  /** Records the success; the unlock succeeds even when the disk has no space for it. */
  function remember({ fingerprint }: UnlockTarget, own: string, person: UnlockTarget['person']): void {
    const now = clock.nowMs();
    unwritten.delete(own);
    const known = person === null ? undefined : knownKey(fingerprint, person);
    // Written at most once a day, so that an ordinary unlock costs no write.
    const isFresh =
      known === undefined || (store.find(known)?.failed_at_ms ?? 0) > now + KNOWN_FOR_MS - FORGOTTEN_AFTER_MS;
    if (isFresh && store.find(own) === undefined) return;
    try {
      commits.writeNow(() => {
        store.delete(own);
        if (!isFresh)
          store.put({ fingerprint: known, failures: 0, not_before_ms: 0, failed_at_ms: now + KNOWN_FOR_MS });
      });
    } catch {
      // The count stays; the next success or one day clears it.
    }
  }

  /** Counts inside the transaction, because the same certificate may be guessing at another server. */
  function fail(key: string): void {
    try {
      commits.writeNow(() => store.put(failedOnceMore(key, find(key))));
      unwritten.delete(key);
    } catch {
      // Counted in memory: a full disk must not allow more guesses.
      unwritten.set(key, failedOnceMore(key, unwritten.get(key)));
    }
  }

  function failedOnceMore(fingerprint: string, before: UnlockFailures | undefined): UnlockFailures {
    const failures = (before?.failures ?? 0) + 1;
    const failed_at_ms = clock.nowMs();
    return { fingerprint, failures, failed_at_ms, not_before_ms: failed_at_ms + delayAfter(failures) };
  }

  return {
    /** True when the person has unlocked with the certificate before. */
    isKnown,

    /** Deletes records older than a day, inside a transaction. Known certificates stay while the clock may be wrong. */
    deleteOutlived: () => {
      if (isClockDoubtful()) store.postpone(KNOWN_PREFIX, clock.nowMs() + KNOWN_FOR_MS);
      store.deleteBefore(clock.nowMs() - FORGOTTEN_AFTER_MS);
    },

    /**
     * Runs an unlock in its turn. @throws rate_limited with `retry-after` during a wait, behind too many waiting
     * clients, and for a client that disconnected.
     */
    async run<T>(
      aim: UnlockTarget,
      open: () => Promise<T>,
      { isGone, openedBy = () => aim.person }: Partial<Asker<T>> = {},
    ): Promise<T> {
      const asker: Waiting = isGone === undefined ? STAYS : { isGone };
      const { fingerprint } = aim;
      const attempts = byFingerprint.get(fingerprint) ?? { last: Promise.resolve(), waiting: new Set() };
      byFingerprint.set(fingerprint, attempts);
      const present = [...attempts.waiting].filter((each) => !each.isGone());
      if (present.length > WAITING_MAX) throw tooMany('Too many people are waiting to unlock', 1);
      const place = { ...asker };
      attempts.waiting.add(place);
      const result = attempts.last.then(() => {
        if (asker.isGone()) throw tooMany('The connection was closed before its turn came', 1);
        return inTurn(aim, () => attempt(aim, open, openedBy));
      });
      attempts.last = result.catch(() => undefined).finally(() => attempts.waiting.delete(place));
      return result;
    },
  };
}

function delayAfter(failures: number): number {
  const beyond = failures - FAILED_OPENINGS_BEFORE_DELAY;
  return beyond < 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** beyond, LONGEST_DELAY_MS);
}

function knownKey(fingerprint: string, person: UnlockTarget['person']): string {
  return `${KNOWN_PREFIX}${fingerprint} ${person}`;
}

function tooMany(why: string, seconds: number): VaultError {
  return new VaultError(
    'rate_limited',
    `${why}. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { headers: { 'retry-after': String(seconds) } },
  );
}
