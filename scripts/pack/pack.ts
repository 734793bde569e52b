/**
 * `npm run pack -- --out DIR`: builds the tarballs of `@sealed-records/sdk` and `@sealed-records/vault` from the
 * checkout. Each is bundled into `dist/packages` and packed by `npm pack`. Prints the paths of both, of the bill of
 * materials, and of the file that announces this version to installed vaults.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { PROGRAM_VERSION } from '#contract/program-version.ts';
import { buildInterface } from '#scripts/build/build.ts';
import { oneAtATime, ROOT } from '#scripts/desktop/build-stamp.ts';
import { RELEASE_FILE } from '#server/system/config/newest-release.ts';
import type { Manifest } from './manifest.ts';
import { sbomText } from './sbom.ts';
import { writeSdkPackage } from './sdk-package.ts';
import { writeVaultPackage } from './vault-package.ts';

const PACKAGES = { sdk: writeSdkPackage, vault: writeVaultPackage };
const USAGE = 'Usage: npm run pack -- --out DIR';

/** Returns the paths of the tarballs. @throws Error if npm fails. */
async function packAll(outDir: string): Promise<string[]> {
  mkdirSync(outDir, { recursive: true });
  // Only if changed, because other processes may be serving it.
  await buildInterface();
  return oneAtATime(async () => {
    const tarballs: string[] = [];
    for (const name of ['sdk', 'vault'] as const) {
      const { folder, manifest } = await layOut(name);
      npmPack(folder, outDir);
      tarballs.push(join(outDir, tarballName(manifest)));
    }
    return tarballs;
  });
}

/** Writes the package as it will be installed; dependencies are beside the checkout. */
export async function layOut(name: keyof typeof PACKAGES): Promise<{ folder: string; manifest: Manifest }> {
  const folder = join(ROOT, 'dist', 'packages', name);
  const manifest = await PACKAGES[name](folder);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return { folder, manifest };
}

function npmPack(folder: string, outDir: string): void {
  const { status, stderr } = spawnSync('npm', ['pack', '--silent', '--pack-destination', outDir], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`);
}

/** File name that npm gives the tarball. */
function tarballName({ name, version }: Manifest): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: 'string' } } });
  if (values.out === undefined) {
    process.stderr.write(`${USAGE}\n`);
    process.exitCode = 2;
  } else {
    const outDir = resolve(values.out);
    const tarballs = await packAll(outDir);
    const sbom = join(outDir, 'sealed-records.cdx.json');
    writeFileSync(sbom, sbomText());
    const release = join(outDir, RELEASE_FILE);
    writeFileSync(release, `${JSON.stringify({ version: PROGRAM_VERSION })}\n`);
    for (const path of [...tarballs, sbom, release]) process.stdout.write(`${path}\n`);
  }
}
