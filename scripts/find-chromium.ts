/**
 * Finds a Chromium that Playwright can use: from the environment, on the PATH, or Playwright's own. Otherwise tries
 * to install one, and reports if it cannot.
 */
import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';
import { isExecutable } from './testing/external-programs.ts';

/** Headless Chromium: the same engine at half the CPU time, if Debian packages it separately. */
const SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe'];

/** Environment variable that prevents installing if set to `no`. */
const VARIABLE = 'SRVAULT_TEST_INSTALL';
/** Time limit of one attempt, for computers without network. */
const INSTALL_MAX_MS = 10 * 60_000;

/** Returns the path of an executable Chromium, or undefined. Installs nothing. */
export function findChromium(): string | undefined {
  return firstExecutable(NAMES);
}

/** Finds a Chromium like `findChromium`, but prefers one that cannot open a window. */
export function findHeadlessChromium(): string | undefined {
  return firstExecutable([SHELL, ...NAMES]);
}

function firstExecutable(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const named = [process.env['SRVAULT_CHROMIUM'], ...paths];
  return named.find((path) => path !== undefined && isExecutable(path)) ?? downloaded();
}

/** Playwright's own, if the system libraries it needs are installed too. */
function downloaded(): string | undefined {
  const path = chromium.executablePath();
  return isExecutable(path) && spawnSync(path, ['--version']).status === 0 ? path : undefined;
}

/** Finds a Chromium like `findChromium`, after trying to install one by apt (as root on Debian) or Playwright. */
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
