import type { RatePair } from './http-load.ts';
import { median, spreadWords } from './statistics.ts';

/** Row of the benchmark table. */
export interface BenchResult {
  readonly what: string;
  readonly value: string;
  readonly atLeast: string;
  readonly aim: string;
  readonly met: boolean;
  /** Absolute figures behind a ratio; they depend on the machine and are for orientation only. */
  readonly behind: string;
}

export function toRow(result: BenchResult): string {
  const { what, value, atLeast, aim, met, behind } = result;
  return `| ${what} | ${value} | ${atLeast} | ${aim} | ${met ? 'yes' : '**no**'} | ${behind} |`;
}

export function toMarkdown(results: readonly BenchResult[]): string {
  return [
    '| what | measured | at least | aim | met | behind it |',
    '|---|---|---|---|---|---|',
    ...results.map(toRow),
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

/** Median ratio of the pairs with spread, CPU time per request of both sides, and the baseline's rate. */
export function pairedResult(
  what: string,
  pairs: readonly RatePair[],
  atLeast: number,
  aim: number,
): BenchResult {
  const ratios = pairs.map(({ measured, yardstick }) => measured.perSecond / yardstick.perSecond);
  const rate = (side: keyof RatePair): number =>
    Math.round(median(pairs.map((pair) => pair[side].perSecond)));
  const cpu = (side: keyof RatePair): number => Math.round(median(pairs.map((pair) => pair[side].cpuMicros)));
  const cpuRatio = (cpu('yardstick') / Math.max(1, cpu('measured'))).toFixed(2);
  const behind = [
    `${spreadWords(ratios, 2, '×')} in ${pairs.length} pairs`,
    `${rate('measured')} / ${rate('yardstick')} per second`,
    `CPU ${cpu('measured')} / ${cpu('yardstick')} µs (${cpuRatio} ×)`,
  ].join('; ');
  return ratioResult(what, median(ratios), atLeast, aim, behind);
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
