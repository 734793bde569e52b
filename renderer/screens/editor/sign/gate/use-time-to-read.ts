import { useEffect, useRef, useState } from 'react';

/**
 * Time the questions must have been on screen before the sign key signs over them, in milliseconds. A second
 * press meant for the first comes within half a second; a question cannot be read in less than one.
 */
const TO_READ_MS = 1_000;

interface TimeToRead {
  /** Runs the act of a key, unless the questions were not on screen long enough to be read. */
  readonly ifRead: (act: () => Promise<void>) => void;
  /** True after a key that was too early, while a question is open. */
  readonly isEarly: boolean;
  /** Called when the person goes to a question, which counts as reading. */
  readonly visit: () => void;
}

/** React hook that holds the keys of signing back until the open questions could be read. */
export function useTimeToRead(hasQuestions: boolean): TimeToRead {
  const [wasEarly, setEarly] = useState(false);
  const shownAt = useRef<number>(undefined);
  const isVisited = useRef(false);
  useEffect(() => {
    if (!hasQuestions) return;
    // The second frame begins once the first has been painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        shownAt.current = performance.now();
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      shownAt.current = undefined;
    };
  }, [hasQuestions]);
  const couldRead = () =>
    isVisited.current || (shownAt.current !== undefined && performance.now() - shownAt.current >= TO_READ_MS);
  return {
    ifRead: (act) => {
      const isEarly = hasQuestions && !couldRead();
      setEarly(isEarly);
      if (!isEarly) void act();
    },
    isEarly: wasEarly && hasQuestions,
    visit: () => {
      isVisited.current = true;
      setEarly(false);
    },
  };
}
