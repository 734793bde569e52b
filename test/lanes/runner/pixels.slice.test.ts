import { expect, test } from 'vitest';
import { PIXELS_LANE } from '#lanes/pixels/pixels.ts';
import { runLane } from './run-lane.ts';

test('pictures of files, and of some drawn at random, are those of DCMTK and GDCM', async (context) => {
  const ran = await runLane(PIXELS_LANE, 40, context);
  expect(ran).toMatch(/^\d+ public and own files alike, .* 8 with functional groups$/);
}, 900_000);
