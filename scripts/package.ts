/**
 * `npm run package`: builds changed parts, then this platform's installers by `electron-builder.yml`, into
 * `release/`. Arguments go to electron-builder (`--dir`, `--linux`, `--mac`, `--win`, `--arm64` …).
 *
 * electron-builder downloads Electron's binary and its own tools; nothing is published.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildAll } from './build/build.ts';
import { ROOT } from './desktop/build-stamp.ts';

/** Ad hoc signature for macOS without a certificate, which library validation would refuse. */
const AD_HOC = ['-c.mac.identity=-', '-c.mac.hardenedRuntime=false'];

/** Returns true if the environment names a certificate, as electron-builder reads it. */
function isSigned(env: NodeJS.ProcessEnv): boolean {
  return ['CSC_LINK', 'CSC_NAME', 'CSC_KEYCHAIN'].some((name) => (env[name] ?? '') !== '');
}

/** Runs electron-builder and returns its exit code. @param args for electron-builder. */
export async function packageDesktop(args: readonly string[]): Promise<number> {
  await buildAll();
  const builder = join(ROOT, 'node_modules', 'electron-builder', 'cli.js');
  const { status } = spawnSync(
    process.execPath,
    [
      builder,
      ...['--config', join(ROOT, 'electron-builder.yml'), '--publish', 'never'],
      ...(isSigned(process.env) ? [] : AD_HOC),
      ...args,
    ],
    { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  return status ?? 1;
}

if (import.meta.main) process.exitCode = await packageDesktop(process.argv.slice(2));
