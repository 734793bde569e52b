import { describe, expect, test } from 'vitest';
import { sideOfTitle, titleWithSide } from '#report/checks/laterality/title-laterality.ts';

describe('titleWithSide', () => {
  test.each([
    ['MR knee left', 'right', 'right', 'MR knee right'],
    ['Left-sided MR knee', 'right', 'right', 'Right-sided MR knee'],
    ['MR Kniegelenk links', 'right', 'rechts', 'MR Kniegelenk rechts'],
    ['MR linkes Kniegelenk', 'right', 'rechts', 'MR rechtes Kniegelenk'],
    ['MR KNEE RT', 'left', 'left', 'MR KNEE LT'],
    ['Röntgen Hand li.', 'right', 'rechts', 'Röntgen Hand re.'],
    ['IRM rein gauche', 'right', 'droit', 'IRM rein droit'],
    ['RM rodilla derecha', 'left', 'izquierda', 'RM rodilla izquierda'],
    ['RM joelho esquerdo', 'right', 'direita', 'RM joelho direito'],
    ['MR knee', 'left', 'left', 'MR knee, left'],
    ['MR knee, left', 'none', '', 'MR knee'],
    ['MR knee left', 'both', 'both sides', 'MR knee, both sides'],
    ['MR knee bilateral', 'left', 'left', 'MR knee, left'],
    ['MR knee left', 'left', 'left', 'MR knee left'],
  ] as const)('%s to %s', (title, side, word, expected) => {
    const changed = titleWithSide(title, side, word);
    expect(changed).toBe(expected);
    expect(sideOfTitle(changed)).toBe(side);
  });
});
