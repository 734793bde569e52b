/** Tests the side of one finding in Findings and Impression, in five languages, and what is not claimed. */
import { describe, expect, test } from 'vitest';
import { checkLaterality, mentionsLaterality } from '#report/checks/laterality/laterality-checks.ts';
import { findLateralityTerms } from '#report/checks/laterality/laterality-terms.ts';
import { sidesThatDiffer } from '#report/checks/laterality/side-of-findings.ts';

const parts = (findings: string, impression: string, title = '') => ({
  title,
  whole: `${findings}\n${impression}`,
  written: `${findings}\n${impression}`,
  findings,
  impression,
});

const told = (findings: string, impression: string) =>
  checkLaterality(parts(findings, impression)).map(({ code, params, target }) => [
    code,
    params['side'],
    target?.kind === 'words' ? target.text : null,
  ]);

describe('a finding on the other side', () => {
  test.each([
    ['Right lung: two nodules. Left lung clear.', 'Two nodules in the left lung.', 'left', 'left'],
    ['Fracture of the left 4th rib. No fracture on the right.', 'Right rib fracture.', 'right', 'Right'],
    ['Rundherd im re. Oberlappen. Linke Lunge frei.', 'Rundherd links.', 'left', 'links'],
    ['Nierenzyste rechts. Linke Niere unauffällig.', 'Zyste der linken Niere.', 'left', 'linken'],
    ['Épanchement pleural droit. Poumon gauche clair.', 'Épanchement pleural gauche.', 'left', 'gauche'],
    ['Derrame pleural derecho. Pulmón izquierdo libre.', 'Derrame izquierdo.', 'left', 'izquierdo'],
    ['Derrame pleural direito. Pulmão esquerdo livre.', 'Derrame à esquerda.', 'left', 'esquerda'],
  ])('%j and %j', (findings, impression, side, word) => {
    expect(told(findings, impression)).toEqual([['finding_side_mismatch', side, word]]);
    expect(mentionsLaterality(parts(findings, impression))).toBe(false);
  });

  test('is told once where the Findings know only one side', () => {
    expect(told('Fracture of the left hip.', 'Fracture of the right hip.')).toEqual([
      ['side_mismatch', 'right', 'right'],
    ]);
  });
});

describe('no finding on the other side', () => {
  test.each([
    ['Right lung: two nodules. Left lung: one nodule.', 'Nodule in the left lung.'],
    ['Right nodule. Left kidney: lesion.', 'Left renal mass. Right nodule.'],
    ['Nodule in the right lung, left lung clear.', 'Nodule in the left lung.'],
    ['Right-sided nodule. A further nodule in the lingula. Left lung clear.', 'Nodule in the left lung.'],
    ['Effusion right. Left hip normal.', 'No effusion on the left.'],
    ['Erguss rechts, kein Erguss links. Linke Lunge frei.', 'Erguss rechts.'],
    ['Right nodule. Left lung clear.', 'Left lung clear, nodule on the right.'],
    ['Left MCA infarct. Right hemisphere normal.', 'Infarct explaining the right hemiparesis.'],
    ['Pneumothorax with shift to the right. Left lung collapsed.', 'Left pneumothorax.'],
    ['Emboli in the left lower lobe. Right lung clear.', 'Pulmonary embolism, right heart strain.'],
    ['Erguss mit Verlagerung nach rechts. Linke Lunge komprimiert.', 'Erguss links.'],
  ])('%j and %j', (findings, impression) => {
    expect(told(findings, impression)).toEqual([]);
  });
});

describe('what was compared', () => {
  test.each([
    ['Nodule right. Left lung clear.', 'Right nodule.', true],
    ['Nodule left.', 'Scar left.', true],
    ['Effusion on both sides. Left lung clear.', 'Bilateral effusions.', true],
    ['Scar right. Left lung clear.', 'Scar left.', false],
    ['Nodule in the right lung, left lung clear.', 'Nodule in the left lung.', false],
  ])('%j and %j: %s', (findings, impression, isCompared) => {
    expect(mentionsLaterality(parts(findings, impression))).toBe(isCompared);
  });

  test('a text with both sides says nothing of the title', () => {
    const state = (whole: string) => ({ ...parts(whole, ''), title: 'MR knee left', whole });
    expect(mentionsLaterality(state('Left meniscus torn.'))).toBe(true);
    expect(mentionsLaterality(state('Left meniscus torn. Right normal.'))).toBe(false);
  });
});

describe('both, without an organ of which there are two', () => {
  test.each([
    ['Mass in the right upper lobe.', 'Partial response of both target lesions.'],
    ['Zwei Herde im rechten Oberlappen.', 'Beide Herde kleiner.'],
    ['Deux lésions du lobe supérieur droit.', 'Réponse partielle des deux lésions.'],
    ['Dos lesiones en el lóbulo superior derecho.', 'Respuesta parcial de ambas lesiones.'],
    ['Duas lesões no lobo superior direito.', 'Resposta parcial de ambas as lesões.'],
    ['Two nodules in the right lung.', 'Both lung nodules are smaller.'],
  ])('%j and %j are no contradiction', (findings, impression) => {
    expect(told(findings, impression)).toEqual([]);
  });

  test.each([
    ['Effusion in the right knee.', 'Effusion in both knee joints.'],
    ['Verschattung rechts.', 'Verschattungen beider Unterlappen.'],
    ['Opacité droite.', 'Opacités des deux poumons.'],
    ['Opacidad derecha.', 'Opacidades en ambos pulmones.'],
    ['Opacidade direita.', 'Opacidades em ambos os pulmões.'],
  ])('%j and %j are one', (findings, impression) => {
    expect(told(findings, impression)).toMatchObject([['side_mismatch', 'left', expect.any(String)]]);
  });
});

test.each([
  ['RLL nodule 8 mm.', 'LLL nodule 8 mm.', 1],
  ['Nodule in the RML, 8 mm.', 'Nodule in the left lung, 8 mm.', 1],
  ['Rundherd im LOL, 8 mm.', 'Rundherd im ROL, 8 mm.', 1],
  ['Fracture of the L patella.', 'Fracture of the R patella.', 1],
  ['RLL nodule 8 mm.', 'Nodule in the right lower lobe, 8 mm.', 0],
  ['Fracture of the left patella.', 'Fracture of the L patella.', 0],
  ['Fracture on the right. 2 L lung volume.', 'Fracture at L 3.', 0],
])('letters of a side: %j and %j differ %d times', (findings, impression, count) => {
  expect(sidesThatDiffer(findings, impression)).toHaveLength(count);
});

test.each(['L4 is intact', '5 L renal replacement', 'R/L ratio', 'Rollover', 'T2 FLAIR L', 'lll', 'L5-S1'])(
  '%j names no side',
  (text) => {
    expect(findLateralityTerms(text)).toEqual([]);
  },
);
