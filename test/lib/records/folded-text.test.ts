import { describe, expect, test } from 'vitest';
import { foldText, matchesAll, wordsOf } from '#records/folded-text.ts';

describe('foldText', () => {
  test('case and diacritics do not matter', () => {
    expect(foldText('KÁRPFALVI, Lőrinc')).toBe('karpfalvi, lorinc');
    expect(foldText('Straße')).toBe('strasse');
  });

  test('letters that carry their mark inside fold as well', () => {
    expect(foldText('Þórður Łukasz Œuvre Ħal ΣΊΣΥΦΟΣ')).toBe('thordur lukasz oeuvre hal σισυφοσ');
  });

  test('ligatures and wide letters are their plain ones', () => {
    expect(foldText('ﬁbula ＡＢ')).toBe('fibula ab');
  });
});

test('what nobody sees parts no word, and any space parts two', () => {
  expect(wordsOf('Lymph\u00adknoten pneu\u200bmonia Heart\ufe0f')).toEqual([
    'lymphknoten',
    'pneumonia',
    'heart',
  ]);
  expect(wordsOf('Segment\u00a07 4\u202fmm 5\u2009cm')).toEqual(['segment', '7', '4', 'mm', '5', 'cm']);
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
