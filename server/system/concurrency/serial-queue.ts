/** A mutex with a queue: runs work that must not overlap, one by one, in the order it was asked for. */
export interface SerialQueue {
  /** After everything asked for before has ended, well or not. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Resolves when what was asked for has ended; never rejects. */
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
