/** Tests findings of one side that no sentence puts on a side, in five languages. */
import { expect, test } from 'vitest';
import { checkMissingSides } from '#report/checks/laterality/missing-side.ts';

const found = (findings: string, impression = '', title = 'CT chest') =>
  checkMissingSides({ title, whole: findings, written: findings, findings, impression }).map(
    ({ code, severity, params }) => [code, severity, params['word']],
  );

test.each([
  ['Small effusion.', 'effusion'],
  ['Pleural effusion of 3 cm.', 'effusion'],
  ['Pneumothorax.', 'Pneumothorax'],
  ['Moderate hydronephrosis.', 'hydronephrosis'],
  ['Pleuraerguss.', 'Pleuraerguss'],
  ['Kleiner Erguss. Herz normal.', 'Erguss'],
  ['Harnstau II°.', 'Harnstau'],
  ['Épanchement pleural.', 'Épanchement'],
  ['Derrame pleural pequeño.', 'Derrame'],
  ['Pneumotórax.', 'Pneumotórax'],
  ['Hidronefrose moderada.', 'Hidronefrose'],
])('%j has no side', (text, word) => {
  expect(found(text)).toEqual([['side_missing', 'warn', word]]);
  expect(found('Lungs clear.', text)).toEqual([['side_missing', 'warn', word]]);
});

test.each([
  'Small left effusion.',
  'Bilateral effusion.',
  'Effusion, LLL atelectasis.',
  'Small effusion. The effusion is on the right.',
  'No effusion.',
  'Effusion: none.',
  'Pericardial effusion.',
  'Perikarderguss.',
  'Kein Pleuraerguss.',
  'Pleuraergüsse beidseits.',
  'Sin derrame pleural.',
  'Pas d’épanchement.',
  'Épanchement du LID.',
])('%j is complete', (text) => {
  expect(found(text)).toEqual([]);
});

test('the side of the title or of the other part is enough', () => {
  expect(found('Joint effusion.', '', 'MR knee left')).toEqual([]);
  expect(found('Effusion on the left.', 'Effusion.')).toEqual([]);
});
