import { describe, expect, test } from 'vitest';
import { answeredOfThen, checkCopied, copiedParts } from '#report/checks/prior/copied-text-checks.ts';

const parts = (whole: string) => ({ title: '', whole, written: whole, findings: null, impression: null });

describe('checkCopied', () => {
  const copied = ['Nodule in the left upper lobe.', 'No effusion.'];

  test('counts the lines that stand as they were copied, and goes to the first', () => {
    const text = 'Findings\nNodule in the left upper lobe.\nNo effusion.';
    expect(checkCopied(parts(text), copied)).toEqual([
      {
        code: 'copied_not_looked',
        severity: 'block',
        params: { count: '2', label: 'Nodule in the left upper lobe.', word: '' },
        target: { kind: 'words', text: 'Nodule in the left upper lobe.', nth: 0, within: null },
      },
    ]);
  });

  test('a cell of a table counts as a line', () => {
    const text = 'Findings\nLiver\n\tNo effusion.\nSpleen';
    expect(checkCopied(parts(text), copied)).toMatchObject([
      { params: { count: '1', label: 'No effusion.' } },
    ]);
  });

  test('a line that was changed, or is gone, is a person’s own', () => {
    const text = 'Findings\nNodule in the left upper lobe, smaller.';
    expect(checkCopied(parts(text), copied)).toEqual([]);
    expect(checkCopied(parts(text), [])).toEqual([]);
  });
});

describe('copied text that speaks of the prior’s day', () => {
  test.each([
    ['No effusion today.', 'today'],
    ['Heute kein Erguss.', 'Heute'],
    ['Aktuell kein Hinweis auf eine Blutung.', 'Aktuell'],
    ['Pas d’épanchement aujourd’hui.', 'aujourd’hui'],
    ['Hoy sin derrame.', 'Hoy'],
    ['Hoje sem derrame.', 'Hoje'],
    ['Unchanged since 3 May 2025.', 'Unchanged'],
    ['Cyst stable since 3 May 2025.', 'stable'],
    ['Größenkonstant seit 03.05.2025.', 'Größenkonstant'],
    ['Stable depuis le 3 mai 2025.', 'Stable'],
    ['Estable desde mayo de 2025.', 'Estable'],
    ['Sin derrame desde mayo de 2025.', 'desde'],
    ['Pas de nodule depuis le 3 mai.', 'depuis'],
    ['New nodule in the left lung.', 'New'],
    ['Smaller compared with 2024.', 'compared with'],
  ])('%j is asked about because of %j', (line, word) => {
    expect(copiedParts(line)).toEqual([line]);
    expect(checkCopied(parts(line), [line])).toMatchObject([
      { code: 'copied_of_then', severity: 'block', params: { count: '1', label: line, word } },
    ]);
  });

  test('a word that only contains one is none', () => {
    for (const line of ['Pneumothorax.', 'Renewed knowledge.', 'Neuroforamen frei.', 'Stable fracture.'])
      expect(checkCopied(parts(line), copiedParts(line))).toMatchObject([{ code: 'copied_not_looked' }]);
  });

  test('is asked about by its sentence, whatever is changed beside it', () => {
    const line = 'No effusion today. Heart of normal size.';
    expect(copiedParts(line)).toEqual(['No effusion today.', 'Heart of normal size.']);
    expect(checkCopied(parts('No effusion today. Heart large.'), copiedParts(line))).toMatchObject([
      { code: 'copied_of_then', params: { count: '1', label: 'No effusion today.' } },
    ]);
    expect(checkCopied(parts('Effusion today. Heart large.'), copiedParts(line))).toEqual([]);
  });

  test('a comparison is still asked about once the value beside it is filled in', () => {
    const line = 'Nodule of ___ mm (Prior: 18 mm), unchanged since 3 May 2025.';
    expect(copiedParts(line)).toEqual(['unchanged since 3 May 2025.']);
    const filled = 'Nodule of 25 mm (Prior: 18 mm), unchanged since 3 May 2025.';
    expect(checkCopied(parts(filled), copiedParts(line))).toMatchObject([{ code: 'copied_of_then' }]);
    const grown = 'Nodule of 25 mm (Prior: 18 mm), larger.';
    expect(checkCopied(parts(grown), copiedParts(line))).toEqual([]);
  });

  test('today beside a value is answered by filling it in', () => {
    const line = 'Nodule today of ___ mm (Prior: 18 mm).';
    expect(checkCopied(parts(line), copiedParts(line))).toMatchObject([{ code: 'copied_of_then' }]);
    expect(checkCopied(parts('Nodule today of 25 mm (Prior: 18 mm).'), copiedParts(line))).toEqual([]);
  });

  test.each([
    ['Nodule ___ mm (Prior: 8 mm) (unchanged).', '(unchanged)', 'Nodule 15 mm (Prior: 8 mm) (unchanged).'],
    [
      'Herd ___ mm (Vorbefund: 8 mm) (unverändert).',
      '(unverändert)',
      'Herd 15 mm (Vorbefund: 8 mm) (unverändert).',
    ],
    ['New nodule of ___ mm (Prior: 8 mm)', 'New nodule of', 'New nodule of 9 mm (Prior: 8 mm)'],
    ['Nodule of ___ mm (previously 6 mm).', '(previously 6 mm)', 'Nodule of 9 mm (previously 6 mm).'],
    [
      'Nodule nouveau de ___ mm (Antérieur: 8 mm)',
      'Nodule nouveau de',
      'Nodule nouveau de 9 mm (Antérieur: 8 mm)',
    ],
  ])('of %j %j is asked about, though the value is filled in', (line, part, filled) => {
    expect(copiedParts(line)).toEqual([part]);
    expect(checkCopied(parts(filled), copiedParts(line))).toMatchObject([
      { code: 'copied_of_then', params: { label: part } },
    ]);
  });

  test('each sentence is shown, with its place', () => {
    const copied = ['No effusion today.', 'Cyst stable.', 'Normal liver.', 'Normal spleen.'];
    expect(
      checkCopied(parts('No effusion today. Cyst stable.\nNormal liver.\nNormal spleen.'), copied),
    ).toMatchObject([
      { code: 'copied_of_then', params: { count: '1', label: 'No effusion today.' } },
      { code: 'copied_of_then', params: { count: '1', label: 'Cyst stable.' } },
      { code: 'copied_not_looked', params: { count: '2', label: 'Normal liver.' } },
    ]);
  });

  test('a person answers only for what was shown and is in the text at that moment', () => {
    const copied = ['No effusion today.', 'Cyst stable.', 'Normal liver.'];
    const shown = checkCopied(parts('No effusion today. Cyst stable.\nNormal liver.'), copied);
    expect(answeredOfThen('No effusion today.\nNormal liver.', copied, shown)).toEqual([
      'No effusion today.',
    ]);
    const first = checkCopied(parts('No effusion today.'), copied);
    expect(answeredOfThen('No effusion today. Cyst stable.', copied, first)).toEqual(['No effusion today.']);
  });
});
