import { describe, expect, test } from 'vitest';
import { createConnectionLimit } from '#server/imaging/dimse/connection-limit.ts';

describe('connection places', () => {
  function placesOf(max: number, perAddress: number) {
    const ended: string[] = [];
    const places = createConnectionLimit(max, perAddress);
    const take = (name: string, address: string) => places.take({ address, end: () => ended.push(name) });
    return { ended, take };
  }

  test('an address beyond its share ends its own oldest silent connection, and nobody else’s', () => {
    const { ended, take } = placesOf(4, 2);
    take('other', 'B');
    take('first', 'A');
    take('second', 'A');
    expect(take('third', 'A')).toBeDefined();
    expect(ended).toEqual(['first']);
  });

  test('an association is never ended for another connection', () => {
    const { ended, take } = placesOf(2, 2);
    take('one', 'A')?.keep();
    take('two', 'B')?.keep();
    expect(take('three', 'C')).toBeUndefined();
    expect(ended).toEqual([]);
  });

  test('a place that is left is free', () => {
    const { ended, take } = placesOf(1, 1);
    take('one', 'A')?.leave();
    expect(take('two', 'A')).toBeDefined();
    expect(ended).toEqual([]);
  });
});
