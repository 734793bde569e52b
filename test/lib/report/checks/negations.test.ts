/** Tests negations: denied findings are not missed in the Impression, affirmed ones are. */
import { expect, test } from 'vitest';
import { checkFindingsInImpression } from '#report/checks/impression/impression-checks.ts';

const missed = (findings: string) =>
  checkFindingsInImpression({
    title: '',
    whole: findings,
    written: findings,
    findings,
    impression: 'Unchanged.',
  }).map(({ params }) => params['word']);

test.each([
  ['12 mm nodule without calcification.', 'nodule'],
  ['12 mm großer Rundherd ohne Verkalkung.', 'Rundherd'],
  ['Nodule de 12 mm sans calcification.', 'Nodule'],
  ['Nódulo de 12 mm sin calcificación.', 'Nódulo'],
  ['Nódulo de 12 mm sem calcificação.', 'Nódulo'],
  ['No lobo inferior, nódulo de 12 mm.', 'nódulo'],
  ['Nodules: no calcification.', 'Nodules'],
  ['Metastases: no new metastases.', 'Metastases'],
  ['Fraktur: keine Dislokation.', 'Fraktur'],
  ['No effusion but a pneumothorax on the right.', 'pneumothorax'],
  ['Kein Erguss, aber Pneumothorax rechts.', 'Pneumothorax'],
])('%j affirms %j', (findings, word) => {
  expect(missed(findings)).toEqual([word]);
});

test.each([
  'No fracture, dislocation or pneumothorax.',
  'Kalvaria / Fraktur: ___',
  'Embolie: ___; Thrombose: ____ .',
  'Without evidence of fracture.',
  'Fracture is not seen.',
  'Pneumothorax: none.',
  'Nodules: No suspicious nodule.',
  'Blutung: Keine intrakranielle Blutung.',
  'Raumforderung: Keine.',
  'Hemorragia: Ninguna.',
  'Masse: Aucune.',
  'Nódulos: Nenhum.',
  'Kein Pneumothorax, keine Fraktur.',
  'Ohne Hinweis auf Fraktur.',
  'Eine Fraktur ist nicht nachweisbar.',
  'Lungenembolie ausgeschlossen.',
  'Pas de fracture.',
  'Pas d’embolie pulmonaire.',
  'Absence d’anévrisme.',
  'Aucun nodule.',
  'Sin fractura.',
  'No hay nódulos.',
  'Sem fratura.',
  'Não há nódulos.',
])('%j denies what it names', (findings) => {
  expect(missed(findings)).toEqual([]);
});

const between = (findings: string, impression: string) =>
  checkFindingsInImpression({ title: '', whole: findings, written: findings, findings, impression }).map(
    ({ code, params }) => [code, params['word']],
  );

test.each([
  ['No pneumothorax.', 'Pneumothorax.', 'Pneumothorax'],
  ['Pneumothorax on the left.', 'No pneumothorax.', 'pneumothorax'],
  ['Keine Lungenembolie.', 'Lungenembolie beidseits.', 'embolie'],
  ['Anévrisme de l’aorte.', 'Pas d’anévrisme.', 'anévrisme'],
  ['Sin neumotórax.', 'Neumotórax apical.', 'Neumotórax'],
  ['Pneumotórax apical.', 'Sem pneumotórax.', 'pneumotórax'],
])('%j and %j contradict each other', (findings, impression, word) => {
  expect(between(findings, impression)).toEqual([['finding_contradicted', word]]);
});

test.each([
  ['Known metastases, unchanged.', 'No new metastases.'],
  ['Metastasen unverändert.', 'Keine neuen Metastasen.'],
  ['No acute haemorrhage. Old haemorrhage on the left.', 'Old haemorrhage.'],
  ['Tumour cavity after resection.', 'No tumour recurrence.'],
  ['Nodule without calcification.', 'Nodule without calcification.'],
  ['No fracture.', 'No fracture.'],
])('%j and %j do not', (findings, impression) => {
  expect(between(findings, impression)).toEqual([]);
});

test.each([
  ['No pleural effusion.', 'Small pleural effusion.', 'pleural effusion'],
  ['Small pleural effusion on the right.', 'No pleural effusion.', 'pleural effusion'],
  ['Kein Pleuraerguss.', 'Pleuraerguss rechts.', 'Pleuraerguss'],
  ['Pas d’épanchement pleural.', 'Épanchement pleural droit.', 'Épanchement pleural'],
  ['Sin derrame pleural.', 'Derrame pleural derecho.', 'Derrame pleural'],
  ['Sem derrame pleural.', 'Derrame pleural à direita.', 'Derrame pleural'],
  ['No haematoma.', 'Subdural haematoma.', 'haematoma'],
  ['Kein Hämatom.', 'Subdurales Hämatom.', 'Hämatom'],
  ['Sin hematoma.', 'Hematoma subdural.', 'Hematoma'],
  ['Sin hemorragia.', 'Hemorragia cerebral.', 'Hemorragia'],
  ['Sem sangramento.', 'Sangramento ativo.', 'Sangramento'],
  ['No appendicitis.', 'Appendicitis.', 'Appendicitis'],
  ['Keine Appendizitis.', 'Appendizitis.', 'Appendizitis'],
  ['Pas d’appendicite.', 'Appendicite.', 'Appendicite'],
  ['Sin apendicitis.', 'Apendicitis.', 'Apendicitis'],
  ['Sem diverticulite.', 'Diverticulite.', 'Diverticulite'],
  ['Keine Divertikulitis.', 'Sigmadivertikulitis.', 'Sigmadivertikulitis'],
])('%j and %j contradict each other', (findings, impression, word) => {
  expect(between(findings, impression)).toEqual([['finding_contradicted', word]]);
});

test.each([
  ['Small pleural effusion.', 'Unremarkable.'],
  ['No pericardial effusion. Small pleural effusion.', 'Pleural effusion. No pericardial effusion.'],
  ['Small pleural effusion.', 'No pericardial effusion.'],
  ['Pleural effusion on the left. No pleural effusion on the right.', 'No pleural effusion on the right.'],
  ['Small pleural effusion.', 'No significant pleural effusion.'],
  ['Pleuraerguss links.', 'Kein Pleuraerguss rechts.'],
  ['No appendicitis.', 'Appendicitis is unlikely.'],
  ['Keine Divertikulitis.', 'Zustand nach Divertikulitis.'],
  ['No haematoma.', 'Haematoma excluded.'],
])('%j and %j are no contradiction', (findings, impression) => {
  expect(between(findings, impression)).toEqual([]);
});

test.each([
  ['Superficial vein thrombosis of the calf.', 'No deep vein thrombosis.'],
  ['Oberflächliche Thrombose am Unterschenkel.', 'Keine tiefe Beinvenenthrombose.'],
  ['Thrombose veineuse superficielle.', 'Pas de thrombose profonde.'],
  ['Trombosis venosa superficial.', 'Sin trombosis profunda.'],
  ['Trombose venosa superficial.', 'Sem trombose profunda.'],
])('%j and %j speak of two things', (findings, impression) => {
  expect(between(findings, impression)).toEqual([]);
});
