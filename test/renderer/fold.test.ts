import { describe, expect, test } from 'vitest';
import { fold, markMatches, matchesAll, wordsOf } from '#renderer/components/lists/fold.ts';

describe('fold', () => {
  test('case and diacritics do not matter', () => {
    expect(fold('KÁRPFALVI, Lőrinc')).toBe('karpfalvi, lorinc');
    expect(fold('Straße')).toBe('strasse');
  });
});

describe('matchesAll', () => {
  const words = wordsOf('Kastellan, Mirela CT chest');

  test('every wanted word begins some word', () => {
    expect(matchesAll(words, ['ka', 'ct'])).toBe(true);
    expect(matchesAll(words, ['ka', 'mr'])).toBe(false);
  });

  test('the middle of a word does not count', () => {
    expect(matchesAll(words, ['tellan'])).toBe(false);
  });
});

describe('markMatches', () => {
  test('marks beginnings, accents aside, and keeps the whole text', () => {
    const parts = markMatches('Kárpfalvi, Lőrinc', ['ka']);
    expect(parts[0]).toEqual({ text: 'Ká', marked: true });
    expect(parts.map(({ text }) => text).join('')).toBe('Kárpfalvi, Lőrinc');
  });

  test('a decomposed accent is never torn from its letter', () => {
    const decomposed = 'Ka\u0301rpfalvi';
    expect(markMatches(decomposed, ['ka'])[0]).toEqual({ text: 'Ka\u0301', marked: true });
  });
});
