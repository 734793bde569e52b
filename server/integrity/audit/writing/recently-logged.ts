import type { Clock } from '#server/system/clock.ts';

const SAID_ONCE_MS = 60_000;
const REMEMBERED_MAX = 10_000;

/** Tells whether a text is new: whoever asks has said it, and within a minute it is not new again. */
export function createRecentlyLogged(clock: Clock): (text: string) => boolean {
  const said = new Map<string, number>();
  return (text) => {
    const now = clock.nowMs();
    const before = said.get(text);
    if (before !== undefined && now - before < SAID_ONCE_MS && now >= before) return false;
    if (said.size >= REMEMBERED_MAX) said.clear();
    said.set(text, now);
    return true;
  };
}
