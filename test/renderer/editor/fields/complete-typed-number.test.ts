import { describe, expect, test } from 'vitest';
import { normaliseNumber } from '#renderer/editor/fields/complete-typed-number.ts';

describe('tidyNumber', () => {
  test.each([
    ['80', 'mL', '', '80\u00A0mL'],
    ['80 mL', 'mL', ' of contrast', '80\u00A0mL'],
    ['.6', 'cm', '', '0.6\u00A0cm'],
    [',6', null, '', '0,6'],
    ['1,5', 'cm', '', '1,5\u00A0cm'],
    ['−3', null, '', '−3'],
    ['12', 'mm', ' mm in diameter', '12'],
    ['62,5', 'deg', '°', '62,5'],
    ['62,5°', 'deg', '', '62,5\u00A0°'],
    ['12 mm', 'mm', ' mm', '12'],
    [' 7 ', null, '', '7'],
  ])('%j with unit %j before %j reads %j', (text, unit, after, expected) => {
    expect(normaliseNumber(text, unit, after)).toBe(expected);
  });

  test.each([['about ten'], ['12 cm'], ['3 to 4'], ['']])(
    '%j is left for the sign gate to ask about',
    (text) => {
      expect(normaliseNumber(text, 'mm', '')).toBe(text);
    },
  );

  test('tidying twice changes nothing more', () => {
    const once = normaliseNumber('.25', 'cm', '');
    expect(normaliseNumber(once, 'cm', '')).toBe(once);
  });
});
