import { describe, expect, test } from 'vitest';
import { lateralityMismatches } from '#report/checks/laterality/laterality-checks.ts';
import { findLateralityTerms, type Side } from '#report/checks/laterality/laterality-terms.ts';

const said = (text: string) =>
  findLateralityTerms(text).map(({ sides, start, end }) => [text.slice(start, end), sides.join('+')]);

const set = (...sides: Side[]) => new Set(sides);

describe('words that say a side', () => {
  test('English and German, in reading order, each where it stands', () => {
    expect(
      said('Right lung, left-sided effusion, bilateral nodes; linke Niere, rechts basal, beidseits'),
    ).toEqual([
      ['Right', 'right'],
      ['left-sided', 'left'],
      ['bilateral', 'left+right'],
      ['linke', 'left'],
      ['rechts', 'right'],
      ['beidseits', 'left+right'],
    ]);
  });

  test('French, Spanish and Portuguese', () => {
    expect(
      said('Rein gauche, épaule droite, riñón izquierdo, mamas derechas, joelho esquerdo, ambos'),
    ).toEqual([
      ['gauche', 'left'],
      ['droite', 'right'],
      ['izquierdo', 'left'],
      ['derechas', 'right'],
      ['esquerdo', 'left'],
      ['ambos', 'left+right'],
    ]);
  });

  test('lobes by their letters in French, Spanish and Portuguese', () => {
    expect(said('Nodule du LSD, LSG et LID; LIG libre')).toEqual([
      ['LSD', 'right'],
      ['LSG', 'left'],
      ['LID', 'right'],
      ['LIG', 'left'],
    ]);
    expect(said('Nódulo en LSI, LII, LSD; nódulo no LSE e LIE, LID')).toEqual([
      ['LSI', 'left'],
      ['LII', 'left'],
      ['LSD', 'right'],
      ['LSE', 'left'],
      ['LIE', 'left'],
      ['LID', 'right'],
    ]);
    expect(said('UPPER LID NORMAL. LESIONS LIE IN THE LIVER. ALSDF, LSD2')).toEqual([]);
  });

  test.each([
    ['Bandscheibenvorfall linksmediolateral', 'linksmediolateral', 'left'],
    ['rechtsforaminale Protrusion', 'rechtsforaminale', 'right'],
    ['linkstemporaler Infarkt', 'linkstemporaler', 'left'],
    ['rechtskonvexe Skoliose', 'rechtskonvexe', 'right'],
    ['Infarkt linkshirnig', 'linkshirnig', 'left'],
    ['Infiltrat rechtsbasal', 'rechtsbasal', 'right'],
    ['linksbetonte Ergüsse', 'linksbetonte', 'left'],
    ['Beschwerden linksseitig', 'linksseitig', 'left'],
    ['Pleuraerguss r., 2 cm', 'r.', 'right'],
    ['Zyste der Niere l.', 'l.', 'left'],
  ])('%j says a side with %j', (text, word, side) => {
    expect(said(text)).toEqual([[word, side]]);
  });

  test('words that only begin like one do not count', () => {
    expect(said('The leftover was brightened; Rechtsanwalt, linkisch, Re')).toEqual([]);
    expect(said('Rechtsherzbelastung, linksventrikuläre Hypertrophie, rechtshändig')).toEqual([]);
    expect(said('rechtsmedizinisch, rechtsläufig, ca. 2 l. Ascites')).toEqual([]);
  });
});

describe('contradictions of sides', () => {
  const agreed = { title: set('left'), whole: set('left'), findings: set('left'), impression: set('left') };

  test('the same side everywhere, or none, is none', () => {
    expect(lateralityMismatches(agreed)).toEqual([]);
    expect(lateralityMismatches({ ...agreed, impression: set() })).toEqual([]);
    expect(lateralityMismatches({ ...agreed, title: set(), findings: null })).toEqual([]);
  });

  test('the impression against title and findings, once each', () => {
    expect(
      lateralityMismatches({ ...agreed, whole: set('left', 'right'), impression: set('right') }),
    ).toEqual([
      { side: 'left', part: 'title', against: 'impression' },
      { side: 'right', part: 'impression', against: 'findings' },
    ]);
  });

  test('a title against the whole text is told once', () => {
    expect(
      lateralityMismatches({
        title: set('left'),
        whole: set('right'),
        findings: set('right'),
        impression: set('right'),
      }),
    ).toEqual([{ side: 'left', part: 'title', against: 'text' }]);
  });
});
