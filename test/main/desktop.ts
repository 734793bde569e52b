/** Starts the real shell on a fresh folder against the stand-in, and hands out its real page. */
import { join } from 'node:path';
import type { Page } from 'playwright';
import { onTestFinished } from 'vitest';
import { runDesktop } from '#main/desktop-app.ts';
import type { DesktopOptions } from '#main/desktop-options.ts';
import { buildAll } from '#scripts/build.ts';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { testTempDir } from '../support/temp-dir.ts';
import { type BrowserWindow, windows } from './electron/browser-window.ts';
import { resetStandIn, standIn } from './electron/index.ts';

export const PASSPHRASE = 'violet harbour mosaic 7 lantern';
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

export interface TestDesktop {
  readonly options: DesktopOptions;
  readonly window: BrowserWindow;
  readonly page: Page;
  /** Quits as the menu does; the exit code. */
  readonly quit: () => Promise<number>;
}

export function testOptions(folder = testTempDir()): DesktopOptions {
  process.env['SRVAULT_STATE_DIR'] = join(folder, 'state');
  return {
    dataDir: join(folder, 'vault'),
    shellDir: join(folder, 'shell'),
    uiDir: join(ROOT, 'dist', 'renderer'),
    port: 0,
    isDevelopment: false,
  };
}

export async function startDesktop(options: DesktopOptions = testOptions()): Promise<TestDesktop> {
  await buildAll();
  const before = new Map(SIGNALS.map((name) => [name, process.listeners(name)]));
  const app = (await import('./electron/index.ts')).app;
  onTestFinished(async () => {
    app.quit();
    await standIn.exited();
    for (const name of SIGNALS) {
      for (const listener of process.listeners(name)) {
        if (!before.get(name)?.includes(listener)) process.off(name, listener);
      }
    }
    await resetStandIn();
  });
  await runDesktop(options);
  const [window] = windows;
  if (!window?.webContents.page) throw new Error(`no window: ${standIn.errorBoxes.join('; ')}`);
  return {
    options,
    window,
    page: window.webContents.page,
    quit() {
      app.quit();
      return standIn.exited();
    },
  };
}
