/**
 * Several servers may serve one vault: what one of them changed, the others take in before they judge the next request.
 * That anybody else has written is asked once in a turn of the event loop. Knows nothing of what there is to take in.
 * Source: clinic design, section 5.
 */

/** How long what another server did may go unnoticed where nobody asks for anything. */
const LOOK_EVERY_MS = 1_000;

/** As `SqlEngine` has them. */
interface Others {
  readonly foreignWrites: () => number;
  readonly pollForeignWrites: () => Promise<void> | undefined;
}

export interface ForeignWritePoller {
  /** Asks, without holding anybody up; undefined where there is nobody to ask about. */
  readonly poll: () => Promise<void> | undefined;
  /**
   * Before every request, in the turn in which that was heard.
   * @returns why it could not be asked: whoever reads then would read what nobody has looked at
   * @throws what a listener throws, and again at each request until it no longer does
   */
  readonly refresh: () => unknown;
  /** `listener` takes in what others wrote; in the order they are given. */
  readonly onForeignWrites: (listener: () => void) => void;
  /** Looks by itself too, from here on. */
  readonly start: (onFailure: (error: unknown) => void) => void;
  readonly close: () => void;
}

export function createForeignWritePoller({
  foreignWrites,
  pollForeignWrites: hearOfOthers,
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
    poll: hearOfOthers,
    refresh,
    onForeignWrites: (listener) => void listeners.push(listener),
    start(onFailure) {
      function look(): void {
        try {
          refresh();
          failure = undefined;
        } catch (error) {
          // Said once, not every second.
          const message = String(error);
          if (message !== failure) onFailure(error);
          failure = message;
        }
      }
      timer ??= setInterval(() => void hearOfOthers()?.then(look), LOOK_EVERY_MS).unref();
    },
    close: () => clearInterval(timer),
  };
}
