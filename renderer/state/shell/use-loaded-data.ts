import { useCallback, useEffect, useState } from 'react';

export interface Loaded<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly reload: () => void;
}

/**
 * React hook that loads data when a screen is shown, and again on demand. Uses the newest `load` each time.
 */
export function useLoaded<Data>(load: () => Promise<Data>): Loaded<Data> {
  const [data, setData] = useState<Data>();
  const [error, setError] = useState<unknown>();
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn decides, not the function's identity
  useEffect(() => {
    let wanted = true;
    load()
      .then((found) => {
        if (!wanted) return;
        setData(found);
        setError(undefined);
      })
      .catch((caught: unknown) => {
        if (wanted) setError(caught);
      });
    return () => {
      wanted = false;
    };
  }, [turn]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  return { data, error, reload };
}
