/** Which names read as another: what a program may not be called where a person has the name. */
import { describe, expect, test } from 'vitest';
import { looksLikeKey } from '#server/identity/core/membership/look-alike-name.ts';

describe('reads as «Dr A. Roe»', () => {
  test.each([
    ['another case', 'DR a. rOE'],
    ['other spaces, and none', 'Dr\u2003A.\u00a0Roe'],
    ['no spaces', 'DrA.Roe'],
    ['a blank that is a letter of Braille', 'Dr\u2800A. Roe'],
    ['fillers of Hangul', 'Dr A.\u3164\u115fRoe'],
    ['letters and marks of no width', 'D\u200br\u2060 A\u00ad. R\ufe0foe\u034f'],
    ['signs of direction', '\u202eDr A. Roe\u202c'],
    ['tags', 'Dr A. Roe\u{e0041}'],
    ['full width', 'Ｄｒ Ａ．Ｒｏｅ'],
    ['mathematical letters', '𝐃𝐫 𝖠. 𝓡𝓸𝓮'],
    ['letters in circles', 'Ⓓⓡ Ⓐ. Ⓡⓞⓔ'],
    ['Cyrillic', 'Dr А. Rое'],
    ['Greek', 'Dr Α. Rοe'],
    ['Armenian', 'Dr A. Rօe'],
    ['Cherokee', 'Ꭰr Ꭺ. Ꭱoe'],
    ['a letter of Cherokee no list has', 'Dr A. Ꮢoe'],
    ['a letter of Coptic', 'Dr A. Rⲟe'],
    ['Lisu', 'ꓓr ꓮ. ꓣoe'],
    ['small capitals', 'Dʀ A. Rᴏᴇ'],
    ['digits', 'Dr A. R0e'],
    ['other stops', 'Dr A· Roe'],
    ['an accent', 'Dr A. Roé'],
    ['a mark behind it', 'Dr A. Roe .'],
  ])('%s', (_, name) => {
    expect(looksLikeKey('Dr A. Roe')(name)).toBe(true);
    expect(looksLikeKey(name)('Dr A. Roe')).toBe(true);
  });
});

describe('reads otherwise', () => {
  test.each([
    ['Dr A. Roe', 'Dr B. Roe'],
    ['Dr A. Roe', 'Dr A. Rose'],
    ['Dr A. Roe', 'Roe export'],
    ['Ηλίας', 'Helias'],
    ['王伟', '王芳'],
    ['Ольга', 'Олег'],
    ['Dr Ольга', 'Dr Олег'],
    ['Dr Ли', 'Dr Ян'],
    ['µCT export', 'Dr A. Roe'],
    ['–', '—'],
  ])('«%s» is not «%s»', (one, other) => {
    expect(looksLikeKey(one)(other)).toBe(false);
  });
});

test.each(['Dr A. Roe', 'ΗΛΙΑΣ', 'straße', '王伟', '–', 'Ольга'])(
  '«%s» reads as itself in another case',
  (name) => {
    expect(looksLikeKey(name)(name.toUpperCase())).toBe(true);
    expect(looksLikeKey(name)(name.toLowerCase())).toBe(true);
  },
);
