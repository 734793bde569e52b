import { describe, expect, test } from 'vitest';
import { pseudoText, pseudoTexts } from '#renderer/messages/fetched/pseudo.ts';

describe('pseudoText', () => {
  test('has accents and brackets', () => {
    expect(pseudoText('Lock')).toBe('[Ļóçķéé]');
  });

  test.each(['Cancel', 'Search exams', 'The vault did not answer while it was fetched.'])(
    '%s becomes a third longer, not twice as long',
    (text) => {
      const { length } = pseudoText(text).slice(1, -1);
      expect(length).toBeGreaterThanOrEqual(text.length * 1.35);
      expect(length).toBeLessThan(text.length * 1.35 + 8);
    },
  );

  test('values, tags and nested texts stay as they are', () => {
    const text = pseudoText('{{count}} files of <strong>{{name}}</strong>, $t(common.none)');
    for (const kept of ['{{count}}', '<strong>', '{{name}}', '</strong>', '$t(common.none)'])
      expect(text).toContain(kept);
    expect(text).not.toContain('files');
  });
});

describe('pseudoTexts', () => {
  test('keeps every key', () => {
    expect(pseudoTexts({ a: 'x', b: { c_one: 'y' } })).toEqual({ a: '[xé]', b: { c_one: '[ýé]' } });
  });
});
