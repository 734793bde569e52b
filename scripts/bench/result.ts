/** One line of the benchmark's table, and the table as Markdown. */
export interface BenchResult {
  readonly what: string;
  readonly value: string;
  readonly atLeast: string;
  readonly aim: string;
  readonly met: boolean;
  /** The absolute figures behind a ratio; they depend on the machine and are kept for orientation only. */
  readonly behind: string;
}

export function toMarkdown(results: readonly BenchResult[]): string {
  const rows = results.map(
    (row) =>
      `| ${row.what} | ${row.value} | ${row.atLeast} | ${row.aim} | ${row.met ? 'yes' : '**no**'} | ${row.behind} |`,
  );
  return [
    '| what | measured | at least | aim | met | behind it |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

export function ratioResult(
  what: string,
  ratio: number,
  atLeast: number,
  aim: number,
  behind: string,
): BenchResult {
  return {
    what,
    value: `${ratio.toFixed(2)} ×`,
    atLeast: `${atLeast} ×`,
    aim: `${aim} ×`,
    met: ratio >= atLeast,
    behind,
  };
}

export function ceilingResult(
  what: string,
  value: number,
  ceiling: number,
  aim: number,
  unit: string,
  behind: string,
): BenchResult {
  const digits = value < 10 ? 2 : 0;
  return {
    what,
    value: `${value.toFixed(digits)} ${unit}`,
    atLeast: `≤ ${ceiling} ${unit}`,
    aim: `${aim} ${unit}`,
    met: value <= ceiling,
    behind,
  };
}
