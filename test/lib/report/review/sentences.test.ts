import { describe, expect, test } from 'vitest';
import { sentencesOf } from '#report/review/sentences.ts';

test.each([
  ['One. Two! Three', ['One.', 'Two!', 'Three']],
  ['Nodule of ___ mm (Prior: 18 mm). Effusion.', ['Nodule of ___ mm (Prior: 18 mm).', 'Effusion.']],
  ['Cyst. ___ mm wide.', ['Cyst.', '___ mm wide.']],
  [
    'Zyste (max. Größe. Siehe Bild) ca. 5 mm. Milz normal.',
    ['Zyste (max. Größe. Siehe Bild) ca. 5 mm.', 'Milz normal.'],
  ],
  ['Max. Durchmesser 5 mm.', ['Max. Durchmesser 5 mm.']],
  ['Wie am 10. Februar. Neu.', ['Wie am 10. Februar.', 'Neu.']],
  ['Measures 1.5 cm', ['Measures 1.5 cm']],
  ['  ', []],
])('%j is %j', (line, expected) => {
  const sentences = sentencesOf(line);
  expect(sentences.map(({ text }) => text)).toEqual(expected);
  for (const { from, to, text } of sentences) expect(line.slice(from, to).trim()).toBe(text);
});

describe('a sentence is not cut in two', () => {
  test.each([
    'Fraktur der 5. Rippe, ___ mm.',
    'Der 3. Ventrikel ist ___ mm weit.',
    'Fraktur der 4. und 5. Rippe links, ___ mm.',
    'Kein V. a. Rezidiv bei Narbe von ___ mm.',
    'Z. n. Nephrektomie, Narbe ___ mm.',
    'Z.n. Nephrektomie, Narbe ___ mm.',
    'Bei M. Crohn Wand von ___ mm.',
    'Ruptur des Lig. Talofibulare, ___ mm.',
    'Verlauf der A. carotis, ___ mm.',
    'Zyste, z. B. Echinokokkus, ___ mm.',
    'Zyste, v. a. Parenchym, von ___ mm.',
    'Narbe vs. Rezidiv, ___ mm.',
    'Gesehen von Prof. Dr. Stand, ___ mm.',
    'Nodule, approx. ___ mm.',
    'Wie am 10. 2. 2026, ___ mm.',
    '1. Rundherd von ___ mm.',
    '3. Ventrikel ___ mm.',
  ])('%j', (line) => {
    expect(sentencesOf(line)).toMatchObject([{ text: line, isSure: true }]);
  });

  test.each([
    'Herd segm. Arterie ___ mm.',
    'Milz o. B. Niere ___ mm.',
    'Zysten etc. Milz ___ mm.',
    'Zyste unklarer Art. Milz ___ mm.',
    'Hepatitis A. Milz ___ mm.',
    'Läsion 3. Milz ___ mm.',
    'Zyste von ___ mm.Milz normal.',
    'Zyste von ___ mm. 3 Rundherde links.',
    'Zyste von ___ mm. – Milz normal.',
    'Zyste von ___ mm. milz normal.',
  ])('%j, and it says that this is not certain', (line) => {
    expect(sentencesOf(line)).toMatchObject([{ text: line, isSure: false }]);
  });

  test.each([
    ['Nodule of ___ mm; effusion of 12 mm', ['Nodule of ___ mm;', 'effusion of 12 mm']],
    ['BI-RADS 4. Milz normal.', ['BI-RADS 4.', 'Milz normal.']],
    ['Since 2025. Spleen normal.', ['Since 2025.', 'Spleen normal.']],
    ['Level L4/5. Spleen normal.', ['Level L4/5.', 'Spleen normal.']],
  ])('%j is %j for certain', (line, expected) => {
    expect(sentencesOf(line)).toMatchObject(expected.map((text) => ({ text, isSure: true })));
  });

  test.each([
    ['Milz mit kl. Herd von ___ mm.', ['Milz mit kl.', 'Herd von ___ mm.']],
    ['Milz mit rundl. Herd von ___ mm.', ['Milz mit rundl.', 'Herd von ___ mm.']],
    ['Geringgr. Stenose von ___ %.', ['Geringgr.', 'Stenose von ___ %.']],
    ['Nodule subsegmental. ___ mm wide.', ['Nodule subsegmental.', '___ mm wide.']],
  ])('%j may be one, and neither of %j is certain', (line, expected) => {
    expect(sentencesOf(line)).toMatchObject(expected.map((text) => ({ text, isSure: false })));
  });
});
