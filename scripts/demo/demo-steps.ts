/** Runs the demo's steps one after the other and keeps a row for each. */

type Row = readonly [name: string, result: string, ms: string];

export interface Steps {
  readonly steps: Row[];
  /** Runs `work`, which gives a value and a line for the table. @throws Error naming the step that failed. */
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
