/**
 * `@sealed-records/vault`: the headless server with the interface it serves, and `srvault`. The layout is that of
 * the desktop's archive (`dist/main`, `dist/renderer`), because the bundles find each other by it.
 */
import { copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleForNode } from '#scripts/build/build-main.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { type Manifest, manifestOf, OWN_NODE, pinned } from './manifest.ts';

/** The interface is copied as it is built. */
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
