/**
 * The one way out, in a fixed order: the page flushes its draft and locks, requests end, the vault drains,
 * checkpoints and gives its folder free, then the process ends. For quit, closed window, signals and the
 * computer's shutdown alike; a second wish does not start it again.
 */
import { app, type BrowserWindow, powerMonitor } from 'electron';
import { unregisterIpc } from './ipc.ts';
import type { LogFile } from './system/log-file.ts';
import type { VaultTarget } from './vault/vault-target.ts';
import type { PageLock } from './window/lock-page.ts';
import { saveWindowState } from './window/window-state.ts';

export interface RunningDesktop {
  readonly reach: VaultTarget;
  readonly pageLock: PageLock;
  readonly window: () => BrowserWindow | undefined;
  readonly log: LogFile;
  /** Where the window's place is kept. */
  readonly shellDir: string;
}

export interface ShutDown {
  readonly isUnderWay: () => boolean;
  readonly run: (exitCode?: number) => Promise<void>;
}

export function createShutDown(desktop: RunningDesktop): ShutDown {
  let running: Promise<void> | undefined;

  async function shutDown(exitCode: number): Promise<void> {
    const { reach, pageLock, window, log, shellDir } = desktop;
    const shown = window();
    if (shown) saveWindowState(shellDir, shown);
    await pageLock.lock(shown?.webContents, 'close');
    unregisterIpc();
    await reach.close();
    log.event('closed');
    app.exit(exitCode);
  }

  return {
    isUnderWay: () => running !== undefined,
    run(exitCode = 0) {
      running ??= shutDown(exitCode);
      return running;
    },
  };
}

/** Every wish to end leads here. Electron ends by itself only after `run` has called `exit`. */
export function quitOn(shutDown: ShutDown, window: BrowserWindow): void {
  window.on('close', (event) => {
    event.preventDefault();
    shutDown.run();
  });
  // Windows asks, and ends the session at once unless somebody asks it to wait: the draft would race its end.
  window.on('query-session-end', (event) => {
    event.preventDefault();
    shutDown.run();
  });
  app.on('before-quit', (event) => {
    event.preventDefault();
    shutDown.run();
  });
  // Electron hands an event over that its types do not mention; preventing it delays the computer's shutdown.
  powerMonitor.on('shutdown', (event?: Electron.Event) => {
    event?.preventDefault();
    shutDown.run();
  });
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => shutDown.run());
}
