/**
 * Checks a packaged application for native modules of its own system and processor. Without them the program starts
 * but marks every picture as damaged.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Architecture numbers of electron-builder. */
const ARCHITECTURES = new Map([
  [1, 'x64'],
  [3, 'arm64'],
]);

/** @param {{ appOutDir: string, electronPlatformName: string, arch: number, packager: { getResourcesDir: (folder: string) => string } }} packed */
export default function checkNatives({ appOutDir, electronPlatformName, arch, packager }) {
  const processor = ARCHITECTURES.get(arch);
  if (processor === undefined) throw new Error(`No package is made for architecture ${arch}.`);
  const target = `${electronPlatformName}-${processor}`;
  const modules = join(packager.getResourcesDir(appOutDir), 'app.asar.unpacked', 'node_modules');
  const missing = [
    join('better-sqlite3', 'prebuilds', `${target}.node`),
    join('@img', `sharp-${target}`),
  ].filter((path) => !existsSync(join(modules, path)));
  if (missing.length === 0) return;
  throw new Error(
    `The package for ${target} lacks ${missing.join(' and ')}. Install the natives of that target first: npm install --no-save --os=${electronPlatformName} --cpu=${processor} sharp`,
  );
}
