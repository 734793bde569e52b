import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findInText } from '#renderer/editor/find/find-in-text.ts';

const found = (text: string, query: string) =>
  findInText(text, query).map(({ from, to }) => text.slice(from, to));

describe('findInText', () => {
  test.each([
    ['Lymph\u00adknoten und Lymphknoten.', 'Lymphknoten', ['Lymph\u00adknoten', 'Lymphknoten']],
    ['Segment\u00a07.', 'Segment 7', ['Segment\u00a07']],
    ['Segment 7.', 'segment\u00a07', ['Segment 7']],
    ['4\u202fmm, 4\u2009mm, 4 mm', '4 mm', ['4\u202fmm', '4\u2009mm', '4 mm']],
    ['T2\u2011weighted', 't2-weighted', ['T2\u2011weighted']],
    ['pneu\u200bmonia', 'PNEUMONIA', ['pneu\u200bmonia']],
    ['4\u00a0\u00admm', '4 mm', ['4\u00a0\u00admm']],
    ['Re\u0301section, Résection', 'résection', ['Re\u0301section', 'Résection']],
    ['Résection', 're\u0301section', ['Résection']],
    ['Resection', 'résection', []],
    ['Pro\ufb01l, Profil', 'profil', ['Pro\ufb01l', 'Profil']],
    ['Pro\ufb01l', '\ufb01l', ['\ufb01l']],
    ['Sto\ufb00wechsel', 'stoff', ['Sto\ufb00']],
    ['o\u00ad\u0308dem und ödem', 'ödem', ['o\u00ad\u0308dem', 'ödem']],
    ['10\u200e mm \u2066x\u2069', '10 mm x', ['10\u200e mm \u2066x']],
    ['Mega\u180ecolon, Heart\ufe0f', 'heart', ['Heart\ufe0f']],
    ['５ mm', '5 mm', ['５ mm']],
    ['10² mm', '102 mm', []],
    ['İstanbul x', 'x', ['x']],
    ['aaa', 'aa', ['aa']],
    ['abc', '', []],
    ['abc', '\u00ad', []],
    ['Kein Befund.', 'Erguss', []],
  ])('in %j finds %j', (text, query, expected) => {
    expect(found(text, query)).toEqual(expected);
  });

  test.each([
    ['Rest of the chest, rest.', 'rest', { wholeWords: true }, ['Rest', 'rest']],
    ['Rest of the chest, rest.', 'rest', { matchCase: true }, ['rest']],
    ['Befund, Befunde', 'Befund', { wholeWords: true, matchCase: true }, ['Befund']],
    ['12 mm, 112 mm', '12', { wholeWords: true }, ['12']],
  ])('in %j finds %j as %j', (text, query, options, expected) => {
    expect(findInText(text, query, options).map(({ from, to }) => text.slice(from, to))).toEqual(expected);
  });

  test('whatever is put between its letters unseen, a word is found whole', () => {
    const unseen = fc.array(fc.constantFrom('\u00ad', '\u200b', '\u200d', '\u2060', ''), {
      minLength: 9,
      maxLength: 9,
    });
    fc.assert(
      fc.property(unseen, (between) => {
        const word = [...'Befund 12'].map((char, at) => char + (at < 8 ? between[at] : '')).join('');
        expect(found(`x ${word} y`, 'befund\u00a012')).toEqual([word]);
      }),
    );
  });
});
