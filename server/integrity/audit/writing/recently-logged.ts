import type { Clock } from '#server/system/clock.ts';

/** Interval for persons, and for refused requests. */
const SAID_ONCE_MS = 60_000;
/** Interval for programs, which repeat the same reads for years. */
export const PROGRAM_LOGGED_ONCE_MS = 60 * 60 * 1000;
const REMEMBERED_MAX = 10_000;

/** Returns a function that is true for a text not seen within `onceMs`; asking marks the text as seen. */
export function createRecentlyLogged(clock: Clock, onceMs = SAID_ONCE_MS): (text: string) => boolean {
  const said = new Map<string, number>();
  return (text) => {
    const now = clock.nowMs();
    const before = said.get(text);
    if (before !== undefined && now - before < onceMs && now >= before) return false;
    if (said.size >= REMEMBERED_MAX) said.clear();
    said.set(text, now);
    return true;
  };
}
