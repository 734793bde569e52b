/**
 * Idle gate: filing and pictures wait until no request has arrived for a moment, so that they delay neither senders
 * nor people at work. No wait is endless: with a sender that never stops, the gate opens every few seconds.
 */

/** Between two objects of one association less than this passes. */
const MOMENT_MS = 200;

export interface IdleGate {
  /** Something arrives; what it returns is called once it has, or has broken off. Twice is as good as once. */
  readonly markBusy: () => () => void;
  /** Resolves when idle, at once where it is, and after `atMostMs` in any case. */
  readonly whenIdle: (atMostMs: number) => Promise<void>;
  /** Opens the gate for those waiting now, because the result is needed or the server stops. */
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
