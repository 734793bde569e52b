/**
 * Which findings of the open gate could be read before a press. A finding counts from when its row came into sight, so
 * one that appears while the gate is open, or stands further down, has its own time.
 */
import { useEffect, useRef } from 'react';

/**
 * Time a finding must have been on screen before a press signs over it, in milliseconds. A second press meant for
 * the first comes within half a second; a question cannot be read in less than one.
 */
const TO_READ_MS = 1_000;
/** Part of a row that must be in sight. */
const IN_SIGHT_SHARE = 0.6;

/** The way of a press. The pointer takes its way past what the gate opened with, a key does not. */
export type Press = 'key' | 'button';

interface TimeToRead {
  /** Returns those of the findings that were not on screen long enough before a press. */
  readonly unread: (keys: readonly string[], press: Press) => string[];
  /** Called when the person goes to a finding: those shown then count as read. */
  readonly visit: () => void;
  /** Returns true for a finding that appeared after the gate had opened. */
  readonly isLate: (key: string) => boolean;
}

/** React hook that times each finding shown; `shown` are their keys, which their rows have in `data-finding`. */
export function useTimeToRead(shown: readonly string[]): TimeToRead {
  const opening = useRef<ReadonlySet<string>>(new Set(shown));
  const visited = useRef<ReadonlySet<string>>(new Set());
  const seenSince = useRef(new Map<string, number>());
  /** Findings whose rows are out of sight in the list. */
  const hidden = useRef(new Set<string>());
  const all = JSON.stringify(shown);
  useEffect(() => {
    const keys: readonly string[] = JSON.parse(all);
    // A finding that went away and comes again is new.
    const kept = (known: ReadonlySet<string>) => new Set(keys.filter((key) => known.has(key)));
    opening.current = kept(opening.current);
    visited.current = kept(visited.current);
    for (const key of seenSince.current.keys()) if (!keys.includes(key)) seenSince.current.delete(key);
    hidden.current.clear();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const key = target.getAttribute('data-finding') ?? '';
          const since = seenSince.current.get(key);
          if (isIntersecting) {
            hidden.current.delete(key);
            if (since === undefined) seenSince.current.set(key, performance.now());
          } else {
            hidden.current.add(key);
            if (since !== undefined && performance.now() - since < TO_READ_MS) seenSince.current.delete(key);
          }
        }
      },
      { threshold: IN_SIGHT_SHARE },
    );
    for (const row of document.querySelectorAll('[data-finding]')) observer.observe(row);
    return () => observer.disconnect();
  }, [all]);
  const wasRead = (key: string, press: Press): boolean => {
    const since = seenSince.current.get(key);
    return (
      visited.current.has(key) ||
      (press === 'button' && opening.current.has(key) && !hidden.current.has(key)) ||
      (since !== undefined && performance.now() - since >= TO_READ_MS)
    );
  };
  return {
    unread: (keys, press) => keys.filter((key) => !wasRead(key, press)),
    visit: () => {
      visited.current = new Set(seenSince.current.keys());
    },
    isLate: (key) => !opening.current.has(key),
  };
}
