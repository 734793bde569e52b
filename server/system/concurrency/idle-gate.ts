/**
 * Idle gate: delays filing and renditions until no request has arrived for a moment, so that they delay neither senders
 * nor people. With constant load it still opens every few seconds.
 */

/** Length of the quiet moment: longer than the pause between two objects of one association. */
const MOMENT_MS = 200;

export interface IdleGate {
  /** Call when data arrives; call the result when it is complete or failed. The result is idempotent. */
  readonly markBusy: () => () => void;
  /** Resolves when idle, and after `atMostMs` at the latest. */
  readonly whenIdle: (atMostMs: number) => Promise<void>;
  /** Opens the gate for present waiters, because the result is needed or the server stops. */
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
