import { describe, expect, test } from 'vitest';
import {
  readCopied,
  withCopied,
  withoutCopied,
  withoutCopiedThat,
} from '#records/reports/unreviewed-copied-lines.ts';

describe('withCopied', () => {
  test('keeps each line once, and what others keep beside them', () => {
    const once = withCopied({ own: 1 }, ['a', 'b']);
    const twice = withCopied(once, ['b', 'c']);
    expect(readCopied(twice)).toEqual(['a', 'b', 'c']);
    expect(twice).toMatchObject({ own: 1 });
  });

  test('leaves nothing behind with its last line', () => {
    expect(withoutCopied(withCopied({ own: 1 }, ['a']), 'a')).toEqual({ own: 1 });
  });

  test('lets go of many lines by one act', () => {
    const kept = withCopied({ own: 1 }, ['a', 'b']);
    expect(withoutCopiedThat(kept, () => true)).toEqual({ own: 1 });
    expect(withoutCopiedThat(kept, (line) => line === 'a')).toEqual({ own: 1, copied_words: ['b'] });
  });
});

describe('readCopied', () => {
  test('reads what is none as none', () => {
    expect(readCopied(null)).toEqual([]);
    expect(readCopied({ copied_words: ['a', 3, null] })).toEqual(['a']);
    expect(readCopied({ copied_words: 'a' })).toEqual([]);
  });
});
