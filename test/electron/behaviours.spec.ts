/**
 * Runs the desktop behaviours in real Electron on one vault, and records a trace: test-results/electron/trace.txt.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '#scripts/desktop/build-stamp.ts';
import { expect, needsElectron, test } from './desktop-fixture.ts';
import { BEHAVIOURS, type DesktopDriver } from './suite/behaviours.ts';
import { recordTrace } from './suite/record-trace.ts';

needsElectron();

const TRACE = join(ROOT, 'test-results', 'electron-trace', 'trace.txt');

test('the behaviours of the desktop', async ({ start, folder }) => {
  const { app, page, launch } = await start();
  mkdirSync(dirname(TRACE), { recursive: true });
  rmSync(TRACE, { force: true });
  // A drag and a dialog need a person, so their arguments are recorded instead.
  await app.evaluate(({ BrowserWindow, dialog }) => {
    const taken: string[] = [];
    Reflect.set(globalThis, 'taken', taken);
    const [window] = BrowserWindow.getAllWindows();
    if (window) window.webContents.startDrag = ({ file }) => void taken.push(file);
    Reflect.set(dialog, 'showSaveDialog', async () => ({
      canceled: false,
      filePath: Reflect.get(globalThis, 'savePath'),
    }));
  });
  await app.evaluate(recordTrace, TRACE);
  const driver: DesktopDriver = {
    page,
    folder,
    tell: (event) => app.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event),
    chooseSavePath: (path) =>
      app.evaluate((_electron, chosen) => void Reflect.set(globalThis, 'savePath', chosen), path),
    dragged: () => app.evaluate((): string[] => Reflect.get(globalThis, 'taken')),
    startAgain: async () => {
      const second = spawn(launch.executable, launch.args, { env: launch.env, stdio: 'ignore' });
      const [code] = await once(second, 'exit');
      return typeof code === 'number' ? code : null;
    },
    windowCount: async () => app.windows().length,
  };
  const failed: unknown[] = [];
  for (const { name, run } of BEHAVIOURS)
    await test.step(name, () => run(driver)).catch((error: unknown) => failed.push(error));
  const closed = app.waitForEvent('close');
  await app.evaluate(({ app: shell }) => shell.quit());
  await closed;
  // Report all failures, not only the first.
  expect(failed).toEqual([]);
});
