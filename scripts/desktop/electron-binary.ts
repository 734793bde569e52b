/**
 * Finds or downloads Electron's binary, and checks whether a window can be shown. Every negative result has a reason
 * for the person at the terminal.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build-stamp.ts';

const PACKAGE = join(ROOT, 'node_modules', 'electron');
const PROBE_TIMEOUT_MS = 5_000;
const DOWNLOAD_TIMEOUT_MS = 10 * 60_000;
const RELEASES = 'https://github.com/electron/electron/releases/';

/** Returns the executable's path, or undefined. Downloads nothing. */
export function findElectron(): string | undefined {
  const pathFile = join(PACKAGE, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : platformName();
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(PACKAGE, 'dist');
  const executable = join(folder, name);
  return existsSync(executable) ? executable : undefined;
}

function platformName(): string {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}

export type Fetched = { readonly executable: string } | { readonly failure: string };

/** Downloads the binary if its source is reachable. */
export async function fetchElectron(): Promise<Fetched> {
  const installer = join(PACKAGE, 'install.js');
  if (!existsSync(installer)) return { failure: 'the npm package `electron` is not installed' };
  if (process.env['ELECTRON_SKIP_BINARY_DOWNLOAD']) return { failure: 'fetching it is switched off' };
  const source = process.env['ELECTRON_MIRROR'] ?? process.env['npm_config_electron_mirror'] ?? RELEASES;
  const unreachable = await probe(source);
  if (unreachable !== undefined) {
    return { failure: `it could not be fetched (${new URL(source).host}: ${unreachable})` };
  }
  process.stderr.write(
    `Fetching Electron's binary from ${new URL(source).host}: some 100 MB, once per version. Ctrl+C and ELECTRON_SKIP_BINARY_DOWNLOAD=1 npm start go on without it, in a window of a browser.\n`,
  );
  const { status } = spawnSync(process.execPath, [installer], {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: DOWNLOAD_TIMEOUT_MS,
  });
  const executable = findElectron();
  return status === 0 && executable !== undefined
    ? { executable }
    : { failure: `fetching it from ${new URL(source).host} failed` };
}

async function probe(source: string): Promise<string | undefined> {
  try {
    await fetch(source, { method: 'HEAD', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return undefined;
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    if (cause instanceof Error && 'code' in cause) return String(cause.code);
    return cause instanceof Error ? cause.message : 'no answer';
  }
}

/** Returns the reason why Chromium's sandbox cannot run here; no window is opened without it. */
export function whyNoSandbox(): string | undefined {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  return isRoot
    ? "Chromium's sandbox does not run as root; start as an ordinary user for the window"
    : undefined;
}

/** Returns the reason why no window can be shown; undefined if one can. */
export function whyNoDisplay(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  if (process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']) return undefined;
  return 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)';
}
