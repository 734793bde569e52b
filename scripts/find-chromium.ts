/**
 * Finds a Chromium that Playwright can drive: one named by the caller's environment, one on the PATH,
 * or Playwright's own. Failing that it tries to install one, and says so when it cannot.
 */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';
import { isExecutable } from './testing/programs.ts';

/** Chromium without its windows: the same engine at half the processor time, where Debian has it apart. */
const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe'];

/** Set to `no`: nothing is installed. */
const VARIABLE = 'SRVAULT_TEST_INSTALL';
/** Of one attempt: a machine without network is not waited for. */
const INSTALL_MAX_MS = 10 * 60_000;

/** Path of an executable Chromium, or undefined. Never installs anything. */
export function findChromium(): string | undefined {
  return firstExecutable(NAMES);
}

/** As `findChromium`; one that cannot open a window is taken first. */
export function findHeadlessChromium(): string | undefined {
  return firstExecutable([SHELL, ...NAMES]);
}

function firstExecutable(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const named = [process.env['SRVAULT_CHROMIUM'], ...paths];
  return named.find((path) => path !== undefined && isExecutable(path)) ?? downloaded();
}

/** Playwright's own, where the libraries of the system that it needs are there too. */
function downloaded(): string | undefined {
  const path = chromium.executablePath();
  return isExecutable(path) && spawnSync(path, ['--version']).status === 0 ? path : undefined;
}

/** As `findChromium`, after trying to install one by apt (as root on Debian) or by Playwright. */
export function findOrInstallChromium(): string | undefined {
  const found = findChromium();
  if (found !== undefined || process.env[VARIABLE] === 'no') return found;
  process.stdout.write(`No Chromium found: trying to install one. ${VARIABLE}=no refuses that.\n`);
  const byApt: readonly (readonly [string, readonly string[]])[] = [
    ['apt-get', ['update', '-qq']],
    ['apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']],
  ];
  const attempts = [
    ...(process.getuid?.() === 0 ? byApt : []),
    ['npx', ['playwright', 'install', 'chromium']] as const,
  ];
  for (const [command, args] of attempts) {
    spawnSync(command, args, {
      stdio: 'ignore',
      timeout: INSTALL_MAX_MS,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      shell: process.platform === 'win32',
    });
    const installed = findChromium();
    if (installed !== undefined) return installed;
  }
  return undefined;
}
