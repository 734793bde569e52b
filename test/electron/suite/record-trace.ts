/**
 * Records calls and events between the desktop program and Electron in order, without arguments, which would identify
 * the vault. The function is serialised into another process, so it uses nothing from outside.
 */

/** Electron objects that are watched. */
export interface Watched {
  readonly app: object;
  readonly dialog: object;
  readonly powerMonitor: object;
  readonly safeStorage: object;
  readonly BrowserWindow: { getAllWindows(): readonly { readonly webContents: object }[] };
}

/** Writes lines such as `call app.quit` or `event window.close`. */
export function recordTrace(electron: Watched, file: string): void {
  const { appendFileSync } = process.getBuiltinModule('node:fs');
  const write = (line: string): void => appendFileSync(file, `${line}\n`);

  function watch(name: string, target: object, calls: readonly string[], events: readonly string[]): void {
    for (const call of calls) {
      const real: unknown = Reflect.get(target, call);
      if (typeof real !== 'function') throw new Error(`${name} has no ${call}.`);
      Reflect.set(target, call, (...args: unknown[]): unknown => {
        write(`call ${name}.${call}`);
        return Reflect.apply(real, target, args);
      });
    }
    const on: unknown = Reflect.get(target, 'on');
    if (typeof on !== 'function') return;
    for (const event of events) Reflect.apply(on, target, [event, () => write(`event ${name}.${event}`)]);
  }

  const [window] = electron.BrowserWindow.getAllWindows();
  if (window === undefined) throw new Error('There is no window to watch.');
  watch('app', electron.app, ['quit', 'exit'], ['before-quit', 'second-instance', 'browser-window-created']);
  watch('dialog', electron.dialog, ['showSaveDialog', 'showErrorBox'], []);
  watch('powerMonitor', electron.powerMonitor, [], ['lock-screen', 'suspend']);
  watch('safeStorage', electron.safeStorage, ['isEncryptionAvailable', 'encryptString', 'decryptString'], []);
  watch('window', window, ['focus', 'setContentProtection'], ['close', 'closed']);
  watch(
    'contents',
    window.webContents,
    ['send', 'printToPDF', 'startDrag'],
    ['will-navigate', 'will-frame-navigate', 'render-process-gone'],
  );
}
