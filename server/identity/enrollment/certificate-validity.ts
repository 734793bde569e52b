/**
 * Computes start and expiry of certificates so that a clock once far ahead shuts no vault. Certificates issued then are
 * valid now too. They expire too late, and are renewed once the clock is right.
 */
import type { Clock } from '#server/system/clock.ts';
import { BACKDATE_MS } from './certificate-authority.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * Beyond this gap since the newest recorded instant, either the vault was unused or the clock is wrong: then
 * certificates start early.
 */
const DOUBTFUL_AFTER_MS = 400 * DAY_MS;
/** The earliest date a vault can have been created. */
const FIRST_VAULT_MS = Date.UTC(2025, 0, 1);
/** Date of this program: a correct clock shows no earlier day. Used where the vault has recorded no later one. */
const PROGRAM_MS = Date.UTC(2026, 10, 27);
/**
 * Some systems refuse server certificates valid for longer. Source: Apple, "Requirements for trusted certificates in
 * iOS 13 and macOS 10.15".
 */
const SERVER_LEAF_MAX_MS = 825 * DAY_MS;
/** Corrections of the clock smaller than this renew nothing. */
const SLACK_MS = 30 * DAY_MS;

export interface IssueInstants {
  /** True while the clock is so far past the newest recorded instant that it may be wrong. */
  readonly isClockDoubtful: () => boolean;
  /**
   * Start of a leaf: five minutes before the newest recorded instant, or before now if that is earlier, because the
   * clock may be ahead.
   */
  readonly leafNotBeforeMs: () => number;
  /** Expiry of a server leaf. @param wantedMs desired lifetime; the result is capped. */
  readonly serverLeafEndsMs: (wantedMs: number) => number;
  /** Start of a new CA. @param predecessorMs start of the previous CA. */
  readonly caNotBeforeMs: (predecessorMs?: number) => number;
  /** True when not valid yet, or valid for longer than `days` from now: made while the clock was wrong. */
  readonly isOfAnotherClock: (
    validity: { readonly fromMs: number; readonly toMs: number },
    days: number,
  ) => boolean;
}

/**
 * Creates the functions over this clock.
 * @param lastKnownMs newest instant the vault has recorded; undefined before the first.
 */
export function createIssueInstants(clock: Clock, lastKnownMs: number | undefined): IssueInstants {
  const knownMs = lastKnownMs ?? PROGRAM_MS;
  const isClockDoubtful = () => clock.nowMs() - knownMs > DOUBTFUL_AFTER_MS;
  const leafNotBeforeMs = () => Math.min(knownMs, clock.nowMs()) - BACKDATE_MS;
  return {
    isClockDoubtful,
    leafNotBeforeMs,
    serverLeafEndsMs: (wantedMs) =>
      isClockDoubtful() ? wantedMs : Math.min(wantedMs, leafNotBeforeMs() + SERVER_LEAF_MAX_MS),
    caNotBeforeMs: (predecessorMs = FIRST_VAULT_MS) => Math.min(predecessorMs, clock.nowMs() - BACKDATE_MS),
    isOfAnotherClock: ({ fromMs, toMs }, days) =>
      fromMs > clock.nowMs() || toMs - clock.nowMs() > days * DAY_MS + SLACK_MS,
  };
}
