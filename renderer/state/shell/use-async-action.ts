import { useCallback, useRef, useState } from 'react';

interface Act {
  /** True while at least one action runs. */
  readonly busy: boolean;
  /** Error of the last action, or of the read that followed; cleared by the next try. */
  readonly error: unknown;
  readonly setError: (error: unknown) => void;
  /** Runs an action; never rejects. */
  readonly act: (work: () => Promise<unknown>) => Promise<void>;
}

/** React hook for actions outside a form. A form uses `useSubmit`, which sends its body once. */
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
