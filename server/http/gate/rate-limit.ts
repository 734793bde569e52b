/**
 * Limits requests per second and certificate, counted in whole seconds. Source: choices, "Transport and client
 * certificates".
 */
import { VaultError } from '#contract/errors/vault-error.ts';
import type { Clock } from '#server/system/clock.ts';

const WINDOW_MS = 1000;
/** Number of counted certificates above which all counters are reset, to bound memory. */
const KEPT_COUNTERS = 1000;

interface Counter {
  windowStartMs: number;
  count: number;
}

/** Creates the counter. @param perSecond undefined disables the limit. The returned function throws rate_limited. */
export function createRateLimit(perSecond: number | undefined, clock: Clock): (fingerprint: string) => void {
  const counters = new Map<string, Counter>();

  function counterOf(fingerprint: string, nowMs: number): Counter {
    let counter = counters.get(fingerprint);
    if (!counter) {
      if (counters.size >= KEPT_COUNTERS) counters.clear();
      counter = { windowStartMs: nowMs, count: 0 };
      counters.set(fingerprint, counter);
    }
    return counter;
  }

  return function countRequest(fingerprint) {
    if (perSecond === undefined) return;
    const nowMs = clock.nowMs();
    const counter = counterOf(fingerprint, nowMs);
    if (Math.abs(nowMs - counter.windowStartMs) >= WINDOW_MS) {
      counter.windowStartMs = nowMs;
      counter.count = 0;
    }
    counter.count += 1;
    if (counter.count <= perSecond) return;
    throw new VaultError(
      'rate_limited',
      'Too many requests with this certificate. Wait, then send fewer at a time.',
      {
        headers: { 'retry-after': '1' },
      },
    );
  };
}
