import { describe, expect, test } from 'vitest';
import { assertDistinctName } from '#server/identity/core/membership/distinct-names.ts';

const NOBODY = { list: () => [] } as unknown as Parameters<typeof assertDistinctName>[0];

describe('a new name', () => {
  test.each([
    ['an override', 'sdk', '\u202EeoR .A rD\u202C', /^name: .*direction/],
    ['an embedding', 'person', 'Dr \u202BA. Roe\u202C', /^display_name: .*direction/],
    ['an isolate', 'sdk', 'Dr \u2067A. Roe\u2069', /^name: .*direction/],
  ] as const)('with %s of direction is refused', (_, kind, name, message) => {
    expect(() => assertDistinctName(NOBODY, kind, name)).toThrow(
      expect.objectContaining({ code: 'invalid_request', message: expect.stringMatching(message) }),
    );
  });

  test('of a script that runs from right to left is taken, with the marks its keyboards write', () => {
    for (const name of ['\u05D3\u05F4\u05E8 \u05DB\u05D4\u05DF', '\u062F. \u0633\u0627\u0645\u064A\u200F'])
      expect(() => assertDistinctName(NOBODY, 'person', name)).not.toThrow();
  });
});
