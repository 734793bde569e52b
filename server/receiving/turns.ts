/** One piece of work after the other, in the order in which they were asked for. */
export function createTurns() {
  let before: Promise<unknown> = Promise.resolve();
  return {
    take<T>(work: () => Promise<T>): Promise<T> {
      const done = before.then(work);
      before = done.catch(() => undefined);
      return done;
    },
  };
}
