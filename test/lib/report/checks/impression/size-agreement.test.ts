/** Tests sizes of one finding in the text of Findings and Impression, in five languages. */
import { expect, test } from 'vitest';
import { checkSizesAgree } from '#report/checks/impression/size-agreement.ts';

const told = (findings: string, impression: string) =>
  checkSizesAgree({ title: '', whole: '', written: '', findings, impression }).map(
    ({ code, severity, params }) => [code, severity, params['text'], params['expected']],
  );

test.each([
  ['Zyste 21 mm.', 'Zyste von 12 mm.', '12 mm', '21 mm'],
  ['Nierenzyste rechts, ca. 21 mm.', 'Zyste von 12 mm.', '12 mm', '21 mm'],
  ['Cyst in the right kidney. It measures 2.1 cm.', 'Cyst of 12 mm.', '12 mm', '2.1 cm'],
  ['Nodules of 4 mm and 8 mm.', 'Nodule of 11 mm.', '11 mm', '4 mm and 8 mm'],
  ['Mass of 21 x 14 mm.', 'Mass of 31 x 24 mm.', '31 x 24 mm', '21 x 14 mm'],
  ['Kyste de 21 mm.', 'Kyste de 12 mm.', '12 mm', '21 mm'],
  ['Quiste de 2,1 cm.', 'Quiste de 12 mm.', '12 mm', '2,1 cm'],
  ['Cisto de 21 mm.', 'Cisto de 12 mm.', '12 mm', '21 mm'],
  ['Aneurysma 4,1 cm.', 'Aneurysma von 5,1 cm.', '5,1 cm', '4,1 cm'],
])('%j and %j differ', (findings, impression, text, expected) => {
  expect(told(findings, impression)).toEqual([['size_contradicted', 'warn', text, expected]]);
});

test.each([
  ['Zyste 21 mm.', 'Zyste von 21 mm.'],
  ['Zyste 21 mm.', 'Zyste von 2,1 cm.'],
  ['Zyste 21 mm.', 'Zyste von 2 cm.'],
  ['Zyste 20,6 mm.', 'Zyste von 21 mm.'],
  ['Nodules of 4 mm and 8 mm.', 'Nodules up to 8 mm.'],
  ['Mass of 21 x 14 mm.', 'Mass of 21 mm.'],
  ['Nodule of 21 mm.', 'Nodule, previously 12 mm.'],
  ['Nodule of 21 mm.', 'Nodule (12 mm on 03.04.2025).'],
  ['Nodule of 21 mm, previously 12 mm.', 'Nodule has grown from 12 to 21 mm.'],
  ['Nodule of 21 mm.', 'Nodules smaller than 6 mm need no follow-up.'],
  ['Nodule of 21 mm.', 'No nodule above 6 mm elsewhere.'],
  ['Nodule of 21 mm.', 'Cyst of 12 mm.'],
  ['Nodule without a size.', 'Nodule of 12 mm.'],
  ['Nodule of 21 mm beside a cyst.', 'Cyst of 12 mm.'],
  ['Nodule of 21 mm.', 'Nodule and cyst of 12 mm.'],
  ['Lesion 1 measures 21 mm.', 'Lesion 2 measures 12 mm.'],
  ['Cyst\t21', 'Cyst of 12 mm.'],
  ['No cyst. Aorta 21 mm.', 'Cyst of 12 mm.'],
])('%j and %j are not told', (findings, impression) => {
  expect(told(findings, impression)).toEqual([]);
});

test.each([
  ['Solider Rundherd im linken Unterlappen, 8,5 mm.', 'Rundherd im linken Unterlappen, 85 mm.'],
  ['Nierenzyste am Unterpol, 21 mm.', 'Zyste am Unterpol, 12 mm.'],
  ['Raumforderung im Unterbauch, 21 mm.', 'Raumforderung im Unterbauch, 12 mm.'],
  ['Zyste an der Vorderwand, 21 mm.', 'Zyste an der Vorderwand, 12 mm.'],
  ['Zyste 21 mm.', 'Zyste mit Überlappung, 12 mm.'],
  ['Nodule in the inferior lobe, 8 mm.', 'Nodule in the inferior lobe, 18 mm.'],
  ['Nodule, anterior segment, 8 mm.', 'Nodule, anterior segment of the superior lobe, 18 mm.'],
  ['Nodule du lobe inférieur, 8 mm.', 'Nodule du lobe inférieur, 18 mm.'],
  ['Nodule du lobe supérieur à droite, 8 mm.', 'Nodule du lobe supérieur à droite, 18 mm.'],
  ['Nodule du segment antérieur, 8 mm.', 'Nodule du segment antérieur, 18 mm.'],
  ['Kyste sous-capsulaire de 21 mm.', 'Kyste sous-capsulaire de 12 mm.'],
  ['Nódulo en el lóbulo inferior, 8 mm.', 'Nódulo en el lóbulo inferior, 18 mm.'],
  ['Nódulo en el segmento anterior, 8 mm.', 'Nódulo en el segmento anterior, 18 mm.'],
  ['Nódulo del omento menor, 8 mm.', 'Nódulo del omento menor, 18 mm.'],
  ['Aneurisma de la cerebral media, 8 mm.', 'Aneurisma de la cerebral media, 18 mm.'],
  ['Nódulo no lobo inferior, 8 mm.', 'Nódulo no lobo inferior, 18 mm.'],
  ['Nódulo no segmento anterior, 8 mm.', 'Nódulo no segmento anterior, 18 mm.'],
  ['Nódulo junto à fissura maior, 8 mm.', 'Nódulo junto à fissura maior, 18 mm.'],
])('a place is no limit and no former day: %j and %j', (findings, impression) => {
  expect(told(findings, impression)).toHaveLength(1);
});

test.each([
  ['Rundherd 21 mm.', 'Rundherd unter 10 mm bleibt ohne Kontrolle.'],
  ['Rundherd 21 mm.', 'Rundherd unterhalb von 10 mm.'],
  ['Rundherd 21 mm.', 'Rundherd, überschreitet 10 mm.'],
  ['Rundherd 21 mm.', 'Rundherd, in der Voruntersuchung 12 mm.'],
  ['Nodule of 21 mm.', 'Nodule under 30 mm.'],
  ['Nodule de 21 mm.', 'Nodule supérieur à 10 mm.'],
  ['Nodule de 21 mm.', 'Nodule inférieur ou égal à 30 mm.'],
  ['Nodule de 21 mm.', 'Nodule, sur l’examen antérieur 12 mm.'],
  ['Nódulo de 21 mm.', 'Nódulo inferior a 30 mm.'],
  ['Nódulo de 21 mm.', 'Nódulo mayor de 10 mm.'],
  ['Nódulo de 21 mm.', 'Nódulo, en el estudio anterior 12 mm.'],
  ['Nódulo de 21 mm.', 'Nódulo superior a 10 mm.'],
  ['Nódulo de 21 mm.', 'Nódulo maior que 10 mm.'],
  ['Nódulo de 21 mm.', 'Nódulo, no exame anterior 12 mm.'],
])('a limit and a former day stay such: %j and %j', (findings, impression) => {
  expect(told(findings, impression)).toEqual([]);
});
