/**
 * Shuts the desktop program down in a fixed order. The page saves its draft and locks, requests end, the vault
 * drains, checkpoints and releases its folder, and the process exits. Used for quit, closed window, signals and
 * computer shutdown; runs once.
 */
import { app, type BrowserWindow, powerMonitor } from 'electron';
import { unregisterIpc } from './register-ipc.ts';
import type { LogFile } from './system/log-file.ts';
import type { VaultTarget } from './vault/current-vault.ts';
import type { CloseQuestion } from './window/close-question.ts';
import type { PageLock } from './window/lock-page.ts';
import { saveWindowState } from './window/window-state.ts';

export interface RunningDesktop {
  readonly reach: VaultTarget;
  readonly pageLock: PageLock;
  readonly window: () => BrowserWindow | undefined;
  readonly log: LogFile;
  /** Folder of the saved window position. */
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

/** Routes every quit request here; the person's own ones ask first about typed input. Electron quits only after `run` has called `exit`. */
export function quitOn(shutDown: ShutDown, window: BrowserWindow, question: CloseQuestion): void {
  const runUnlessTyped = async () => {
    if (shutDown.isUnderWay() || (await question.mayClose(window.webContents))) await shutDown.run();
  };
  window.on('close', (event) => {
    event.preventDefault();
    runUnlessTyped();
  });
  // Windows ends the session at once unless asked to wait, and the draft would be lost.
  window.on('query-session-end', (event) => {
    event.preventDefault();
    shutDown.run();
  });
  app.on('before-quit', (event) => {
    event.preventDefault();
    runUnlessTyped();
  });
  // Electron passes an event that its types omit; preventing it delays the computer's shutdown.
  powerMonitor.on('shutdown', (event?: Electron.Event) => {
    event?.preventDefault();
    shutDown.run();
  });
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => shutDown.run());
}
