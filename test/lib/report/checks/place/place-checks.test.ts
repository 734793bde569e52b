/** Tests that levels, lobes, segments and ribs agree between Findings and Impression, in five languages. */
import { describe, expect, test } from 'vitest';
import { arePlacesCompared, checkPlaces } from '#report/checks/place/place-checks.ts';

const partsOf = (findings: string, impression: string) => {
  const whole = `${findings}\n${impression}`;
  return { title: '', whole, written: whole, findings, impression };
};
const found = (findings: string, impression: string) =>
  checkPlaces(partsOf(findings, impression)).map(({ code, params }) => [code, params['text']]);

describe('places that differ', () => {
  test.each([
    ['Disc herniation L3/L4 on the left.', 'Disc herniation L4/5 on the left.', 'L4/5'],
    ['Fraktur LWK 3.', 'LWK-Fraktur: Fraktur LWK 4.', 'LWK 4'],
    ['Fraktur BWK 11.', 'Fraktur BWK 12.', 'BWK 12'],
    ['Bandscheibenvorfall HWK 5/6.', 'Bandscheibenvorfall HWK 6/7.', 'HWK 6/7'],
    ['Vertebral metastasis T7.', 'Vertebral metastasis T8.', 'T8'],
    ['Disc protrusion C5/6.', 'Disc protrusion C6/7.', 'C6/7'],
    ['Hernia discal L4-L5.', 'Hernia discal L5-S1.', 'L5-S1'],
    ['Hernie discale L4-L5.', 'Hernie discale L3-L4.', 'L3-L4'],
    ['Hérnia discal L4-L5.', 'Hérnia discal L3-L4.', 'L3-L4'],
    ['Nodule of 12 mm in the right upper lobe.', 'Nodule in the right lower lobe.', 'lower'],
    ['Rundherd im rechten Oberlappen.', 'Rundherd im rechten Unterlappen.', 'Unter'],
    ['Rundherd im OL rechts.', 'Rundherd im UL rechts.', 'UL'],
    ['Nodule in the RUL.', 'Nodule in the RLL.', 'RLL'],
    ['Nodule du lobe supérieur droit.', 'Nodule du lobe inférieur droit.', 'lobe inférieur'],
    ['Nódulo en el lóbulo superior.', 'Nódulo en el lóbulo inferior.', 'lóbulo inferior'],
    ['Nódulo no lobo superior.', 'Nódulo no lobo inferior.', 'lobo inferior'],
    ['Liver metastasis in segment VII.', 'Liver metastasis in segment IV.', 'segment IV'],
    ['Metastase im Lebersegment 7.', 'Metastase im Lebersegment 4.', 'Lebersegment 4'],
    ['Metástasis en el segmento VII.', 'Metástasis en el segmento VI.', 'segmento VI'],
    ['Fraktur der 6. Rippe links.', 'Fraktur der 7. Rippe links.', '7. Rippe'],
    ['Fracture of the 6th rib.', 'Fracture of the 7th rib.', '7th rib'],
  ])('%j and %j', (findings, impression, text) => {
    expect(found(findings, impression)).toEqual([['place_mismatch', text]]);
    expect(arePlacesCompared(partsOf(findings, impression))).toBe(false);
  });
});

describe('places that agree', () => {
  test.each([
    ['Disc herniation L4-L5.', 'Disc herniation at L4/5.'],
    ['Bandscheibenvorfall LWK 4/5.', 'Bandscheibenvorfall L4/5.'],
    ['Fraktur BWK 12 und LWK 1.', 'Fraktur LWK 1.'],
    ['Nodule in the RUL.', 'Nodule in the right upper lobe.'],
    ['Metastase im Segment VII.', 'Metastase im Segment 7.'],
    ['Metastases in segments V, VI and VII.', 'Metastases in segments V–VII.'],
    ['Fraktur der 6., 7. und 8. Rippe.', 'Fraktur der 6.–8. Rippe.'],
    ['Nodules in the upper and lower lobes.', 'Nodules in both upper lobes.'],
  ])('%j and %j', (findings, impression) => {
    expect(found(findings, impression)).toEqual([]);
    expect(arePlacesCompared(partsOf(findings, impression))).toBe(true);
  });
});

test.each([
  ['Compression fracture of the fourth lumbar vertebra.', 'Compression fracture L4.'],
  ['Apical nodule on the right. Atelectasis in the lower lobe.', 'Nodule in the upper lobe.'],
  ['L4/5:\nDisc herniation. L5/S1: stenosis.', 'Disc herniation L4/5.'],
  ['Degeneration L3/4 to L5/S1. Disc herniation on the left.', 'Disc herniation L5/S1.'],
  ['T1-weighted and T2 hyperintense lesion, T1/T2 signal as before.', 'Lesion hypointense in T1.'],
  ['Adenocarcinoma pT2 N1. Stage T2. Lesion in the spine.', 'Lesion, stage T3.'],
  ['Fractures of 3 ribs.', 'Fractures of 2 ribs.'],
  ['Stenosis L3/4 and L4/5.', 'No stenosis L5/S1. Stenosis L3-L5.'],
])('%j and %j are not asked about', (findings, impression) => {
  expect(found(findings, impression)).toEqual([]);
});

test.each([
  ['Fraktur LWK 7.', 'LWK 7'],
  ['Fraktur BWK 14.', 'BWK 14'],
  ['Fracture of the C8 vertebra.', 'C8'],
  ['Vertebral fracture T13.', 'T13'],
  ['Nodule in the left middle lobe.', 'middle'],
  ['Rundherd im linken Mittellappen.', 'Mittel'],
  ['Nódulo en el lóbulo medio izquierdo.', 'lóbulo medio'],
  ['Metastasis in liver segment IX.', 'segment IX'],
])('%j names what is not there', (text, place) => {
  expect(found(text, text)).toEqual([
    ['place_impossible', place],
    ['place_impossible', place],
  ]);
});

test.each([
  'Sacralisation: vertebra L6.',
  'Compression of the C8 nerve root by a disc.',
  'Lung segment 10, vertebra L5, segment 9.',
  'AHA segment 17.',
])('%j may be there', (text) => {
  expect(found(text, text)).toEqual([]);
});
