/**
 * Reloads a crashed page: locks its sessions at once and starts again at the unlock screen. A page that crashes
 * repeatedly ends the program.
 */
import { app, type BrowserWindow, dialog } from 'electron';
import { APP_ORIGIN } from '#main/app-protocol.ts';
import type { ShutDown } from '#main/shut-down.ts';
import type { LogFile } from '#main/system/log-file.ts';
import type { PageLock } from './lock-page.ts';

const CRASHES_MAX = 3;
const WITHIN_MS = 60_000;

export interface ReloadParts {
  readonly pageLock: PageLock;
  readonly shutDown: ShutDown;
  readonly log: LogFile;
}

export function reloadAfterCrash(window: BrowserWindow, { pageLock, shutDown, log }: ReloadParts): void {
  let crashes: number[] = [];
  window.webContents.on('render-process-gone', async (_event, { reason, exitCode }) => {
    log.event('page_gone', { reason, exit_code: exitCode });
    if (shutDown.isUnderWay()) return;
    await pageLock.lockWithoutPage();
    const now = Date.now();
    crashes = [...crashes.filter((at) => now - at < WITHIN_MS), now];
    if (crashes.length > CRASHES_MAX) {
      dialog.showErrorBox(
        app.getName(),
        'The window keeps failing. Everything sealed is safe. Start the program again.',
      );
      await shutDown.run(1);
      return;
    }
    await window.loadURL(`${APP_ORIGIN}/`).catch(() => log.event('page_not_loaded'));
  });
  window.on('unresponsive', () => log.event('page_unresponsive'));
}
