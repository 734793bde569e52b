/**
 * Which findings of the open gate could be read before a press. A finding counts from when it was painted, so one that
 * appears while the gate is open has its own time, and whatever was read before says nothing about it.
 */
import { useEffect, useRef } from 'react';

/**
 * Time a finding must have been on screen before a press signs over it, in milliseconds. A second press meant for
 * the first comes within half a second; a question cannot be read in less than one.
 */
const TO_READ_MS = 1_000;

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

/** React hook that times each finding shown; `shown` are their keys. */
export function useTimeToRead(shown: readonly string[]): TimeToRead {
  const opening = useRef<ReadonlySet<string>>(new Set(shown));
  const visited = useRef<ReadonlySet<string>>(new Set());
  const paintedAt = useRef<ReadonlyMap<string, number>>(new Map());
  const all = JSON.stringify(shown);
  useEffect(() => {
    const keys: readonly string[] = JSON.parse(all);
    // A finding that went away and comes again is new.
    const kept = (known: ReadonlySet<string>) => new Set(keys.filter((key) => known.has(key)));
    opening.current = kept(opening.current);
    visited.current = kept(visited.current);
    paintedAt.current = new Map([...paintedAt.current].filter(([key]) => keys.includes(key)));
    // The second frame begins once the first has been painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        const now = performance.now();
        paintedAt.current = new Map(keys.map((key) => [key, paintedAt.current.get(key) ?? now]));
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [all]);
  const wasRead = (key: string, press: Press): boolean => {
    const painted = paintedAt.current.get(key);
    return (
      visited.current.has(key) ||
      (press === 'button' && opening.current.has(key)) ||
      (painted !== undefined && performance.now() - painted >= TO_READ_MS)
    );
  };
  return {
    unread: (keys, press) => keys.filter((key) => !wasRead(key, press)),
    visit: () => {
      visited.current = new Set(paintedAt.current.keys());
    },
    isLate: (key) => !opening.current.has(key),
  };
}
