import { describe, expect, test } from 'vitest';
import { highlightMatches } from '#renderer/components/lists/highlight-matches.ts';

describe('markMatches', () => {
  test('marks beginnings, accents aside, and keeps the whole text', () => {
    const parts = highlightMatches('Kárpfalvi, Lőrinc', ['ka']);
    expect(parts[0]).toEqual({ text: 'Ká', marked: true });
    expect(parts.map(({ text }) => text).join('')).toBe('Kárpfalvi, Lőrinc');
  });

  test('a decomposed accent is never torn from its letter', () => {
    const decomposed = 'Ka\u0301rpfalvi';
    expect(highlightMatches(decomposed, ['ka'])[0]).toEqual({ text: 'Ka\u0301', marked: true });
  });

  test('a soft hyphen parts no word', () => {
    const parts = highlightMatches('Lymph\u00adknoten links', ['lymphknoten']);
    expect(parts[0]).toEqual({ text: 'Lymph\u00adknoten', marked: true });
  });
});
