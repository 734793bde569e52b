import { join, resolve } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { readDesktopOptions } from '#main/desktop-options.ts';
import { readEnvironment } from '#server/system/config/env.ts';

const before = process.env['SRVAULT_STATE_DIR'];
afterEach(() => {
  if (before === undefined) delete process.env['SRVAULT_STATE_DIR'];
  else process.env['SRVAULT_STATE_DIR'] = before;
});

describe('readDesktopOptions', () => {
  test('works on the same default folder as the headless start', () => {
    for (const argv of [
      ['electron', '.'],
      ['electron', '--data='],
    ])
      expect(readDesktopOptions(argv, true).dataDir).toBe(readEnvironment().defaultDataDir);
  });

  test('takes --data and --port from among the switches of Chromium', () => {
    const argv = ['electron', '.', '--no-sandbox', '--data=./v', '--port=8800', '--lang=de'];
    expect(readDesktopOptions(argv, true)).toMatchObject({ dataDir: resolve('v'), port: 8800 });
    expect(readDesktopOptions(['electron', '--port=http'], true).port).toBeUndefined();
  });

  test('gives every vault a shell folder of its own, outside the vault', () => {
    process.env['SRVAULT_STATE_DIR'] = '/state';
    const [one, two] = ['/a', '/b'].map((folder) => readDesktopOptions([`--data=${folder}`], true));
    expect(one?.shellDir).toMatch(/^[/\\]state[/\\]desktop[/\\][0-9a-f]{16}$/);
    expect(one?.shellDir).not.toBe(two?.shellDir);
  });

  test('only an unpacked start is development', () => {
    expect(readDesktopOptions([], false).isDevelopment).toBe(true);
    expect(readDesktopOptions([], true).isDevelopment).toBe(false);
    expect(readDesktopOptions([], true).uiDir).toBe(
      join(import.meta.dirname, '..', '..', 'dist', 'renderer'),
    );
  });
});
