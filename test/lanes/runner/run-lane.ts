/** The slice of a lane that `npm test` runs: whatever it finds stands in the failure's words, not only how much. */
import { expect, type TestContext } from 'vitest';
import type { Lane } from '#lanes/runner/lane.ts';

/** Some of a flood are enough to see what it is. */
const TOLD_MAX = 20;

/**
 * Fails where the lane finds anything; one that fails, or whose time is over, tells what it had said last.
 * @returns what really ran, in the lane's words
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
