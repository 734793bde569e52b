/**
 * Runs the behaviours of test/electron on the stand-in, and replays a trace of a real run. `npm run desktop:check`
 * records traces; without a committed one the replay is skipped with a message.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runDesktop } from '#main/desktop-app.ts';
import { BEHAVIOURS, type DesktopDriver } from '#test/electron/suite/behaviours.ts';
import { byObject } from '#test/electron/suite/compare-traces.ts';
import { recordTrace } from '#test/electron/suite/record-trace.ts';
import * as electron from '#test/main/electron/index.ts';
import { startDesktop, type TestDesktop, testOptions } from '#test/main/support/desktop.ts';
import { needsChromium, unless } from '#test/support/left-out.ts';
import { makeTempDir } from '#test/support/temp-dir.ts';

vi.mock('electron', () => import('#test/main/electron/index.ts'));

const TRACE = join(import.meta.dirname, '..', '..', 'fixtures', 'electron', 'trace.txt');
const NO_TRACE =
  'No trace of a real Electron is committed (test/fixtures/electron/trace.txt): the replay did NOT run. `npm run desktop:check` records one.';
const { standIn, powerMonitor } = electron;

const folder = makeTempDir();
const recorded = join(folder.path, 'trace.txt');
let desktop: TestDesktop;
let driver: DesktopDriver;

beforeAll(async () => {
  desktop = await startDesktop(testOptions(folder.path));
  recordTrace(electron, recorded);
  driver = {
    page: desktop.page,
    folder: folder.path,
    tell: async (event) => void powerMonitor.emit(event),
    chooseSavePath: async (path) => {
      standIn.savePath = path;
    },
    dragged: async () => desktop.window.webContents.dragged,
    startAgain: async () => {
      const exitCode = standIn.actAsSecondInstance();
      await runDesktop(desktop.options);
      return exitCode;
    },
    windowCount: async () => standIn.windows.size,
  };
});
afterAll(async () => {
  await desktop.stop();
  await electron.stopChromium();
  folder.remove();
});

describe('the desktop on the stand-in', needsChromium(), () => {
  for (const { name, run } of BEHAVIOURS) test(name, () => run(driver));

  test('quits with 0, and has told what it did', async () => {
    expect(await desktop.quit()).toBe(0);
    expect(byObject(readFileSync(recorded, 'utf8'))['powerMonitor']).toEqual([
      'event powerMonitor.lock-screen',
      'event powerMonitor.suspend',
    ]);
  });

  const hasTrace = existsSync(TRACE);
  test(
    'does and hears what the real Electron did and told, in the same order',
    unless(hasTrace ? undefined : NO_TRACE),
    () => {
      const real = byObject(readFileSync(TRACE, 'utf8'));
      expect(byObject(readFileSync(recorded, 'utf8'))).toEqual(real);
    },
  );
});
