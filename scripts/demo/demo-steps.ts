/** Runs the demo's steps in order and records a row for each. */

type Row = readonly [name: string, result: string, ms: string];

export interface Steps {
  readonly steps: Row[];
  /** Runs `work`, which returns a value and text for the table. @throws Error naming the failed step. */
  readonly step: <T>(name: string, work: () => Promise<readonly [value: T, line: string]>) => Promise<T>;
}

export function createSteps(): Steps {
  const steps: Row[] = [];
  return {
    steps,
    step: async (name, work) => {
      const startedAt = performance.now();
      try {
        const [value, line] = await work();
        steps.push([name, line, String(Math.round(performance.now() - startedAt))]);
        return value;
      } catch (error) {
        throw new Error(`The demo stopped at «${name}».`, { cause: error });
      }
    },
  };
}
