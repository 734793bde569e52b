import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createFairTurns } from '#server/system/concurrency/fair-scheduler.ts';

/** Counts pieces of work on a fake clock; only they take time. */
function countedTurns() {
  let at = 0;
  const order: string[] = [];
  const turns = createFairTurns(() => at);
  const work = (name: string) => () => {
    order.push(name);
    at += 1000;
  };
  return { turns, work, order };
}

async function idle(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn();
}

describe('createFairTurns', () => {
  test('begins one long piece a turn, and the others in the turns behind it', async () => {
    const { turns, work, order } = countedTurns();
    for (let n = 0; n < 4; n += 1) turns.begin('hostile', work(`hostile ${n}`));
    expect(order).toEqual(['hostile 0']);
    await nextTurn();
    expect(order).toEqual(['hostile 0', 'hostile 1']);
    await idle(4);
    expect(order).toHaveLength(4);
  });

  test('who asks for the first time waits for one piece of work of another, however much waits', async () => {
    const { turns, work, order } = countedTurns();
    for (let n = 0; n < 16; n += 1) turns.begin('hostile', work('hostile'));
    turns.begin('other', work('other'));
    await idle(3);
    expect(order.indexOf('other')).toBe(1);
  });

  test('short pieces begin at once, all in one turn', () => {
    const order: number[] = [];
    const turns = createFairTurns(() => 0);
    for (let n = 0; n < 60; n += 1) turns.begin('one', () => order.push(n));
    expect(order).toHaveLength(60);
  });

  test('of one key sixty-four are in flight; the next begins when one is done', async () => {
    const order: number[] = [];
    const turns = createFairTurns(() => 0);
    for (let n = 0; n < 66; n += 1) turns.begin('one', () => order.push(n));
    turns.begin('other', () => order.push(-1));
    await idle(3);
    expect(order).toHaveLength(65);
    turns.done('one');
    await idle(3);
    expect(order.at(-1)).toBe(64);
  });

  test('steps of work that has begun share the turns with the work of others', async () => {
    const { turns, work, order } = countedTurns();
    async function steps(key: string, count: number): Promise<void> {
      for (let step = 0; step < count; step += 1) {
        await turns.giveWay(key);
        work(key)();
      }
    }
    const all = Promise.all([...Array.from({ length: 4 }, () => steps('hostile', 3)), steps('other', 3)]);
    await all;
    const last = order.lastIndexOf('other');
    // Three of the other's, and one of the hostile's before each.
    expect(last).toBeLessThanOrEqual(6);
    expect(order).toHaveLength(15);
  });

  test('refuses what one key lets pile up beyond any ordinary use, and nobody else', () => {
    const { turns, work } = countedTurns();
    const beginMany = (count: number) => {
      for (let n = 0; n < count; n += 1) turns.begin('hostile', work('hostile'));
    };
    beginMany(1025);
    expect(() => beginMany(1)).toThrow(expect.objectContaining({ code: 'rate_limited' }));
    expect(() => turns.begin('other', work('other'))).not.toThrow();
  });
});
