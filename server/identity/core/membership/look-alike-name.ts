/**
 * A name as a reader sees it: which names would be taken for each other. No language is spelled right by this; it only
 * ever compares.
 */

/** Letters of other scripts and forms, by the Latin letter they are drawn like. After Unicode's UTS 39, without its rarities. */
const DRAWN_LIKE: Readonly<Record<string, string>> = {
  a: 'АаΑαꓮᎪᴀɑ',
  b: 'ВвЬьΒꓐᏴʙ',
  c: 'СсϹϲꓚᏟᴄ',
  d: 'ԀԁꓓᎠᴅ',
  e: 'ЕеΕεꓰᎬᴇ',
  f: 'ꓝϜ',
  g: 'ցꓖᏀɢɡ',
  h: 'НнҺһΗհꓧᎻʜ',
  i: 'ІіΙιꓲᎥɪıɩ',
  j: 'ЈјϳꓙᎫᴊȷ',
  k: 'КкΚκꓗᏦᴋ',
  l: 'ӀӏԼꓡᏞʟ',
  m: 'МмΜꓟᎷᴍ',
  n: 'ΝηոꓠɴՈ',
  o: 'ОоΟοσՕօꓳᴏ',
  p: 'РрΡρꓑᏢᴘ',
  q: 'Ԛԛզ',
  r: 'гꓣᎡʀ',
  s: 'ЅѕՏꓢᏚꜱ',
  t: 'ТтΤτꓔᎢᴛ',
  u: 'ՍսυꓴᴜՄ',
  v: 'νꓦᏙᴠ',
  w: 'ԜԝωꓪᎳᴡ',
  x: 'ХхΧχꓫ',
  y: 'УуҮүΥγꓬᎩʏ',
  z: 'ΖꓜᏃᴢ',
};
const LATIN = new Map(
  Object.entries(DRAWN_LIKE).flatMap(([latin, letters]) => [...letters].map((letter) => [letter, latin])),
);

/** Removes case, white space and invisible characters. */
function foldName(name: string): string {
  return name
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}\s]/gu, '');
}

/** Letters and digits as they look, without accents; empty for a name without letters and digits. */
function drawnName(name: string): string {
  const drawn = Array.from(name.normalize('NFKC'), (letter) => LATIN.get(letter) ?? letter).join('');
  return foldName(drawn)
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/[i1]/g, 'l')
    .replaceAll('0', 'o');
}

const LATIN_LETTER = /[a-z]/;
/** A letter that is in no list above. */
const OTHER_LETTER = /(?![a-z])\p{L}/u;

/** Tests whether two drawn names are alike; a letter of another script amid Latin ones counts as any Latin one. */
function isDrawnAlike(one: string, other: string): boolean {
  if (one === other) return one !== '';
  const [left, right] = [[...one], [...other]];
  if (left.length !== right.length) return false;
  const isAny = (name: string, letter: string, against: string) =>
    OTHER_LETTER.test(letter) && LATIN_LETTER.test(name) && LATIN_LETTER.test(against);
  return left.every((letter, at) => {
    const against = right[at] ?? '';
    return letter === against || isAny(one, letter, against) || isAny(other, against, letter);
  });
}

/** Tests whether a name looks like the given one to a reader, for example with `l` for `1`. */
export function looksLikeKey(given: string): (name: string) => boolean {
  const folded = foldName(given);
  const drawn = drawnName(given);
  return (name) => foldName(name) === folded || isDrawnAlike(drawnName(name), drawn);
}
