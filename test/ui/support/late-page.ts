/**
 * A busy machine, made on purpose: what a page puts off (timers, frames, React's own turns, answers) comes late,
 * while keys and presses come at once, as browsers order them. What a key then does wrong, it does wrong on a busy
 * machine by chance.
 */

export interface Lateness {
  /** Milliseconds a timer or a frame comes later. */
  readonly timers: number;
  /** The same of React's turns: what is shown first, its effects in the next one. */
  readonly turns?: number;
  /** The same of answers of the vault. */
  readonly answers?: number;
  /** Each by chance, short ones more often; otherwise all by that much. */
  readonly byChance?: boolean;
}

/** Runs in the page: `page.evaluate(beLate, …)`, or `page.addInitScript(beLate, …)` from its start. */
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
  // React goes on within a turn until five milliseconds have passed: here they always have.
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
