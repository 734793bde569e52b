/** Starts the real desktop program on a fresh folder with the stand-in for Electron, and returns its page. */
import { join } from 'node:path';
import type { Page } from 'playwright';
import { onTestFinished } from 'vitest';
import '#renderer/api/desktop-bridge.ts';
import { runDesktop } from '#main/desktop-app.ts';
import type { DesktopOptions } from '#main/desktop-options.ts';
import { buildAll } from '#scripts/build/build.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { type BrowserWindow, windows } from '#test/main/electron/browser-window.ts';
import { app, beginProcess, standIn } from '#test/main/electron/index.ts';
import { copyPreparedVault } from '#test/support/prepared-vault.ts';
import { testTempDir } from '#test/support/temp-dir.ts';
import { FOUNDING, unlock } from './vault-page.ts';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

export interface TestDesktop {
  readonly options: DesktopOptions;
  readonly window: BrowserWindow;
  readonly page: Page;
  /** Quits like the menu; returns the exit code. */
  readonly quit: () => Promise<number>;
  /** Quits if necessary, and cleans up. */
  readonly stop: () => Promise<void>;
}

export function testOptions(folder: string): DesktopOptions {
  process.env['SRVAULT_STATE_DIR'] = join(folder, 'state');
  return {
    dataDir: join(folder, 'vault'),
    shellDir: join(folder, 'shell'),
    dragDir: join(folder, 'drag'),
    uiDir: join(ROOT, 'dist', 'renderer'),
    threadFile: join(ROOT, 'dist', 'main', 'vault-thread.js'),
    copyThreadFile: join(ROOT, 'dist', 'main', 'copy-thread.js'),
    port: 0,
    isDevelopment: false,
  };
}

/** Starts a desktop that the caller stops. */
export async function startDesktop(options: DesktopOptions): Promise<TestDesktop> {
  await buildAll();
  const before = new Map(SIGNALS.map((name) => [name, process.listeners(name)]));
  await beginProcess();
  await runDesktop(options);
  const [window] = windows;
  if (!window?.webContents.page) throw new Error(`no window: ${standIn.errorBoxes.join('; ')}`);
  const quit = () => {
    app.quit();
    return standIn.exited();
  };
  async function stop(): Promise<void> {
    await quit();
    for (const name of SIGNALS) {
      for (const listener of process.listeners(name)) {
        if (!before.get(name)?.includes(listener)) process.off(name, listener);
      }
    }
    await beginProcess();
  }
  return { options, window, page: window.webContents.page, quit, stop };
}

/** Starts a desktop that stops with the running test. */
export async function testDesktop(
  options: DesktopOptions = testOptions(testTempDir()),
): Promise<TestDesktop> {
  const desktop = await startDesktop(options);
  onTestFinished(desktop.stop);
  return desktop;
}

/** Starts with a copy of the prepared vault, unlocked in the window. The caller stops it. */
export async function startUnlockedDesktop(folder: string): Promise<TestDesktop> {
  await copyPreparedVault(folder, FOUNDING);
  const desktop = await startDesktop(testOptions(folder));
  await unlock(desktop.page);
  return desktop;
}

/** Starts an unlocked desktop that stops with the running test. */
export async function unlockedDesktop(): Promise<TestDesktop> {
  const desktop = await startUnlockedDesktop(testTempDir());
  onTestFinished(desktop.stop);
  return desktop;
}
