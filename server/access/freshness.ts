/**
 * Several servers may serve one vault: what one of them changed, the others take in before they judge the next request.
 * That anybody else has written is asked once in a turn of the event loop. Knows nothing of what there is to take in.
 * Source: clinic design, section 5.
 */

/** How long what another server did may go unnoticed where nobody asks for anything. */
const LOOK_EVERY_MS = 1_000;

export interface Freshness {
  /** Before every request. @throws what a listener throws, and again at each request until it no longer does */
  readonly refresh: () => void;
  /** `listener` takes in what others wrote; in the order they are given. */
  readonly onForeignWrites: (listener: () => void) => void;
  /** Looks by itself too, from here on. */
  readonly start: (onFailure: (error: unknown) => void) => void;
  readonly close: () => void;
}

/** `foreignWrites`: as `SqlEngine` has it. */
export function createFreshness(foreignWrites: () => number): Freshness {
  const listeners: (() => void)[] = [];
  let seen = 0;
  let timer: NodeJS.Timeout | undefined;
  let failure: string | undefined;

  function ask(): number {
    try {
      return foreignWrites();
    } catch {
      // The database is away. Who needs it is told so there; a lock needs none.
      return seen;
    }
  }

  function refresh(): void {
    const now = ask();
    if (now === seen) return;
    for (const listener of listeners) listener();
    seen = now;
  }

  return {
    refresh,
    onForeignWrites: (listener) => void listeners.push(listener),
    start(onFailure) {
      timer ??= setInterval(() => {
        try {
          refresh();
          failure = undefined;
        } catch (error) {
          // Said once, not every second.
          const message = String(error);
          if (message !== failure) onFailure(error);
          failure = message;
        }
      }, LOOK_EVERY_MS).unref();
    },
    close: () => clearInterval(timer),
  };
}
