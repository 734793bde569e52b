import { expect, test } from 'vitest';
import { SecondChanceCache } from '#crypto/keys/second-chance-cache.ts';

function cacheOf(max: number, sizeOf?: (value: string) => number) {
  const letGo: string[] = [];
  const onLetGo = (value: string) => void letGo.push(value);
  const cache = new SecondChanceCache<string, string>(max, { onLetGo, ...(sizeOf ? { sizeOf } : {}) });
  const keep = (...keys: readonly string[]) => {
    for (const key of keys) cache.set(key, key);
  };
  return { cache, letGo, keep };
}

test('of the oldest those go that nobody used since', () => {
  const { cache, letGo, keep } = cacheOf(3);
  keep('a', 'b', 'c');
  expect(cache.get('a')).toBe('a');
  keep('d');
  expect(letGo).toEqual(['b']);
  // The entry has used its second chance.
  keep('e', 'f');
  expect(letGo).toEqual(['b', 'c', 'a']);
  expect([...cache.values()]).toEqual(['d', 'e', 'f']);
});

test('where all were used the oldest goes, and never the one that comes', () => {
  const { cache, letGo, keep } = cacheOf(3);
  keep('a', 'b', 'c');
  for (const key of ['c', 'b', 'a']) cache.get(key);
  keep('d');
  expect(letGo).toEqual(['a']);
  expect([...cache.values()].sort()).toEqual(['b', 'c', 'd']);
});

test('counts by size; what is larger than everything may be is not kept, and pushes nothing out', () => {
  const { cache, letGo, keep } = cacheOf(5, ({ length }) => length);
  keep('aa', 'bb', 'ccc');
  expect(letGo).toEqual(['aa']);
  keep('dddddd');
  expect(letGo).toEqual(['aa', 'dddddd']);
  expect(cache.has('bb')).toBe(true);
  cache.delete('ccc');
  keep('eee');
  expect([...cache.values()]).toEqual(['bb', 'eee']);
  cache.clear();
  keep('fffff');
  expect([...cache.values()]).toEqual(['fffff']);
});

test('what is replaced or deleted is told; nothing is told of what was not there', () => {
  const { cache, letGo } = cacheOf(2);
  cache.set('a', 'first');
  cache.set('a', 'second');
  cache.delete('a');
  cache.delete('a');
  expect(letGo).toEqual(['first', 'second']);
  expect(cache.get('a')).toBeUndefined();
});
