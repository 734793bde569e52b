/**
 * Builds `@sealed-records/vault`: the headless server with its interface, and `srvault`. Uses the layout of the
 * desktop program (`dist/main`, `dist/renderer`), by which the bundles find each other.
 */
import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleForNode } from '#scripts/build/build-main.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { type Manifest, manifestOf, OWN_NODE, pinned } from './manifest.ts';

/** Copies the interface as built. */
export async function writeVaultPackage(folder: string): Promise<Manifest> {
  rmSync(folder, { recursive: true, force: true });
  await bundleForNode(join(folder, 'dist', 'main'), { srvault: join(ROOT, 'cli', 'srvault.ts') });
  cpSync(join(ROOT, 'dist', 'renderer'), join(folder, 'dist', 'renderer'), {
    recursive: true,
    filter: (path) => !path.endsWith('.map'),
  });
  mkdirSync(join(folder, 'bin'));
  copyFileSync(join(ROOT, 'cli', 'launcher.mjs'), join(folder, 'bin', 'srvault.mjs'));
  copyFileSync(join(ROOT, 'resources', 'packages', 'vault.md'), join(folder, 'README.md'));
  return manifestOf(
    '@sealed-records/vault',
    'Sealed Records Vault without a window: the server and srvault.',
    {
      bin: { srvault: 'bin/srvault.mjs' },
      files: ['bin', 'dist'],
      dependencies: pinned('better-sqlite3', 'sharp'),
      optionalDependencies: OWN_NODE,
    },
  );
}
