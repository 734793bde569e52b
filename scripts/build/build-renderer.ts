/** Builds the interface and the hand-over page into `dist/renderer`. */

import { fileURLToPath } from 'node:url';
import { buildHandover } from './build-handover.ts';
import { buildLicences } from './build-licences.ts';
import { build } from './production-build.ts';

const configFile = fileURLToPath(new URL('../../renderer/vite.config.ts', import.meta.url));

export async function buildRenderer(): Promise<void> {
  await build({ configFile, logLevel: 'warn' });
  await buildHandover();
  buildLicences();
}

if (import.meta.main) await buildRenderer();
