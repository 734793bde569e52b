/**
 * A lull in what comes in: work that can wait, filing and pictures, waits until nothing arrives for a moment, so that
 * whoever sends and whoever works here are not kept waiting by it. Nobody waits for ever: a sender that never stops
 * leaves a turn every few seconds.
 */

/** Between two objects of one association less than this passes. */
const MOMENT_MS = 200;

export interface IdleGate {
  /** Something arrives; what it returns is called once it has, or has broken off. Twice is as good as once. */
  readonly markBusy: () => () => void;
  /** Resolves in the next lull, at once where there is one, and after `atMostMs` in any case. */
  readonly whenIdle: (atMostMs: number) => Promise<void>;
  /** Who waits now goes on now: somebody asks for the result, or it is the end. */
  readonly releaseAll: () => void;
}

export function createIdleGate(): IdleGate {
  const waiting = new Set<() => void>();
  let arriving = 0;
  let isCalm = true;
  let timer: NodeJS.Timeout | undefined;

  function hurry(): void {
    for (const go of waiting) go();
  }

  function leave(): void {
    arriving -= 1;
    if (arriving > 0) return;
    timer = setTimeout(() => {
      isCalm = true;
      hurry();
    }, MOMENT_MS);
    timer.unref();
  }

  return {
    markBusy() {
      arriving += 1;
      isCalm = false;
      clearTimeout(timer);
      let isIn = true;
      return () => {
        if (isIn) leave();
        isIn = false;
      };
    },
    whenIdle(atMostMs) {
      if (isCalm) return Promise.resolve();
      return new Promise((resolve) => {
        const go = () => {
          clearTimeout(latest);
          waiting.delete(go);
          resolve();
        };
        const latest = setTimeout(go, atMostMs);
        waiting.add(go);
      });
    },
    releaseAll: hurry,
  };
}
