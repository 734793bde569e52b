/**
 * Unlock throttle: slows down guessing, and bounds the number of waiting key derivations. Unlocks with one certificate run one after
 * the other. From the fifth failure in a row each further one waits twice as long. Only a rejected secret counts as
 * a failure; the count survives restarts and is shared by all servers of the vault. A client that disconnects while
 * waiting costs nothing.
 *
 * A guess at a person counts for the pair of certificate and person, and a success clears that pair alone. Behind a
 * certificate that person has not unlocked with, it also counts for the person over all such certificates, and for
 * the certificate over all such persons; no success clears these two. So an attacker cannot reset the count by
 * unlocking with their own secret, and cannot lock a person out of the computer they use every day.
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
/** Nobody guesses far at one try a day. */
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1_000;
/** Since a person opened with a certificate last. */
const KNOWN_FOR_MS = 400 * FORGOTTEN_AFTER_MS;
/** Behind the one being checked; a derivation takes up to a second. */
const WAITING_MAX = 16;
/** Of rows that say who opened with which certificate. */
const KNOWN_PREFIX = 'opened ';

interface Attempts {
  /** Settles when the opening before has ended. */
  last: Promise<unknown>;
  readonly waiting: Set<Waiting>;
}

/** Who asks for an opening. */
interface Waiting {
  /** The connection is closed: the response would reach no one. */
  readonly isGone: () => boolean;
}

/**
 * Who unlocks and at whom the attempt is aimed: a person of the vault, or none where the secret alone identifies its
 * principal.
 */
export interface Aim {
  readonly fingerprint: string;
  readonly person: PrincipalId | null;
}

interface Asker<T> extends Waiting {
  /** Whom the secret turned out to be of. */
  readonly openedBy: (opened: T) => Aim['person'];
}

const STAYS: Waiting = { isGone: () => false };

export type UnlockThrottle = ReturnType<typeof createUnlockThrottle>;

export interface OpeningLimiterDeps {
  readonly clock: Clock;
  readonly store: OpeningFailuresStore;
  readonly commits: Pick<CommitQueue, 'writeNow'>;
  /** The clock is so far ahead of what the vault knows to have been that it may be wrong. */
  readonly isClockDoubtful: () => boolean;
}

export function createUnlockThrottle({ clock, store, commits, isClockDoubtful }: OpeningLimiterDeps) {
  const byFingerprint = new Map<string, Attempts>();
  /**
   * Resolves when the last guess at the person has been checked: those of several certificates are never checked at
   * once.
   */
  const byPerson = new Map<PrincipalId, Promise<unknown>>();
  /** What the database had no room for. */
  const unwritten = new Map<string, UnlockFailures>();

  const find = (key: string) => unwritten.get(key) ?? store.find(key);

  /** What a failure counts for; the first is forgiven by a success. */
  function keysOf({ fingerprint, person }: Aim): readonly [own: string, ...shared: string[]] {
    if (person === null) return [fingerprint];
    const pair = `${fingerprint} ${person}`;
    if (isKnown({ fingerprint, person })) return [pair];
    return [pair, `person ${person}`, `strangers ${fingerprint}`];
  }

  function isKnown({ fingerprint, person }: Aim): boolean {
    return store.find(knownKey(fingerprint, person)) !== undefined;
  }

  async function attempt<T>(
    aim: Aim,
    open: () => Promise<T>,
    openedBy: (opened: T) => Aim['person'],
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

  /** Longer than any wait is one of a clock that was ahead then: it is counted from now. */
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

  function inTurn<T>({ fingerprint, person }: Aim, judge: () => Promise<T>): Promise<T> {
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

  /** An unlock succeeds even when there is no room for this record. */
  function remember({ fingerprint }: Aim, own: string, person: Aim['person']): void {
    const now = clock.nowMs();
    unwritten.delete(own);
    const known = person === null ? undefined : knownKey(fingerprint, person);
    // Once a day is enough, and costs an ordinary opening no write.
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
      // It is forgiven at the next success, or in a day.
    }
  }

  /** Counted inside the transaction: the same certificate may be guessing at another server. */
  function fail(key: string): void {
    try {
      commits.writeNow(() => store.put(failedOnceMore(key, find(key))));
      unwritten.delete(key);
    } catch {
      // A full disk must not allow more guesses.
      unwritten.set(key, failedOnceMore(key, unwritten.get(key)));
    }
  }

  function failedOnceMore(fingerprint: string, before: UnlockFailures | undefined): UnlockFailures {
    const failures = (before?.failures ?? 0) + 1;
    const failed_at_ms = clock.nowMs();
    return { fingerprint, failures, failed_at_ms, not_before_ms: failed_at_ms + delayAfter(failures) };
  }

  return {
    /** Whether the person has opened with the certificate before. */
    isKnown,

    /** What is older than a day; inside a transaction. Who opened with what is kept where the clock may be wrong. */
    deleteOutlived: () => {
      if (isClockDoubtful()) store.postpone(KNOWN_PREFIX, clock.nowMs() + KNOWN_FOR_MS);
      store.deleteBefore(clock.nowMs() - FORGOTTEN_AFTER_MS);
    },

    /**
     * @throws rate_limited with `retry-after` while the aim has to wait, where too many wait already, and for a
     * client that disconnected before its turn.
     */
    async run<T>(
      aim: Aim,
      open: () => Promise<T>,
      { isGone, openedBy = () => aim.person }: Partial<Asker<T>> = {},
    ): Promise<T> {
      const asker: Waiting = isGone === undefined ? STAYS : { isGone };
      const { fingerprint } = aim;
      const attempts = byFingerprint.get(fingerprint) ?? { last: Promise.resolve(), waiting: new Set() };
      byFingerprint.set(fingerprint, attempts);
      const present = [...attempts.waiting].filter((each) => !each.isGone());
      if (present.length > WAITING_MAX) throw tooMany('Too many are waiting to unlock', 1);
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

function knownKey(fingerprint: string, person: Aim['person']): string {
  return `${KNOWN_PREFIX}${fingerprint} ${person}`;
}

function tooMany(why: string, seconds: number): VaultError {
  return new VaultError(
    'rate_limited',
    `${why}. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { headers: { 'retry-after': String(seconds) } },
  );
}
