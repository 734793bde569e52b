/** Starts the real shell on a fresh folder against the stand-in, and hands out its real page. */
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
  /** Quits as the menu does; the exit code. */
  readonly quit: () => Promise<number>;
  /** Quits if that has not happened, and clears everything away. */
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

/** The caller stops it. */
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

/** One that stops with the running test. */
export async function testDesktop(
  options: DesktopOptions = testOptions(testTempDir()),
): Promise<TestDesktop> {
  const desktop = await startDesktop(options);
  onTestFinished(desktop.stop);
  return desktop;
}

/** As after a first run: a copy of the run's prepared vault, unlocked in the window. The caller stops it. */
export async function startUnlockedDesktop(folder: string): Promise<TestDesktop> {
  await copyPreparedVault(folder, FOUNDING);
  const desktop = await startDesktop(testOptions(folder));
  await unlock(desktop.page);
  return desktop;
}

/** One that stops with the running test. */
export async function unlockedDesktop(): Promise<TestDesktop> {
  const desktop = await startUnlockedDesktop(testTempDir());
  onTestFinished(desktop.stop);
  return desktop;
}
