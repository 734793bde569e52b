/**
 * Finds a Chromium that Playwright can drive: one named by the caller's environment, one on the PATH,
 * or Playwright's own. Failing that it tries to install one, and says so when it cannot.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

/** Chromium without its windows: the same engine at half the processor time, where Debian has it apart. */
const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe'];

/** Path of an executable Chromium, or undefined. Never installs anything. */
export function findChromium(): string | undefined {
  return firstExecutable([...onPath(NAMES), chromium.executablePath()]);
}

/** As `findChromium`; one that cannot open a window is taken first. */
export function findHeadlessChromium(): string | undefined {
  return firstExecutable([...onPath([SHELL, ...NAMES]), chromium.executablePath()]);
}

function onPath(names: readonly string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function firstExecutable(paths: readonly string[]): string | undefined {
  return [process.env['SRVAULT_CHROMIUM'], ...paths].find((path) => path !== undefined && isExecutable(path));
}

/** As `findChromium`, after trying to install one by apt (as root on Debian) or by Playwright. */
export function findOrInstallChromium(): string | undefined {
  const found = findChromium();
  if (found) return found;
  process.stderr.write('No Chromium found; trying to install one.\n');
  const attempts: readonly (readonly [string, readonly string[]])[] = [
    ['apt-get', ['update', '-qq']],
    ['apt-get', ['install', '-y', '-qq', 'chromium']],
    ['npx', ['playwright', 'install', 'chromium']],
  ];
  for (const [command, args] of attempts) {
    spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const installed = findChromium();
    if (installed) return installed;
  }
  return undefined;
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
