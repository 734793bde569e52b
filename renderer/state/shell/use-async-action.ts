import { useCallback, useRef, useState } from 'react';

interface Act {
  /** True while at least one act runs. */
  readonly busy: boolean;
  /** What the last act, or what the screen read for it, ran into; gone with the next try. */
  readonly error: unknown;
  readonly setError: (error: unknown) => void;
  /** Never rejects. */
  readonly act: (work: () => Promise<unknown>) => Promise<void>;
}

/** What a person does on a screen outside a form. A form's body is sent by `useSubmit`, which sends it once. */
export function useAsyncAction(): Act {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const running = useRef(0);
  const act = useCallback(async (work: () => Promise<unknown>) => {
    running.current += 1;
    setBusy(true);
    setError(undefined);
    try {
      await work();
    } catch (caught) {
      setError(caught);
    } finally {
      running.current -= 1;
      setBusy(running.current > 0);
    }
  }, []);
  return { busy, error, setError, act };
}
