import { expect, test } from 'vitest';
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
