/**
 * Polls for writes of other servers of the same vault, so that they are applied before the next request is checked.
 * Asks the database at most once per turn of the event loop; listeners apply the changes.
 * Source: clinic design, section 5.
 */

/** How long a foreign write may go unnoticed while no request arrives. */
const LOOK_EVERY_MS = 1_000;

/** The members of `SqlEngine` used here. */
interface Others {
  readonly foreignWrites: () => number;
  readonly pollForeignWrites: () => Promise<void> | undefined;
}

export interface ForeignWritePoller {
  /** Polls without blocking; undefined where there are no other servers. */
  readonly poll: () => Promise<void> | undefined;
  /**
   * Called before every request, in the turn in which the poll was answered.
   * @returns why the poll failed: reads would then miss foreign writes
   * @throws what a listener throws, again at each request until it no longer does
   */
  readonly refresh: () => unknown;
  /** `listener` applies foreign writes. Listeners run in the order they were added. */
  readonly onForeignWrites: (listener: () => void) => void;
  /** Starts automatic polling. */
  readonly start: (onFailure: (error: unknown) => void) => void;
  readonly close: () => void;
}

export function createForeignWritePoller({
  foreignWrites,
  pollForeignWrites: pollOnce,
}: Others): ForeignWritePoller {
  const listeners: (() => void)[] = [];
  let seen = 0;
  let timer: NodeJS.Timeout | undefined;
  let failure: string | undefined;

  function refresh(): unknown {
    let now: number;
    try {
      now = foreignWrites();
    } catch (error) {
      return error;
    }
    if (now === seen) return undefined;
    for (const listener of listeners) listener();
    seen = now;
    return undefined;
  }

  return {
    poll: pollOnce,
    refresh,
    onForeignWrites: (listener) => void listeners.push(listener),
    start(onFailure) {
      function look(): void {
        try {
          refresh();
          failure = undefined;
        } catch (error) {
          // Report the same failure once, not every second.
          const message = String(error);
          if (message !== failure) onFailure(error);
          failure = message;
        }
      }
      timer ??= setInterval(() => void pollOnce()?.then(look), LOOK_EVERY_MS).unref();
    },
    close: () => clearInterval(timer),
  };
}
