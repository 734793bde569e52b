/**
 * From when on a certificate is valid, so that a clock that was once far ahead shuts no vault: what was issued then is
 * valid now, too. What was issued under such a clock ends too late, and is renewed once the clock is right.
 */
import type { Clock } from '#server/system/clock.ts';
import { BACKDATE_MS } from './certificate-authority.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A vault that nobody opened for longer is one of a drawer, or the clock is wrong: both are served by an early start. */
const DOUBTFUL_AFTER_MS = 400 * DAY_MS;
/** No vault is older. */
const FIRST_VAULT_MS = Date.UTC(2025, 0, 1);
/** This program was written then: a clock that is right shows no earlier day, and a vault that knows no later one goes by it. */
const PROGRAM_MS = Date.UTC(2026, 10, 27);
/** Some systems refuse servers whose certificate is valid for longer. Source: Apple, "Requirements for trusted certificates in iOS 13 and macOS 10.15". */
const SERVER_LEAF_MAX_MS = 825 * DAY_MS;
/** Clocks set right by less than this renew nothing. */
const SLACK_MS = 30 * DAY_MS;

export interface IssueInstants {
  /** The clock is so far ahead of what the vault knows to have been that it may be wrong. */
  readonly isClockDoubtful: () => boolean;
  /** From the last day that is known: also where the clock is ahead by less than makes it doubtful. */
  readonly leafNotBeforeMs: () => number;
  /** @param wantedMs as long as it should last. */
  readonly serverLeafEndsMs: (wantedMs: number) => number;
  /** @param predecessorMs from when on the CA before it is valid. */
  readonly caNotBeforeMs: (predecessorMs?: number) => number;
  /** Not valid yet, or valid for longer than `days` from now: made under another clock. */
  readonly isOfAnotherClock: (
    validity: { readonly fromMs: number; readonly toMs: number },
    days: number,
  ) => boolean;
}

/** @param lastKnownMs newest instant the vault has recorded; undefined before the first. */
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
