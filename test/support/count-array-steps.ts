/**
 * Counts the elements that array methods go over or move while `work` runs. A count, and no clock, shows whether work
 * grows with the square of its input: an engine hides such loops inside these methods.
 */
const METHODS = ['unshift', 'shift', 'indexOf', 'includes', 'slice', 'splice', 'concat'] as const;

export function countArraySteps(work: () => unknown): number {
  let steps = 0;
  const kept = METHODS.map((name) => [name, Reflect.get(Array.prototype, name)] as const);
  for (const [name, method] of kept) {
    const counted = function (this: unknown[], ...given: unknown[]): unknown {
      steps += this.length;
      return Reflect.apply(method, this, given);
    };
    Object.defineProperty(Array.prototype, name, { value: counted, configurable: true, writable: true });
  }
  try {
    work();
  } finally {
    for (const [name, value] of kept)
      Object.defineProperty(Array.prototype, name, { value, configurable: true, writable: true });
  }
  return steps;
}
