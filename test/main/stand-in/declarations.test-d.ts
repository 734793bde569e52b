/**
 * Type test: everything the stand-in offers exists in the installed Electron and can be called alike. Additions for
 * tests are listed; other differences are type errors.
 */
import type { BrowserWindow } from '#test/main/electron/browser-window.ts';
import type { StandInContents } from '#test/main/electron/contents.ts';
import type * as standIn from '#test/main/electron/index.ts';
import type { StandInSession } from '#test/main/electron/session.ts';

/** Members that Electron does not have. */
type Invented<Mine, Real, ForTests> = Exclude<keyof Mine, keyof Real | ForTests>;

/** Functions whose parameters differ from Electron's. Ignoring final parameters is allowed. */
type Uncallable<Mine, Real> = {
  [Name in keyof Mine & keyof Real]: Real[Name] extends (...args: infer Args) => unknown
    ? Mine[Name] extends (...args: Args) => unknown
      ? never
      : Name
    : never;
}[keyof Mine & keyof Real];

/** `never` if the stand-in equals Electron. `Narrower` lists functions that accept only what the program passes. */
type Differing<Mine, Real, ForTests = never, Narrower = never> =
  | Invented<Mine, Real, ForTests>
  | Exclude<Uncallable<Mine, Real>, Narrower>;

type None<Names extends never> = Names;

/** Members inherited from Node's EventEmitter. */
type Emitter = keyof NodeJS.EventEmitter;

export type Conformance = [
  None<Differing<typeof standIn.app, Electron.App, Emitter>>,
  None<Differing<typeof standIn.app.commandLine, Electron.CommandLine>>,
  None<Differing<typeof standIn.protocol, Electron.Protocol>>,
  None<Differing<typeof standIn.session, typeof Electron.Session>>,
  None<Differing<typeof standIn.dialog, Electron.Dialog>>,
  None<
    Differing<typeof standIn.Menu, typeof Electron.Menu, never, 'buildFromTemplate' | 'setApplicationMenu'>
  >,
  None<Differing<typeof standIn.safeStorage, Electron.SafeStorage>>,
  None<Differing<typeof standIn.screen, Electron.Screen>>,
  None<Differing<typeof standIn.nativeTheme, Electron.NativeTheme, Emitter>>,
  None<Differing<typeof standIn.powerMonitor, Electron.PowerMonitor, Emitter>>,
  None<Differing<typeof standIn.ipcMain, Electron.IpcMain, 'call' | 'clear'>>,
  None<Differing<typeof standIn.utilityProcess, typeof Electron.UtilityProcess>>,
  None<Differing<BrowserWindow, Electron.BrowserWindow, Emitter | 'options' | 'shown'>>,
  None<
    Differing<
      StandInContents,
      Electron.WebContents,
      Emitter | 'page' | 'dragged' | 'frameOf' | 'load' | 'judge' | 'destroy',
      'setWindowOpenHandler'
    >
  >,
  None<
    Differing<
      StandInSession,
      Electron.Session,
      Emitter | 'rules' | 'spellCheck' | 'appOrigin' | 'pages' | 'allows' | 'open' | 'newPage' | 'close',
      'fetch' | 'setPermissionRequestHandler' | 'setPermissionCheckHandler'
    >
  >,
  None<Differing<StandInSession['protocol'], Electron.Protocol>>,
  None<Differing<StandInSession['webRequest'], Electron.WebRequest, never, 'onBeforeRequest'>>,
];
