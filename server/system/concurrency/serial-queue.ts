/** Serial queue: runs work that must not overlap, one piece after another in order of the calls. */
export interface SerialQueue {
  /** Runs `work` after all earlier work has ended, successfully or not. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Resolves when all queued work has ended; never rejects. */
  readonly whenIdle: () => Promise<void>;
}

export function createSerialQueue(): SerialQueue {
  let before: Promise<void> = Promise.resolve();
  return {
    run(work) {
      const done = before.then(work);
      before = done.then(
        () => undefined,
        () => undefined,
      );
      return done;
    },
    whenIdle: () => before,
  };
}
