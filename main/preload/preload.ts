/**
 * Preload script: provides the bridge to the sandboxed page. Copies values only, exposes neither `ipcRenderer` nor
 * its events, and checks nothing, because the main process checks sender and arguments.
 */
import { contextBridge, ipcRenderer } from 'electron';
import {
  BRIDGE_NAME,
  CALLS,
  type CloseAnswer,
  type DesktopBridge,
  EVENTS,
  type LockAsked,
  type LockCause,
} from './bridge.ts';

const lockListeners = new Set<(cause: LockCause) => Promise<void>>();
const closeListeners = new Set<() => boolean>();
const commandListeners = new Set<(id: string) => void>();

ipcRenderer.on(EVENTS.lockAsked, async (_event, { ask, cause }: LockAsked) => {
  await Promise.allSettled([...lockListeners].map(async (listener) => listener(cause)));
  await ipcRenderer.invoke(CALLS.lockDone, ask);
});
ipcRenderer.on(EVENTS.closeAsked, async (_event, ask: number) => {
  const may_close = [...closeListeners].every((listener) => listener());
  await ipcRenderer.invoke(CALLS.closeAnswered, { ask, may_close } satisfies CloseAnswer);
});
ipcRenderer.on(EVENTS.command, (_event, id: string) => {
  for (const listener of commandListeners) listener(id);
});

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function platformName(): DesktopBridge['platform'] {
  const { platform } = process;
  return platform === 'darwin' || platform === 'win32' ? platform : 'linux';
}

const bridge: DesktopBridge = {
  platform: platformName(),
  onLockAsked: (listener) => subscribe(lockListeners, listener),
  onCloseAsked: (listener) => subscribe(closeListeners, listener),
  onCommand: (listener) => subscribe(commandListeners, listener),
  setCommands: (commands) => ipcRenderer.invoke(CALLS.setCommands, commands),
  saveContent: (request) => ipcRenderer.invoke(CALLS.saveContent, request),
  dragOut: (request) => ipcRenderer.invoke(CALLS.dragOut, request),
  savePdf: (suggestedName) => ipcRenderer.invoke(CALLS.savePdf, suggestedName),
  getSettings: () => ipcRenderer.invoke(CALLS.getSettings),
  setSettings: (settings) => ipcRenderer.invoke(CALLS.setSettings, settings),
  deviceSecretState: () => ipcRenderer.invoke(CALLS.deviceSecretState),
  keepDeviceSecret: (secret) => ipcRenderer.invoke(CALLS.keepDeviceSecret, secret),
  readDeviceSecret: () => ipcRenderer.invoke(CALLS.readDeviceSecret),
  forgetDeviceSecret: () => ipcRenderer.invoke(CALLS.forgetDeviceSecret),
  vaultPlace: () => ipcRenderer.invoke(CALLS.vaultPlace),
  probeVault: () => ipcRenderer.invoke(CALLS.probeVault),
  chooseCredential: () => ipcRenderer.invoke(CALLS.chooseCredential),
  askVault: (addresses) => ipcRenderer.invoke(CALLS.askVault, addresses),
  joinVault: (request) => ipcRenderer.invoke(CALLS.joinVault, request),
  leaveVault: () => ipcRenderer.invoke(CALLS.leaveVault),
  travelState: () => ipcRenderer.invoke(CALLS.travelState),
  takeAlong: (request) => ipcRenderer.invoke(CALLS.takeAlong, request),
  cancelTaking: () => ipcRenderer.invoke(CALLS.cancelTaking),
  openCopy: () => ipcRenderer.invoke(CALLS.openCopy),
  openClinic: () => ipcRenderer.invoke(CALLS.openClinic),
  deleteCopy: (evenIfWaiting) => ipcRenderer.invoke(CALLS.deleteCopy, evenIfWaiting),
};

contextBridge.exposeInMainWorld(BRIDGE_NAME, bridge);
