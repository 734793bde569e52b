import { join } from 'node:path';
import { expect, test } from 'vitest';
import { killCopies } from '#lanes/travelling-copies/crash-scenarios.ts';
import { LAPTOPS } from '#lanes/travelling-copies/laptops.ts';
import { CLINIC_PASSPHRASE } from '#test/support/served-folder.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { startClinic } from '#test/support/travelling.ts';
import { runLane } from './run-lane.ts';

test('after four spells away no answered text is lost, and all show the same report', async (context) => {
  expect(await runLane(LAPTOPS, 4, context)).toMatch(/^4 spells, 1 kills/);
});

test('of copies killed while they are taken, pull, push and save nothing answered is lost or stands twice', async () => {
  const root = testTempDir();
  const clinic = await startClinic();
  const killed = await killCopies({
    ...{ clinic, passphrase: CLINIC_PASSPHRASE, home: join(root, 'laptop'), kills: 5 },
    stop: new AbortController().signal,
  });
  expect(killed).toMatchObject({ kills: 5, found: [] });
});
