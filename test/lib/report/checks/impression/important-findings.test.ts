/** Tests which findings an Impression must mention, in five languages. */
import { expect, test } from 'vitest';
import { checkFindingsInImpression } from '#report/checks/impression/impression-checks.ts';

function missed(findings: string, impression: string) {
  return checkFindingsInImpression({ title: '', whole: findings, written: findings, findings, impression })
    .filter(({ code }) => code === 'finding_not_in_impression')
    .map(({ params }) => params['word']);
}

test.each([
  ['Left subdural haematoma of 12 mm.', 'haematoma'],
  ['Left epidural hematoma.', 'hematoma'],
  ['Subdurales Hämatom links.', 'Hämatom'],
  ['Hématome sous-dural gauche.', 'Hématome'],
  ['Free intraperitoneal air under the diaphragm.', 'Free intraperitoneal air'],
  ['Free intra-abdominal gas.', 'Free intra-abdominal gas'],
  ['Freie intraabdominelle Luft.', 'Freie intraabdominelle Luft'],
  ['Aire libre intraperitoneal.', 'Aire libre'],
  ['Ar livre na cavidade.', 'Ar livre'],
  ['Perforated gastric ulcer.', 'Perforated'],
  ['Sigmaperforation.', 'Sigmaperforation'],
  ['Ovarian torsion on the right.', 'Ovarian torsion'],
  ['Hodentorsion links.', 'Hodentorsion'],
  ['Small bowel obstruction.', 'bowel obstruction'],
  ['Mechanischer Dünndarmileus.', 'Dünndarmileus'],
  ['Occlusion intestinale.', 'Occlusion intestinale'],
  ['Obstrucción intestinal.', 'Obstrucción intestinal'],
  ['Acute appendicitis.', 'appendicitis'],
  ['Akute Appendizitis.', 'Appendizitis'],
  ['Apendicite aguda.', 'Apendicite'],
  ['Acute cholecystitis.', 'cholecystitis'],
  ['Akute Cholezystitis.', 'Cholezystitis'],
  ['Leberabszess im Segment VII.', 'Leberabszess'],
  ['Absceso hepático.', 'Absceso'],
  ['Hydronephrosis on the left.', 'Hydronephrosis'],
  ['Harnstau Grad II links.', 'Harnstau'],
  ['Hidronefrosis izquierda.', 'Hidronefrosis'],
  ['Spinal cord compression at T7.', 'Spinal cord compression'],
  ['Myelonkompression auf Höhe BWK 7.', 'Myelonkompression'],
  ['Cauda equina compression.', 'Cauda equina compression'],
  ['Midline shift of 8 mm.', 'Midline shift'],
  ['Mittellinienverlagerung um 8 mm.', 'Mittellinienverlagerung'],
  ['Sigmoid volvulus.', 'volvulus'],
  ['Vólvulo de sigma.', 'Vólvulo'],
  ['Ectopic pregnancy on the left.', 'Ectopic pregnancy'],
  ['Grossesse extra-utérine.', 'Grossesse extra-utérine'],
  ['Pneumomediastinum.', 'Pneumomediastinum'],
  ['Perikardtamponade.', 'Perikardtamponade'],
  ['Active extravasation in the spleen.', 'Active extravasation'],
  ['Sangrado activo del bazo.', 'Sangrado'],
  ['Trombose da veia porta.', 'Trombose'],
])('%j must be in the Impression', (findings, word) => {
  expect(missed(findings, 'See above.')).toEqual([word]);
});

test('all omitted findings are named, in their order', () => {
  const findings = 'Free air. Acute appendicitis. Splenic haematoma. Pneumothorax on the left.';
  expect(missed(findings, 'Degenerative change.')).toEqual([
    'Free air',
    'appendicitis',
    'haematoma',
    'Pneumothorax',
  ]);
});

test.each([
  ['Subdural haematoma on the left.', 'Left subdural haemorrhage.'],
  ['Free air and perforated diverticulum.', 'Perforation.'],
  ['Old lacunar infarct in the left thalamus.', 'No acute abnormality.'],
  ['Alter lakunärer Infarkt links.', 'Kein akuter Befund.'],
  ['Infarctus lacunaire ancien.', 'Pas d’anomalie aiguë.'],
  ['Infarto lacunar antiguo.', 'Sin alteraciones agudas.'],
  ['Vater mit Lungenembolie.', 'Unauffällig.'],
  ['Family history of dissection.', 'Normal study.'],
  ['Z. n. Lungenembolie.', 'Unauffällig.'],
  ['Nodules in both lungs, smaller.', 'Target lesions smaller.'],
  ['Metastasen der Leber.', 'Zielläsionen kleiner.'],
  ['Conus and cauda equina are unremarkable.', 'Normal study.'],
  ['Terminal ileum normal. Íleo terminal normal.', 'Normal study.'],
  ['Femoral torsion of 12°.', 'Normal study.'],
  ['No free intraperitoneal air. No midline shift. No hydronephrosis.', 'Normal study.'],
  ['Simple cyst of 14 mm. Lesion of 12 mm, unchanged.', 'No acute abnormality.'],
])('%j may stand under %j', (findings, impression) => {
  expect(missed(findings, impression)).toEqual([]);
});

test.each([
  ['Nodule of 12 mm.', 'No lesion.', 'Nodule'],
  ['Z. n. Appendektomie mit Abszess.', 'Regelrecht.', 'Abszess'],
  ['Old infarct on the left and acute haemorrhage.', 'Old infarct.', 'haemorrhage'],
  ['A 72-year-old woman with an infarct.', 'See above.', 'infarct'],
  ['Lesion of 34 mm in the liver.', 'Normal study.', 'Lesion'],
  ['Läsion von 34 mm in der Leber.', 'Unauffälliger Befund.', 'Läsion'],
  ['Acute inflammation of the terminal ileum.', 'No acute findings.', 'Acute'],
  ['Lésion de 34 mm du foie.', 'Examen normal.', 'Lésion'],
  ['Lesión de 34 mm en el hígado.', 'Sin hallazgos.', 'Lesión'],
  ['Lesão de 34 mm no fígado.', 'Exame normal.', 'Lesão'],
])('%j under %j is asked', (findings, impression, word) => {
  expect(missed(findings, impression)).toEqual([word]);
});
