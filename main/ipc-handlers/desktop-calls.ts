/** Implements the page's calls to the desktop program, after `register-ipc.ts` has checked them. */
import type { BrowserWindow } from 'electron';
import type { DesktopOptions } from '#main/desktop-options.ts';
import { createOsKeychain } from '#main/os-keychain.ts';
import { EVENTS } from '#main/preload/bridge.ts';
import type { IpcHandlers } from '#main/register-ipc.ts';
import type { SettingsFile } from '#main/system/desktop-settings.ts';
import type { TravellingCopy } from '#main/travelling-copy/travelling-copy.ts';
import type { VaultTarget } from '#main/vault/current-vault.ts';
import { setApplicationMenu } from '#main/window/application-menu.ts';
import type { CloseQuestion } from '#main/window/close-question.ts';
import type { DragOut } from '#main/window/drag-out.ts';
import type { PageLock } from '#main/window/lock-page.ts';
import { saveContent } from '#main/window/save-file.ts';
import { savePdf } from '#main/window/save-pdf.ts';
import { remoteCalls } from './remote-calls.ts';

export interface DesktopCallsParts {
  readonly options: DesktopOptions;
  readonly reach: VaultTarget;
  readonly travelling: TravellingCopy;
  readonly pageLock: PageLock;
  readonly closeQuestion: CloseQuestion;
  readonly settings: SettingsFile;
  readonly dragOut: DragOut;
  readonly window: () => BrowserWindow | undefined;
}

/** Creates the handlers of the page's calls, and sets the menu shown until the page has sent its commands. */
export function desktopCalls(parts: DesktopCallsParts): IpcHandlers {
  const { options, reach, travelling, pageLock, closeQuestion, settings, dragOut, window } = parts;
  const { target } = reach;
  const keychain = createOsKeychain(options.shellDir, process.platform, () => reach.joined() !== undefined);
  const menu = {
    platform: process.platform,
    isDevelopment: options.isDevelopment,
    onCommand: (id: string) => window()?.webContents.send(EVENTS.command, id),
  };
  setApplicationMenu([], menu);

  function shown(): BrowserWindow {
    const current = window();
    if (current) return current;
    throw new Error('The window is closed. Open it again.');
  }

  return {
    lockDone: pageLock.done,
    closeAnswered: closeQuestion.answered,
    setCommands: (commands) => setApplicationMenu(commands, menu),
    saveContent: (request) => saveContent(shown(), target, request),
    dragOut: (request) => dragOut.start(shown().webContents, target, request),
    savePdf: (suggestedName) => savePdf(shown(), suggestedName),
    getSettings: settings.read,
    setSettings(changed) {
      settings.write(changed);
      window()?.setContentProtection(changed.content_protection);
      return settings.read();
    },
    deviceSecretState: keychain.state,
    keepDeviceSecret: keychain.keep,
    readDeviceSecret: keychain.read,
    forgetDeviceSecret: keychain.forget,
    ...remoteCalls(reach, shown),
    travelState: travelling.state,
    takeAlong: travelling.take,
    cancelTaking: travelling.cancel,
    openCopy: travelling.openCopy,
    openClinic: travelling.openClinic,
    deleteCopy: travelling.deleteCopy,
  };
}
