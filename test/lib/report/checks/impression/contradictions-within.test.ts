/** Tests what one section both affirms and denies, and a denied critical result. */
import { expect, test } from 'vitest';
import { checkCriticalDenied, checkWithinSections } from '#report/checks/impression/contradictions-within.ts';

const found = (findings: string, impression = '') =>
  checkWithinSections({ title: '', whole: findings, written: findings, findings, impression }).map(
    ({ params }) => params['word'],
  );

test.each([
  ['No pleural effusion. Heart normal. Moderate right pleural effusion.', 'pleural effusion'],
  ['No gallstones. Several gallstones.', 'gallstones'],
  ['Kein Pleuraerguss. Geringer Pleuraerguss rechts.', 'Pleuraerguss'],
  ['Keine Gallensteine. Mehrere Gallensteine bis 8 mm.', 'Gallensteine'],
  ['Pas d’épanchement pleural. Épanchement pleural droit.', 'Épanchement pleural'],
  ['Sin derrame pleural. Derrame pleural derecho.', 'Derrame pleural'],
  ['Sem derrame pleural. Derrame pleural direito.', 'Derrame pleural'],
  ['No pneumothorax or effusion. Small left pneumothorax.', 'pneumothorax'],
  ['No hydronephrosis on the right. Right hydronephrosis.', 'hydronephrosis'],
])('%j contradicts itself', (text, word) => {
  expect(found(text)).toEqual([word]);
  expect(found('', text)).toEqual([word]);
});

test.each([
  'No left pleural effusion. Moderate right pleural effusion.',
  'No pericardial effusion. Pleural effusion on the right.',
  'No fracture of the hip. Fracture of the radius.',
  'No other fracture. Fracture of the radius.',
  'No new fracture. Old fracture of rib 5.',
  'No pneumothorax after drainage. Previously pneumothorax.',
  'Kidneys: no abscess. Liver: abscess.',
  'No hepatic abscess. Splenic abscess.',
  'Pleural effusion, resolved. No pleural effusion.',
  'Hydronephrosis on the right. No left hydronephrosis.',
  'No pneumothorax. Possible small pneumothorax?',
])('%j does not', (text) => {
  expect(found(text)).toEqual([]);
});

test('findings and impression are each judged alone', () => {
  expect(found('No pleural effusion.', 'Pleural effusion.')).toEqual([]);
});

test.each([
  ['No pulmonary embolism.', 'Pulmonary embolism', 'embolism'],
  ['Addendum: keine Lungenembolie.', 'Zentrale Lungenembolie', 'embolie'],
  ['Pas de pneumothorax.', 'Pneumothorax', 'pneumothorax'],
])('%j denies the critical result %j', (text, critical, word) => {
  expect(checkCriticalDenied(text, critical).map(({ params }) => params['word'])).toEqual([word]);
});

test('a text that affirms it, or does not name it, denies nothing', () => {
  expect(checkCriticalDenied('Pulmonary embolism. No embolism of the left.', 'Pulmonary embolism')).toEqual(
    [],
  );
  expect(checkCriticalDenied('Typing error corrected.', 'Pulmonary embolism')).toEqual([]);
  expect(checkCriticalDenied('No embolism.', '')).toEqual([]);
});
