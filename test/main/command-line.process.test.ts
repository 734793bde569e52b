/** Tests the command line of an installed application, from its built entry with a stand-in for Electron. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ENTRY = pathToFileURL(join(import.meta.dirname, '..', '..', 'dist', 'main', 'index.js')).href;

const ELECTRON = `
  export const app = { isPackaged: true, exit: (code) => process.exit(code), whenReady: () => new Promise(() => {}) };
  const none = class {};
  export { none as BrowserWindow, none as Menu, none as Notification, none as dialog, none as ipcMain,
    none as nativeTheme, none as net, none as powerMonitor, none as protocol, none as safeStorage, none as screen,
    none as session, none as shell, none as utilityProcess, none as clipboard, none as Tray, none as nativeImage };`;

const SCRIPT = `
  import { registerHooks } from 'node:module';
  const electron = 'data:text/javascript,' + encodeURIComponent(${JSON.stringify(ELECTRON)});
  registerHooks({
    resolve: (name, context, next) =>
      name === 'electron' ? { url: electron, shortCircuit: true } : next(name, context),
  });
  await import(${JSON.stringify(ENTRY)});
  console.log('the entry has been read');`;

test('the entry is read to its end before the command has ended: until then Electron is not ready', async () => {
  const args = ['--input-type=module', '--eval', SCRIPT, '--', '--srvault', '--version'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const [first, version] = stdout.trim().split('\n');
  expect(first).toBe('the entry has been read');
  expect(version).toMatch(/\d+\.\d+\.\d+/);
});
