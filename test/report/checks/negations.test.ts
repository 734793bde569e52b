/** What the findings deny is not missed in the Impression; what they affirm is, a property denied or not. */
import { expect, test } from 'vitest';
import { checkFindingsInImpression } from '#report/checks/impression-checks.ts';

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
  ['No effusion but a pneumothorax on the right.', 'pneumothorax'],
  ['Kein Erguss, aber Pneumothorax rechts.', 'Pneumothorax'],
])('%j affirms %j', (findings, word) => {
  expect(missed(findings)).toEqual([word]);
});

test.each([
  'No fracture, dislocation or pneumothorax.',
  'Without evidence of fracture.',
  'Fracture is not seen.',
  'Pneumothorax: none.',
  'Kein Pneumothorax, keine Fraktur.',
  'Ohne Hinweis auf Fraktur.',
  'Eine Fraktur ist nicht nachweisbar.',
  'Lungenembolie ausgeschlossen.',
  'Pas de fracture.',
  'Aucun nodule.',
  'Sin fractura.',
  'No hay nódulos.',
  'Sem fratura.',
  'Não há nódulos.',
])('%j denies what it names', (findings) => {
  expect(missed(findings)).toEqual([]);
});
