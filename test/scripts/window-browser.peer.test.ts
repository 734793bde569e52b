/** Tests the browser window of `npm start` without Electron, on a separate display. */
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildInterface } from '#scripts/build/build.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { findWindowBrowser, openAppWindow } from '#scripts/desktop/window-browser.ts';
import { whyMissing } from '#scripts/testing/external-programs.ts';
import { startServer } from '#server/app/start-server.ts';
import { unless } from '#test/support/left-out.ts';
import { testTempDir } from '#test/support/temp-dir.ts';

const executablePath = findWindowBrowser() ?? '';
const missing = whatIsMissing();

test(
  'shows the first-run screen with the certificate presented, and ends with its window',
  unless(missing),
  async () => {
    vi.stubEnv('DISPLAY', await display());
    onTestFinished(() => void vi.unstubAllEnvs());
    await buildInterface();
    const folder = testTempDir();
    const dataDir = join(folder, 'vault');
    const uiDir = join(ROOT, 'dist', 'renderer');
    const server = await startServer({ dataDir, port: 0, uiDir, stateDir: join(folder, 'state') });
    onTestFinished(() => server.close());
    const window = await openAppWindow({
      ...{ executablePath, url: server.url, pkiDir: join(dataDir, 'pki') },
      sandbox: process.getuid?.() !== 0,
    });
    const { page } = window;
    await page.getByRole('button', { name: 'Create' }).first().waitFor();
    expect(page.url()).toMatch(new RegExp(`^${server.url}/`));
    expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true);
    const status = await page.evaluate(async () => (await fetch('/v1/vault')).status);
    expect(status).toBe(200);
    // Window managers group and name windows by class.
    expect(classesOfWindows()).toContain('sealed-records-vault');
    await page.close();
    await window.closed;
  },
);

/** Returns the class of each window by walking the tree, because there is no window manager. */
function classesOfWindows(): string[] {
  const tree = execFileSync('xwininfo', ['-root', '-tree'], { encoding: 'utf8' });
  const windows = [...tree.matchAll(/^\s*(0x[0-9a-f]+) /gm)].map(([, id = '']) => id);
  return windows.flatMap((id) => {
    const said = execFileSync('xprop', ['-id', id, 'WM_CLASS'], { encoding: 'utf8' });
    return /= ".*", "(.*)"$/m.exec(said)?.slice(1) ?? [];
  });
}

function whatIsMissing(): string | undefined {
  if (process.platform !== 'linux') return 'it is tried on Linux alone';
  if (executablePath === '') return 'there is no Chromium, Chrome or Edge';
  return whyMissing(['Xvfb', 'xprop']);
}

/** Starts a display that ends with the test. @returns its name, such as `:1`. */
async function display(): Promise<string> {
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void server.kill());
  for await (const line of createInterface(server.stdout)) return `:${line.trim()}`;
  throw new Error('Xvfb did not start.');
}
