// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { parseRoute, routeAddress } from '#renderer/state/shell/route-store.ts';

describe('parseRoute', () => {
  test('reads path and query of a hash', () => {
    expect(parseRoute('#/files/g1/root?node=n1')).toEqual({
      path: ['files', 'g1', 'root'],
      query: { node: 'n1' },
    });
  });

  test('an empty or broken hash is a place too', () => {
    expect(parseRoute('')).toEqual({ path: [], query: {} });
    expect(parseRoute('#/patients/%E0%A4%A')).toEqual({ path: ['patients', '%E0%A4%A'], query: {} });
  });

  test('an address reads back as what it was made of', () => {
    const address = routeAddress(['patients', 'a/b'], { tab: 'files' });
    expect(parseRoute(address)).toEqual({ path: ['patients', 'a/b'], query: { tab: 'files' } });
  });
});
