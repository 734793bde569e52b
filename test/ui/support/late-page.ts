/**
 * Simulates a busy machine: timers, frames, React's turns and responses are delayed while keys arrive at once.
 * Reveals races that a busy machine causes by chance.
 */

export interface Lateness {
  /** Delay of timers and frames in milliseconds. */
  readonly timers: number;
  /** Delay of React's turns: shown content first, its effects in the next turn. */
  readonly turns?: number;
  /** Delay of the vault's responses. */
  readonly answers?: number;
  /** True for random delays, shorter ones more often. */
  readonly byChance?: boolean;
}

/** Runs in the page: `page.evaluate(beLate, …)`, or from its start `page.addInitScript(beLate, …)`. */
export function beLate({ timers, turns = 0, answers = 0, byChance = false }: Lateness): void {
  const late = (most: number) => (byChance ? Math.random() ** 2 * most : most);
  const { setTimeout: after, fetch: ask } = window;
  const { postMessage } = MessagePort.prototype;
  window.setTimeout = ((act: () => void, delay = 0) => after(act, delay + late(timers))) as typeof setTimeout;
  window.requestAnimationFrame = (act) => after(() => act(performance.now()), late(timers));
  window.cancelAnimationFrame = (id) => clearTimeout(id);
  if (answers > 0)
    window.fetch = async (...request) => {
      const answer = await ask(...request);
      await new Promise((resolve) => after(resolve, late(answers)));
      return answer;
    };
  if (turns === 0) return;
  // React yields after five milliseconds; this clock makes it always yield.
  const now = performance.now.bind(performance);
  let passed = 0;
  performance.now = () => {
    passed += 6;
    return now() + passed;
  };
  MessagePort.prototype.postMessage = function later(message: unknown) {
    after(() => postMessage.call(this, message), late(turns));
  };
}
