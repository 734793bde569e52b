/** `npm run build`: builds the interface, main process, server, command line and preload. Skips unchanged parts. */

import { type BuildStep, buildIfChanged, oneAtATime } from '#scripts/desktop/build-stamp.ts';
import { buildApi } from './build-api.ts';
import { buildMain, buildPreload } from './build-main.ts';
import { buildRenderer } from './build-renderer.ts';

const SHARED = ['package.json', 'package-lock.json', 'lib', 'transfer', 'sdk'];

const RENDERER: BuildStep = {
  name: 'renderer',
  inputs: [
    ...[...SHARED, 'renderer', 'main/preload', 'resources', 'docs/handbook'],
    ...[
      'scripts/build/build-renderer.ts',
      'scripts/build/build-handover.ts',
      'scripts/build/build-licences.ts',
    ],
  ],
  outputs: ['dist/renderer/index.html', 'dist/renderer/handover.html', 'dist/renderer/licences.json'],
  run: buildRenderer,
};
const MAIN: BuildStep = {
  name: 'main',
  inputs: [...SHARED, 'server', 'cli', 'main', 'scripts/build/build-main.ts', 'scripts/desktop'],
  outputs: ['dist/main/index.js', 'dist/main/srvault.js'],
  run: buildMain,
};
const PRELOAD: BuildStep = {
  name: 'preload',
  inputs: [
    'package.json',
    'package-lock.json',
    'lib/contract',
    'main/preload',
    'scripts/build/build-main.ts',
  ],
  outputs: ['dist/preload/preload.cjs'],
  run: buildPreload,
};

const API: BuildStep = {
  name: 'docs/api',
  inputs: ['lib/contract', 'server/http/openapi', 'scripts/build/build-api.ts'],
  outputs: ['docs/api/index.html', 'docs/api/openapi.json'],
  run: buildApi,
};

/** Returns the names of the rebuilt parts. */
export function buildInterface(): Promise<string[]> {
  return buildSteps([RENDERER]);
}

/** Builds the command line as shipped, with its server and workers. */
export function buildCommandLine(): Promise<string[]> {
  return buildSteps([MAIN]);
}

export function buildAll(): Promise<string[]> {
  return buildSteps([RENDERER, MAIN, PRELOAD, API]);
}

function buildSteps(steps: readonly BuildStep[]): Promise<string[]> {
  return oneAtATime(async () => {
    const built: string[] = [];
    for (const step of steps) {
      if (await buildIfChanged(step)) built.push(step.name);
    }
    return built;
  });
}

if (import.meta.main) {
  const built = await buildAll();
  process.stderr.write(built.length > 0 ? `Built: ${built.join(', ')}.\n` : 'Nothing to build.\n');
}
