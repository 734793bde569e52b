import type { Clock } from '#server/system/clock.ts';

/** Of a person, and of whatever is refused. */
const SAID_ONCE_MS = 60_000;
/** Of a program, which reads the same again and again for years. */
export const PROGRAM_LOGGED_ONCE_MS = 60 * 60 * 1000;
const REMEMBERED_MAX = 10_000;

/** Tells whether a text is new: whoever asks has said it, and within a minute, or as long as is said, it is not new again. */
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
