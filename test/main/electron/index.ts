/**
 * Stand-in for the `electron` module over real Chromium, with the parts the desktop program uses. test/electron tests
 * what needs the real binary (TLS, fuses, sandbox).
 */
import { EventEmitter } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrowserWindow, created, windows } from './browser-window.ts';
import { stopChromium } from './chromium.ts';
import { ipcMain } from './ipc-main.ts';
import { PreventableEvent } from './preventable-event.ts';
import { StandInSession } from './session.ts';

export { utilityProcess } from './utility-process.ts';

const paths = new Map<string, string>([['downloads', tmpdir()]]);
const sessions = new Map<string, StandInSession>();
const switches = new Map<string, string>();
let exited = Promise.withResolvers<number>();
/** Set while the next start simulates another process. */
let other: { readonly exit: (code: number) => void; readonly isSameProgram: boolean } | undefined;

/** Recorded actions of the program, and the test's answers for the person. */
export const standIn = {
  errorBoxes: [] as string[],
  /** Path returned by the save dialog; undefined cancels. */
  savePath: undefined as string | undefined,
  /** Folder returned by the open dialog; undefined cancels. */
  openPath: undefined as string | undefined,
  /** Path suggested by the last dialog. */
  suggestedPath: undefined as string | undefined,
  menu: [] as Electron.MenuItemConstructorOptions[],
  privileged: [] as Electron.CustomScheme[],
  keychain: { isAvailable: true, backend: 'gnome_libsecret' },
  sandboxed: false,
  switches,
  windows,
  sessions,
  sessionOptions: new Map<string, Electron.FromPartitionOptions | undefined>(),
  exited: () => exited.promise,
  /** Makes the next start find another instance of the program. Resolves with its exit code. */
  actAsSecondInstance: () => playOther(true),
  /** Makes the next start a single program on a folder in use. Resolves with its exit code. */
  actAsSecondProcess: () => playOther(false),
};

function playOther(isSameProgram: boolean): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  other = { exit: resolve, isSameProgram };
  return promise;
}

class App extends EventEmitter {
  readonly isPackaged = false;
  readonly commandLine = {
    appendSwitch: (name: string, value = '') => void switches.set(name, value),
    hasSwitch: (name: string) => switches.has(name),
  };
  setPath(name: string, path: string): void {
    paths.set(name, path);
  }
  getPath(name: string): string {
    const path = paths.get(name);
    if (path === undefined) throw new Error(`no path ${name}`);
    return path;
  }
  getName(): string {
    return 'Sealed Records Vault';
  }
  setAppLogsPath(): void {
    paths.set('logs', join(this.getPath('userData'), 'logs'));
  }
  async getFileIcon(): Promise<string> {
    return 'icon';
  }
  enableSandbox(): void {
    standIn.sandboxed = true;
  }
  requestSingleInstanceLock(): boolean {
    if (!other?.isSameProgram) return true;
    this.emit('second-instance');
    return false;
  }
  async whenReady(): Promise<void> {}
  quit(): void {
    const event = new PreventableEvent();
    this.emit('before-quit', event);
    if (!event.isPrevented) this.exit(0);
  }
  exit(code = 0): void {
    if (other) {
      other.exit(code);
      other = undefined;
      return;
    }
    for (const window of windows) window.destroy();
    exited.resolve(code);
  }
}

export const app = new App();
created.announce = (window) => {
  app.emit('web-contents-created', {}, window.webContents);
  app.emit('browser-window-created', {}, window);
};

export const protocol = {
  registerSchemesAsPrivileged: (schemes: Electron.CustomScheme[]) => void standIn.privileged.push(...schemes),
} satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged'>;

export const session = {
  fromPartition(partition: string, options?: Electron.FromPartitionOptions): StandInSession {
    standIn.sessionOptions.set(partition, options);
    const known = sessions.get(partition);
    if (known) return known;
    const made = new StandInSession();
    sessions.set(partition, made);
    app.emit('session-created', made);
    return made;
  },
};

export const dialog = {
  showErrorBox: (_title: string, content: string) => void standIn.errorBoxes.push(content),
  showSaveDialog: async (_window: unknown, options?: Electron.SaveDialogOptions) => {
    standIn.suggestedPath = options?.defaultPath;
    return { canceled: standIn.savePath === undefined, filePath: standIn.savePath ?? '' };
  },
  showOpenDialog: async () => ({
    canceled: standIn.openPath === undefined,
    filePaths: standIn.openPath === undefined ? [] : [standIn.openPath],
  }),
} satisfies Pick<Electron.Dialog, 'showErrorBox' | 'showSaveDialog' | 'showOpenDialog'>;

export const Menu = {
  buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) => template,
  setApplicationMenu: (template: Electron.MenuItemConstructorOptions[]) => {
    standIn.menu = template;
  },
};

/** Fake encryption by XOR; tests only check that plaintext is not stored. */
const xor = (bytes: Uint8Array) => Buffer.from(bytes.map((byte) => byte ^ 0x5a));
export const safeStorage = {
  isEncryptionAvailable: () => standIn.keychain.isAvailable,
  getSelectedStorageBackend: () => standIn.keychain.backend,
  encryptString: (text: string) => xor(Buffer.from(text)),
  decryptString: (bytes: Buffer) => xor(bytes).toString(),
};

export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
};
export const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false });
export const powerMonitor = new EventEmitter();
export { BrowserWindow, ipcMain };

/** Starts a new process: forgets everything of the last one. */
export async function beginProcess(): Promise<void> {
  for (const window of windows) window.destroy();
  await Promise.all([...sessions.values()].map((open) => open.close()));
  sessions.clear();
  for (const emitter of [app, nativeTheme, powerMonitor]) emitter.removeAllListeners();
  ipcMain.clear();
  switches.clear();
  exited = Promise.withResolvers<number>();
  Object.assign(standIn, {
    errorBoxes: [],
    savePath: undefined,
    openPath: undefined,
    menu: [],
    privileged: [],
    sandboxed: false,
  });
}

export { stopChromium };
