/**
 * Registers the IPC handlers; no other module uses ipcMain. Every call must come from the top frame of our own window
 * at our own address, and its arguments must parse.
 */
import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import { APP_ORIGIN } from './app-protocol.ts';
import {
  parseAddressList,
  parseAsk,
  parseCloseAnswer,
  parseCommands,
  parseCreateCopy,
  parseDeleteUnsynced,
  parseDeviceSecret,
  parseFileName,
  parseJoinVault,
  parseSaveContent,
  parseSettings,
} from './ipc-handlers/ipc-arguments.ts';
import {
  CALLS,
  type ChosenCredential,
  type CloseAnswer,
  type DeletedCopy,
  type DesktopSettings,
  type DeviceSecretState,
  type JoinVaultRequest,
  type MenuCommand,
  type ProbedVault,
  type ProbeRequest,
  type SaveContentRequest,
  type SaveOutcome,
  type TakeAlongRequest,
  type TravelState,
  type VaultPlace,
} from './preload/bridge.ts';

export interface IpcHandlers {
  readonly lockDone: (ask: number) => void;
  readonly closeAnswered: (answer: CloseAnswer) => void;
  readonly setCommands: (commands: readonly MenuCommand[]) => void;
  readonly saveContent: (request: SaveContentRequest) => Promise<SaveOutcome>;
  readonly dragOut: (request: SaveContentRequest) => Promise<void>;
  readonly savePdf: (suggestedName: string) => Promise<SaveOutcome>;
  readonly getSettings: () => DesktopSettings;
  readonly setSettings: (settings: DesktopSettings) => DesktopSettings;
  readonly deviceSecretState: () => DeviceSecretState;
  readonly keepDeviceSecret: (secret: string) => void;
  readonly readDeviceSecret: () => string | null;
  readonly forgetDeviceSecret: () => void;
  readonly vaultPlace: () => VaultPlace;
  readonly probeVault: () => Promise<ProbedVault | null>;
  readonly chooseCredential: () => Promise<ChosenCredential | null>;
  readonly askVault: (addresses: readonly string[]) => Promise<ProbeRequest>;
  readonly joinVault: (request: JoinVaultRequest) => Promise<void>;
  readonly leaveVault: () => Promise<void>;
  readonly travelState: () => Promise<TravelState>;
  readonly takeAlong: (request: TakeAlongRequest) => void;
  readonly cancelTaking: () => Promise<void>;
  readonly openCopy: () => Promise<void>;
  readonly openClinic: () => Promise<void>;
  readonly deleteCopy: (evenIfWaiting: boolean) => Promise<DeletedCopy>;
}

export interface IpcOptions {
  readonly isOwnWindow: (contents: WebContents) => boolean;
  readonly onRefused: (channel: string) => void;
}

export function registerIpc(handlers: IpcHandlers, options: IpcOptions): void {
  function handle(channel: string, run: (argument: unknown) => unknown): void {
    ipcMain.handle(channel, async (event, argument: unknown) => {
      if (!isOwnPage(event, options)) {
        options.onRefused(channel);
        throw new Error('This page may not call the desktop.');
      }
      return run(argument);
    });
  }

  handle(CALLS.lockDone, (ask) => handlers.lockDone(parseAsk(ask)));
  handle(CALLS.closeAnswered, (answer) => handlers.closeAnswered(parseCloseAnswer(answer)));
  handle(CALLS.setCommands, (commands) => handlers.setCommands(parseCommands(commands)));
  handle(CALLS.saveContent, (request) => handlers.saveContent(parseSaveContent(request)));
  handle(CALLS.dragOut, (request) => handlers.dragOut(parseSaveContent(request)));
  handle(CALLS.savePdf, (name) => handlers.savePdf(parseFileName(name)));
  handle(CALLS.getSettings, () => handlers.getSettings());
  handle(CALLS.setSettings, (settings) => handlers.setSettings(parseSettings(settings)));
  handle(CALLS.deviceSecretState, () => handlers.deviceSecretState());
  handle(CALLS.keepDeviceSecret, (secret) => handlers.keepDeviceSecret(parseDeviceSecret(secret)));
  handle(CALLS.readDeviceSecret, () => handlers.readDeviceSecret());
  handle(CALLS.forgetDeviceSecret, () => handlers.forgetDeviceSecret());
  handle(CALLS.vaultPlace, () => handlers.vaultPlace());
  handle(CALLS.probeVault, () => handlers.probeVault());
  handle(CALLS.chooseCredential, () => handlers.chooseCredential());
  handle(CALLS.askVault, (addresses) => handlers.askVault(parseAddressList(addresses, 'askVault')));
  handle(CALLS.joinVault, (request) => handlers.joinVault(parseJoinVault(request)));
  handle(CALLS.leaveVault, () => handlers.leaveVault());
  handle(CALLS.travelState, () => handlers.travelState());
  handle(CALLS.takeAlong, (request) => handlers.takeAlong(parseCreateCopy(request)));
  handle(CALLS.cancelTaking, () => handlers.cancelTaking());
  handle(CALLS.openCopy, () => handlers.openCopy());
  handle(CALLS.openClinic, () => handlers.openClinic());
  handle(CALLS.deleteCopy, (even) => handlers.deleteCopy(parseDeleteUnsynced(even)));
}

/** Removes all handlers at quit, so that no page can call any more. */
export function unregisterIpc(): void {
  for (const channel of Object.values(CALLS)) ipcMain.removeHandler(channel);
}

function isOwnPage({ sender, senderFrame }: IpcMainInvokeEvent, { isOwnWindow }: IpcOptions): boolean {
  return (
    senderFrame !== null &&
    senderFrame === sender.mainFrame &&
    senderFrame.url.startsWith(`${APP_ORIGIN}/`) &&
    isOwnWindow(sender)
  );
}
