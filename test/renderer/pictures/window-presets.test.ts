import { expect, test } from 'vitest';
import { presetsOf } from '#renderer/pictures/window-presets.ts';

test('windows of tissues are for Hounsfield units, those of uptakes for uptakes, and none for what has no unit', () => {
  expect(presetsOf('HU').map(({ id }) => id)).toEqual(['lung', 'soft', 'bone']);
  expect(presetsOf('SUVbw').map(({ center, width }) => [center - width / 2, center + width / 2])).toEqual([
    [0, 5],
    [0, 10],
  ]);
  for (const unit of ['mg/ml', 'Bq/ml', null, undefined, 'toString']) expect(presetsOf(unit)).toEqual([]);
});
