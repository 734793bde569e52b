/** Runs a bounded part of a lane in `npm test`. A failure quotes the findings, not only their number. */
import { expect, type TestContext } from 'vitest';
import type { Lane } from '#lanes/runner/lane.ts';

/** Largest number of quoted findings. */
const TOLD_MAX = 20;

/**
 * Fails if the lane finds anything; on an error or time-out it quotes the last output.
 * @returns what ran, in the lane's words
 */
export async function runLane(lane: Lane, times: number, context: TestContext): Promise<string> {
  let said = 'nothing';
  const say = (text: string) => {
    said = text;
  };
  context.onTestFailed(() => console.error(`The lane said last: ${said}`));
  const { found, ran, skipped } = await lane.run(times, say, context.signal);
  if (skipped !== undefined) context.skip(skipped);
  expectNothing(found);
  return ran;
}

export function expectNothing(found: readonly string[]): void {
  const more = found.length > TOLD_MAX ? [`and ${found.length - TOLD_MAX} more`] : [];
  expect(found.length, ['what did not hold:', ...found.slice(0, TOLD_MAX), ...more].join('\n')).toBe(0);
}
